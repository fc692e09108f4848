// Pairs of schemas on the standard input -> what a library of npm says, a line of JSON each.
//
//     node peer.mjs json-schema-diff|json-schema-diff-validator FOLDER
//
// FOLDER has the `node_modules`. Each line in has two schemas; each line out is true where the
// second one is said to accept all that the first one accepts, false where not, and null where the
// library fails.

import { createRequire } from 'node:module'
import { createInterface } from 'node:readline'

const [, , name, folder] = process.argv
const library = createRequire(`${folder}/`)(name)

async function says(sent, received) {
  if (name === 'json-schema-diff') {
    const found = await library.diffSchemas({ sourceSchema: sent, destinationSchema: received })
    return !found.removalsFound
  }
  try {
    library.validateSchemaCompatibility(sent, received)
    return true
  } catch (error) {
    if (error.name === 'AssertionError' || error.code === 'ERR_ASSERTION') return false
    throw error
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const [sent, received] = JSON.parse(line)
  let said = null
  try {
    said = await says(sent, received)
  } catch {
    said = null
  }
  console.log(JSON.stringify(said))
}
