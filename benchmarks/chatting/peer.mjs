// {modules, batch, stream, rounds} on standard input -> {batch: [ms], stream: [ms]}, one each round.
//
// `batch` is {threadId, runId, descriptors, tool}; `stream` is the text of a response.
import { pathToFileURL } from 'node:url'

const chunks = []
for await (const chunk of process.stdin) chunks.push(chunk)
const { modules, batch, stream, rounds } = JSON.parse(Buffer.concat(chunks).toString('utf8'))
const { ChatClient, InterruptManager, fetchServerSentEvents } = await import(
  pathToFileURL(`${modules}/@tanstack/ai-client/dist/esm/index.js`).href
)

/** A Standard Schema that exports a document and accepts every value. */
const standard = (document) => ({
  '~standard': {
    version: 1,
    vendor: 'benchmark',
    validate: (value) => ({ value }),
    jsonSchema: { input: () => document, output: () => document },
  },
})

const tool = {
  name: batch.tool.name,
  __toolSide: 'client',
  needsApproval: true,
  inputSchema: standard(batch.tool.input),
  approvalSchema: { approve: standard(batch.tool.approve), reject: standard(batch.tool.reject) },
}

async function answerBatch() {
  let sent
  const manager = new InterruptManager({
    interrupts: [],
    tools: [tool],
    submit: async (submission) => void (sent = submission),
  })
  manager.hydrate({
    threadId: batch.threadId,
    interruptedRunId: batch.runId,
    generation: 0,
    interrupts: batch.descriptors,
  })
  for (const one of manager.getInterrupts()) one.resolveInterrupt(true, { payload: batch.payload })
  while (sent === undefined) await null
  if (sent.resolutions.length !== batch.descriptors.length) throw new Error('not all were answered')
}

async function readStream() {
  globalThis.fetch = async () =>
    new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
  const client = new ChatClient({ connection: fetchServerSentEvents('http://localhost/') })
  await client.sendMessage('Go')
  const parts = client.getMessages().flatMap((message) => message.parts)
  if (parts.length < 2) throw new Error('the stream was not read')
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const found = { batch: [], stream: [] }
await answerBatch()
await readStream()
for (let round = 0; round < rounds; round++) {
  found.batch.push(await timed(answerBatch))
  found.stream.push(await timed(readStream))
}
process.stdout.write(JSON.stringify(found))
process.exit(0)
