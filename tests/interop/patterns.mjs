// Regular expressions and texts on standard input -> what ECMAScript (flag `u`) says of them.
//
// In: [[pattern, [text]]]
// Out: [[boolean] | null]; null for a pattern that is none
import { readInput } from './schema.mjs'

function verdicts([pattern, texts]) {
  try {
    const expression = new RegExp(pattern, 'u')
    return texts.map((text) => expression.test(text))
  } catch {
    return null
  }
}

const cases = await readInput()
process.stdout.write(JSON.stringify(cases.map(verdicts)))
