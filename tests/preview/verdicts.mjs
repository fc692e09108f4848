// Schemas with JSON texts on standard input -> the verdicts of the page's judge.
import { readFileSync } from 'node:fs'
import { judge } from '../../templates/preview/src/judging/judge.js'

const queries = JSON.parse(readFileSync(0, 'utf8'))
const verdicts = queries.map(({ schema, text }) => {
  const { isAccepted, faults, reason } = judge(schema, JSON.parse(text))
  return { isAccepted, reason, faults: faults.map(({ path, message }) => ({ path, message })) }
})
process.stdout.write(JSON.stringify(verdicts))
