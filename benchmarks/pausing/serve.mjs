// The setup on standard input -> an HTTP server on a free port, which is written as the first line.
//
// Each path is one kind of work: /approval, /generic, /text and /hold.
import { createServer } from 'node:http'
import { load, questionOf, readInput, toolOf } from './peer.mjs'

const setup = await readInput()
const ai = await load(setup.modules)
const tool = toolOf(ai, setup.tool)
const question = questionOf(ai, setup.question)

function* words(texts) {
  yield { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' }
  for (const delta of texts) yield { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta }
  yield { type: 'TEXT_MESSAGE_END', messageId: 'm' }
}

function* call(id) {
  const { name, arguments: given } = setup.tool
  yield { type: 'TOOL_CALL_START', toolCallId: id, toolCallName: name, parentMessageId: 'm' }
  yield { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify(given) }
  yield { type: 'TOOL_CALL_END', toolCallId: id }
}

function* answer(path, messages) {
  const last = messages.at(-1)
  if (path === '/text') yield* words(Array(setup.deltas).fill(setup.delta))
  else if (path === '/approval' && last.role !== 'tool') {
    yield* words([setup.opening])
    yield* call('c1')
    return 'tool_calls'
  } else yield* words([setup.closing])
  return 'stop'
}

const adapter = (path) => ({
  kind: 'text',
  name: 'scripted',
  model: 'scripted',
  async *chatStream({ messages, runId, threadId }) {
    yield { type: 'RUN_STARTED', runId, threadId }
    if (path === '/hold') {
      yield { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' }
      yield { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: setup.opening }
      await new Promise(() => {})
    }
    const finishReason = yield* answer(path, messages)
    yield { type: 'RUN_FINISHED', runId, threadId, finishReason }
  },
})

const asking = {
  name: 'asking',
  onInterruptBoundary: ({ phase, parentRunId }) =>
    phase === 'beforeModel' && parentRunId === undefined
      ? { interrupts: [question.interrupt(setup.question.request)] }
      : undefined,
}

const options = {
  '/approval': { tools: [tool] },
  '/generic': { interrupts: [question], middleware: [asking] },
  '/text': {},
  '/hold': {},
}
const adapters = Object.fromEntries(Object.keys(options).map((path) => [path, adapter(path)]))

async function body(request) {
  const chunks = []
  for await (const chunk of request) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString('utf8'))
}

async function serve(request, response) {
  const given = await ai.chatParamsFromRequestBody(await body(request))
  const { messages, threadId, runId, parentRunId, resume } = given
  const abortController = new AbortController()
  const stream = ai.chat({
    adapter: adapters[request.url],
    ...options[request.url],
    ...{ messages, threadId, runId, abortController },
    ...(parentRunId && { parentRunId }),
    ...(resume && { resume }),
  })
  const answered = ai.toServerSentEventsResponse(stream, { abortController })
  response.writeHead(answered.status, Object.fromEntries(answered.headers))
  const reader = answered.body.getReader()
  response.on('close', () => reader.cancel().catch(() => {}))
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    response.write(part.value)
  }
  response.end()
}

const server = createServer((request, response) =>
  serve(request, response).catch((error) => {
    console.error(error)
    response.destroy()
  }),
)
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => console.log(server.address().port))
