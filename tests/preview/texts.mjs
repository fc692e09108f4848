// Templates with arguments on standard input -> the messages that the page makes of them.
import { readFileSync } from 'node:fs'
import { fill, visible } from '../../templates/preview/src/text.js'

const queries = JSON.parse(readFileSync(0, 'utf8'))
const texts = queries.map(({ template, values }) => [fill(template, values), visible(template)])
process.stdout.write(JSON.stringify(texts))
