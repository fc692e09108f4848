// Lines of [pattern, text] on standard input -> for each a line: does the pattern match the text?
//
// With the flag `u`, or without it where the pattern is none with it; "invalid" where it is none
// at all.
import { createInterface } from 'node:readline'

const compiled = new Map()

function compile(pattern) {
  for (const flags of ['u', '']) {
    try {
      return new RegExp(pattern, flags)
    } catch {}
  }
  return null
}

for await (const line of createInterface({ input: process.stdin })) {
  const [pattern, text] = JSON.parse(line)
  if (!compiled.has(pattern)) compiled.set(pattern, compile(pattern))
  const expression = compiled.get(pattern)
  process.stdout.write(`${expression ? expression.test(text) : 'invalid'}\n`)
}
