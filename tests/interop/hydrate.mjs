// A batch of descriptors on standard input -> how the real InterruptManager classifies it.
//
// In: {threadId, runId, descriptors, interrupts: [{id, schemas}], tools: [{id, schemas, needsApproval}]}
// Out: [{id, kind, status, canResolve, toolName?, definitionId?, key?, payload?}]
import { InterruptManager } from '@tanstack/ai-client'
import { defineInterrupt } from '@tanstack/ai/client'
import { approval, readInput, standard } from './schema.mjs'

const batch = await readInput()
const manager = new InterruptManager({
  interrupts: batch.interrupts.map(({ id, schemas }) =>
    defineInterrupt({
      id,
      ...(schemas.payload && { payloadSchema: standard(schemas.payload) }),
      ...(schemas.response && { responseSchema: standard(schemas.response) }),
    }),
  ),
  tools: batch.tools.map(({ id, schemas, needsApproval }) => ({
    name: id,
    __toolSide: 'client',
    needsApproval,
    inputSchema: schemas.input && standard(schemas.input),
    outputSchema: schemas.output && standard(schemas.output),
    approvalSchema: approval(schemas, standard),
  })),
  submit: async () => {},
})
manager.hydrate({
  threadId: batch.threadId,
  interruptedRunId: batch.runId,
  generation: 0,
  interrupts: batch.descriptors,
})
const visible = manager.getInterrupts().map((item) => ({
  id: item.id,
  kind: item.kind,
  status: item.status,
  canResolve: item.canResolve,
  ...(item.toolName !== undefined && { toolName: item.toolName }),
  ...(item.definitionId !== undefined && { definitionId: item.definitionId, key: item.key }),
  ...(item.payload !== undefined && { payload: item.payload }),
}))
const hidden = batch.descriptors
  .filter(({ id }) => !visible.some((item) => item.id === id))
  .map(({ id, toolCallId }) => ({
    id,
    kind: 'hidden-client-tool',
    canResolve: toolCallId !== undefined && manager.resolveClientToolOutput(toolCallId, null),
  }))
process.stdout.write(JSON.stringify({ visible, hidden }))
