// Lines of [pattern, text] on standard input -> for each a line: does the pattern match the text?
//
// With the flag `u`, or without it where the pattern is none with it; "invalid" where it is none
// at all. Python-jsonschema joins the patterns of a schema by `|`, and so a group may come twice,
// which not every version of ECMAScript allows: then the groups lose their names.
import { createInterface } from 'node:readline'

const compiled = new Map()

function compile(pattern) {
  const unnamed = pattern.replaceAll(/\(\?<[A-Za-z_$][\w$]*>/g, '(')
  for (const [source, flags] of [[pattern, 'u'], [pattern, ''], [unnamed, 'u'], [unnamed, '']]) {
    try {
      return new RegExp(source, flags)
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
