// Definitions on standard input -> the hashes that the real packages compute for them.
//
// In: [{section: "interrupts" | "tools", id, schemas: {slot: document}}]
// Out: [{id, raw?: {slot: hash}, wrapped: {slot: hash}}]; tools take raw documents as well.
import {
  defineInterrupt,
  hashInterruptDefinitionSchema,
  hashSchemaInput,
  normalizeApprovalSchema,
} from '@tanstack/ai/client'
import { approval, readInput, standard } from './schema.mjs'

function interruptHashes({ id, schemas }) {
  const payload = schemas.payload && standard(schemas.payload)
  const response = schemas.response && standard(schemas.response)
  defineInterrupt({
    id,
    ...(payload && { payloadSchema: payload }),
    ...(response && { responseSchema: response }),
  })
  return {
    ...(payload && { payload: hashInterruptDefinitionSchema(payload) }),
    ...(response && { response: hashInterruptDefinitionSchema(response) }),
  }
}

function toolHashes({ schemas, needsApproval }, wrap) {
  const input = schemas.input && wrap(schemas.input)
  const output = schemas.output && wrap(schemas.output)
  const hashes = { input: hashSchemaInput(input), output: hashSchemaInput(output) }
  if (!needsApproval) return hashes
  const normal = normalizeApprovalSchema(approval(schemas, wrap), input)
  return {
    ...hashes,
    approval: normal.approvalSchemaHash,
    approvalResponse: normal.responseSchemaHash,
  }
}

const definitions = await readInput()
const answers = definitions.map((one) =>
  one.section === 'interrupts'
    ? { id: one.id, wrapped: interruptHashes(one) }
    : {
        id: one.id,
        raw: toolHashes(one, (document) => document),
        wrapped: toolHashes(one, standard),
      },
)
process.stdout.write(JSON.stringify(answers))
