// A JSON Schema document -> the two forms in which TanStack AI takes one.

/** A Standard Schema that exports the document for every target and accepts every value. */
export function standard(document) {
  return {
    '~standard': {
      version: 1,
      vendor: 'interruptgen-tests',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => document, output: () => document },
    },
  }
}

/** The `approvalSchema` of a tool, from the documents of its branches. */
export function approval(schemas, wrap) {
  const branches = {}
  for (const name of ['approve', 'reject']) {
    if (schemas[name] !== undefined) branches[name] = wrap(schemas[name])
  }
  return Object.keys(branches).length ? branches : undefined
}

/** All of standard input as one JSON value. */
export async function readInput() {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}
