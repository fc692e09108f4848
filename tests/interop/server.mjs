// A real chat() server over HTTP, with a scripted model; prints its port and serves until killed.
//
// POST /setup/<name> takes {tools: [{id, schemas, needsApproval, side, returns?, throws?, refuses?}],
//   interrupts: [{id, schemas, refuses?}], hooks: [{phase, policy, requests: [{definition, key,
//   reason, message, payload?}]}], model: [{text?, calls?: [{id, name, args}], fails?}], faults:
//   {<number of the request>: {status?} or {cutAfter?} or {silent?}}, state?, adopt?}.
// POST /chat/<name> is the endpoint of a chat. GET /log/<name> returns {executions, requests,
//   models, resolutions}.
import { createServer } from 'node:http'
import {
  chat,
  chatParamsFromRequest,
  defineInterrupt,
  mergeAgentTools,
  toServerSentEventsResponse,
} from '@tanstack/ai'
import { approval, standard } from './schema.mjs'

const setups = new Map()

/** A Standard Schema that exports a document, and refuses every value if it is told to. */
function schema(document, refuses) {
  const open = standard(document)
  if (!refuses) return open
  const validate = () => ({ issues: [{ message: 'refused by the server', path: ['there'] }] })
  return { '~standard': { ...open['~standard'], validate } }
}

function setUp(given) {
  const log = { executions: [], requests: [], models: [], resolutions: [] }
  const tools = given.tools.map(({ id, schemas, needsApproval, side, returns, throws, refuses }) => ({
    name: id,
    description: id,
    needsApproval,
    ...(schemas.input && { inputSchema: schema(schemas.input, refuses === 'input') }),
    ...(schemas.output && { outputSchema: schema(schemas.output) }),
    ...(approval(schemas, standard) && { approvalSchema: approval(schemas, standard) }),
    ...(side === 'server' && {
      execute: async (input) => {
        log.executions.push([id, input])
        if (throws) throw new Error(throws)
        return returns
      },
    }),
  }))
  const interrupts = given.interrupts.map(({ id, schemas, refuses }) =>
    defineInterrupt({
      id,
      ...(schemas.payload && { payloadSchema: schema(schemas.payload) }),
      ...(schemas.response && { responseSchema: schema(schemas.response, refuses) }),
    }),
  )
  const definitions = Object.fromEntries(interrupts.map((one) => [one.id, one]))
  const middleware = given.hooks.map(({ phase, policy, requests }, index) => ({
    name: `hook-${index}`,
    onInterruptBoundary: (ctx) => {
      if (ctx.phase !== phase || ctx.iteration !== 0 || ctx.parentRunId !== undefined) return undefined
      return {
        interrupts: requests.map(({ definition, ...request }) =>
          definitions[definition].interrupt(request),
        ),
      }
    },
    onInterruptResolution: (ctx, answers) => {
      log.resolutions.push(answers.all().map(({ request, status, response }) => ({
        definitionId: request.definition.id,
        status,
        response,
      })))
      return policy === undefined ? undefined : { toolResume: policy }
    },
  }))
  return { given, log, tools, interrupts, middleware, turn: 0 }
}

/** A model that follows the script of a setup. */
function adapter(setup) {
  return {
    kind: 'text',
    name: 'scripted',
    model: 'scripted',
    async *chatStream({ messages }) {
      setup.log.models.push(messages)
      const turn = setup.given.model[setup.turn] ?? { text: 'Nothing more.' }
      const number = setup.turn++
      const runId = `model-${number}`
      if (turn.fails) throw new Error(turn.fails)
      yield { type: 'RUN_STARTED', runId, threadId: 'model', timestamp: Date.now() }
      const messageId = `m${number}`
      if (turn.text) {
        yield { type: 'TEXT_MESSAGE_START', messageId, role: 'assistant', timestamp: Date.now() }
        for (const delta of turn.text.match(/.{1,5}/gu))
          yield { type: 'TEXT_MESSAGE_CONTENT', messageId, delta, timestamp: Date.now() }
        yield { type: 'TEXT_MESSAGE_END', messageId, timestamp: Date.now() }
      }
      for (const [index, { id, name, args }] of (turn.calls ?? []).entries()) {
        yield {
          type: 'TOOL_CALL_START',
          toolCallId: id,
          toolCallName: name,
          toolName: name,
          parentMessageId: messageId,
          index,
          timestamp: Date.now(),
        }
        yield { type: 'TOOL_CALL_ARGS', toolCallId: id, delta: JSON.stringify(args), timestamp: Date.now() }
        yield { type: 'TOOL_CALL_END', toolCallId: id, toolCallName: name, toolName: name, input: args, timestamp: Date.now() }
      }
      const finishReason = turn.calls?.length ? 'tool_calls' : 'stop'
      yield { type: 'RUN_FINISHED', runId, threadId: 'model', finishReason, timestamp: Date.now() }
    },
    structuredOutput: async () => ({ data: {}, rawText: '{}' }),
  }
}

async function run(setup, request) {
  const params = await chatParamsFromRequest(request)
  const stream = chat({
    adapter: adapter(setup),
    messages: params.messages,
    threadId: params.threadId,
    runId: params.runId,
    ...(params.parentRunId !== undefined && { parentRunId: params.parentRunId }),
    ...(params.resume !== undefined && { resume: params.resume }),
    tools: setup.given.adopt ? mergeAgentTools(setup.tools, params.tools) : setup.tools,
    interrupts: setup.interrupts,
    middleware: setup.middleware,
    ...(setup.given.state !== undefined && { state: setup.given.state }),
  })
  return toServerSentEventsResponse(stream)
}

async function body(incoming) {
  const chunks = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Send a response, or as much of it as a fault lets through. */
async function deliver(response, outgoing, fault) {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  let left = fault?.cutAfter ?? Infinity
  for await (const chunk of response.body ?? []) {
    const part = Buffer.from(chunk).subarray(0, left)
    left -= part.length
    await new Promise((resolve) => outgoing.write(part, resolve))
    if (left <= 0) return outgoing.destroy()
  }
  outgoing.end()
}

async function answer(incoming, outgoing) {
  const [, what, name] = incoming.url.split('/')
  const data = await body(incoming)
  if (what === 'setup') {
    setups.set(name, setUp(JSON.parse(data)))
    return outgoing.end('{}')
  }
  const setup = setups.get(name)
  if (what === 'log') return outgoing.end(JSON.stringify(setup.log))
  const fault = setup.given.faults?.[setup.log.requests.length]
  setup.log.requests.push(JSON.parse(data))
  if (fault?.status) return outgoing.writeHead(fault.status).end('no')
  if (fault?.silent) return undefined
  const request = new Request(`http://localhost${incoming.url}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: data,
  })
  const response = await run(setup, request).catch((error) => {
    if (error instanceof Response) return error
    return new Response(String(error), { status: 500 })
  })
  return deliver(response, outgoing, fault)
}

const server = createServer((incoming, outgoing) => {
  answer(incoming, outgoing).catch((error) => {
    process.stderr.write(`${error.stack}\n`)
    outgoing.destroy()
  })
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
process.stdin.resume().on('end', () => process.exit(0))
