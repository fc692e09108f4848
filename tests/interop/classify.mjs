// Batches of descriptors on standard input -> how the real InterruptManager classifies each item.
//
// In: {threadId, runId, batches: [[descriptor]], interrupts: [{id, schemas}], tools: [{id, schemas, needsApproval}]}
// Out: [[{id, kind, status, canResolve, typed, codes}]] for what is shown; the rest is hidden
import { InterruptManager } from '@tanstack/ai-client'
import { defineInterrupt } from '@tanstack/ai/client'
import { approval, readInput, standard } from './schema.mjs'

const { threadId, runId, batches, interrupts, tools } = await readInput()
const known = {
  interrupts: interrupts.map(({ id, schemas }) =>
    defineInterrupt({
      id,
      ...(schemas.payload && { payloadSchema: standard(schemas.payload) }),
      ...(schemas.response && { responseSchema: standard(schemas.response) }),
    }),
  ),
  tools: tools.map(({ id, schemas, needsApproval }) => ({
    name: id,
    __toolSide: 'client',
    needsApproval,
    inputSchema: schemas.input && standard(schemas.input),
    outputSchema: schemas.output && standard(schemas.output),
    approvalSchema: approval(schemas, standard),
  })),
}
const classified = batches.map((descriptors) => {
  const manager = new InterruptManager({ ...known, submit: async () => {} })
  manager.hydrate({ threadId, interruptedRunId: runId, generation: 0, interrupts: descriptors })
  return manager.getInterrupts().map((item) => ({
    id: item.id,
    kind: item.kind,
    status: item.status,
    canResolve: item.canResolve,
    typed: item.toolName !== undefined || item.definitionId !== undefined,
    codes: item.errors.map(({ code }) => code),
  }))
})
process.stdout.write(JSON.stringify(classified))
