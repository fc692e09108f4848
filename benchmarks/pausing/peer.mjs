// The setup on standard input -> TanStack AI with the tool, the question and the schemas in it.
import { pathToFileURL } from 'node:url'

/** All of standard input as one JSON value. */
export async function readInput() {
  const chunks = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

/** The package in a `node_modules` folder. */
export const load = (modules) => import(pathToFileURL(`${modules}/@tanstack/ai/dist/esm/index.js`))

const types = {
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: Array.isArray,
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: Number.isInteger,
  boolean: (value) => typeof value === 'boolean',
  null: (value) => value === null,
}

function resolved(schema, root) {
  return schema.$ref ? root.$defs[schema.$ref.slice('#/$defs/'.length)] : schema
}

function fits(reference, value, root) {
  const schema = resolved(reference, root)
  const named = schema.type === undefined ? [] : [schema.type].flat()
  if (named.length && !named.some((type) => types[type](value))) return false
  if (schema.enum && !schema.enum.includes(value)) return false
  if (typeof value === 'string' && schema.pattern) return new RegExp(schema.pattern, 'u').test(value)
  if (typeof value === 'number') return fitsNumber(schema, value)
  if (Array.isArray(value)) return value.every((item) => fits(schema.items ?? {}, item, root))
  return types.object(value) ? fitsObject(schema, value, root) : true
}

function fitsNumber({ minimum, exclusiveMinimum }, value) {
  return (minimum ?? value) <= value && (exclusiveMinimum ?? -Infinity) < value
}

function fitsObject({ properties = {}, required = [], additionalProperties }, value, root) {
  if (!required.every((name) => name in value)) return false
  return Object.entries(value).every(([name, member]) =>
    name in properties ? fits(properties[name], member, root) : additionalProperties !== false,
  )
}

/** A Standard Schema over a document, with as little validation as the documents need. */
export function standard(document) {
  return {
    '~standard': {
      version: 1,
      vendor: 'interruptgen-benchmarks',
      validate: (value) =>
        fits(document, value, document) ? { value } : { issues: [{ message: 'Invalid value' }] },
      jsonSchema: { input: () => document, output: () => document },
    },
  }
}

/** The tool that a person has to approve. */
export const toolOf = (ai, { name, description, input, output, approve, reject, result }) =>
  ai
    .toolDefinition({
      name,
      description,
      needsApproval: true,
      inputSchema: standard(input),
      outputSchema: standard(output),
      approvalSchema: { approve: standard(approve), reject: standard(reject) },
    })
    .server(async () => result)

/** The question that the agent asks. */
export const questionOf = (ai, { id, payload, response }) =>
  ai.defineInterrupt({
    id,
    payloadSchema: standard(payload),
    responseSchema: standard(response),
  })
