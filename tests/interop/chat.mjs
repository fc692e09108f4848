// A conversation on standard input -> what the real ChatClient shows after each of its steps.
//
// In: {url, threadId, interrupts: [{id, schemas}], tools: [{id, schemas, needsApproval, returns?}],
//      steps: [[operation]]}, where an operation is {do: 'say', text}, {do: 'resolve', item, args},
//      {do: 'cancel', item}, {do: 'cancelAll'}, {do: 'stop'}, {do: 'retry'}, {do: 'reload'} or
//      {do: 'forge', resume}; `item` is a place in the list.
// Out: [{interrupts, errors, calls}], one for each step.
import { ChatClient, fetchServerSentEvents } from '@tanstack/ai-client'
import { defineInterrupt } from '@tanstack/ai/client'
import { approval, readInput, standard } from './schema.mjs'

const given = await readInput()
const start = (restored) => new ChatClient({
  ...restored,
  threadId: given.threadId,
  connection: fetchServerSentEvents(given.url),
  interrupts: given.interrupts.map(({ id, schemas }) =>
    defineInterrupt({
      id,
      ...(schemas.payload && { payloadSchema: standard(schemas.payload) }),
      ...(schemas.response && { responseSchema: standard(schemas.response) }),
    }),
  ),
  tools: given.tools.map(({ id, schemas, needsApproval, returns }) => ({
    name: id,
    description: id,
    __toolSide: 'client',
    needsApproval,
    inputSchema: schemas.input && standard(schemas.input),
    outputSchema: schemas.output && standard(schemas.output),
    approvalSchema: approval(schemas, standard),
    ...(returns !== undefined && { execute: async () => returns }),
  })),
})

let client = start({})

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** Wait until nothing is loading for a while. */
async function settled() {
  for (let quiet = 0; quiet < 5; ) {
    await pause(10)
    quiet = client.getIsLoading() ? 0 : quiet + 1
  }
}

/** What a page keeps while it is loaded again. */
function reloaded() {
  const pendingInterrupts = JSON.parse(JSON.stringify(client.interruptManager.getDescriptors()))
  const resumeState = client.getResumeState()
  return {
    initialMessages: client.getMessages(),
    initialResumeSnapshot: { resumeState, pendingInterrupts },
  }
}

async function operate({ do: what, item, args = [], text, resume }) {
  const interrupts = client.getInterrupts()
  if (what === 'say') await client.sendMessage(text).catch(() => {})
  else if (what === 'resolve') interrupts[item].resolveInterrupt(...args)
  else if (what === 'cancel') interrupts[item].cancel()
  else if (what === 'cancelAll') client.cancelInterrupts()
  else if (what === 'stop') client.stop()
  else if (what === 'forge') await client.resumeInterruptsUnsafe(resume).catch(() => {})
  else if (what === 'reload') client = start(reloaded())
  else client.retryInterrupts()
}

function shown() {
  const parts = client.getMessages().flatMap(({ parts }) => parts)
  return {
    interrupts: client.getInterrupts().map((one) => ({
      kind: one.kind,
      status: one.status,
      canResolve: one.canResolve,
      typed: one.toolName !== undefined || one.definitionId !== undefined,
      errors: one.errors.map(({ code }) => code),
    })),
    errors: client.getInterruptState().interruptErrors.map(({ code }) => code),
    calls: parts
      .filter(({ type }) => type === 'tool-call')
      .map(({ id, state, output }) => ({ id, state, output })),
    results: parts
      .filter(({ type }) => type === 'tool-result')
      .map(({ toolCallId, content }) => ({ toolCallId, content })),
    text: parts.filter(({ type }) => type === 'text').map(({ content }) => content),
  }
}

const seen = []
for (const step of given.steps) {
  for (const operation of step) await operate(operation)
  await settled()
  seen.push(shown())
}
process.stdout.write(JSON.stringify(seen))
process.exit(0)
