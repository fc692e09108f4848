// Programs of operations on standard input -> what the real InterruptManager makes of them.
//
// In: {interrupts, tools, programs: [{hydration, ops, outcomes}]} with ops as in the recorded cases
// Out, up to the first submission that succeeds: [{initial, steps: [{op, after, threw?, visited?}], final, submitted}]
import { InterruptManager } from '@tanstack/ai-client'
import { defineInterrupt } from '@tanstack/ai/client'
import { approval, readInput, standard } from './schema.mjs'

const { interrupts, tools, programs } = await readInput()
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

const SHOWN = ['id', 'kind', 'status', 'canResolve', 'threadId', 'interruptedRunId', 'generation']
const TYPED = ['toolName', 'toolCallId', 'originalArgs', 'definitionId', 'key', 'payload', 'binding']
const marked = (value) => (value === undefined ? { $undefined: true } : value)

function shown(item) {
  const names = [...SHOWN, ...TYPED.filter((name) => name in item)]
  const members = names.map((name) => [name, marked(item[name])])
  return { ...Object.fromEntries(members), errors: item.errors, has_controls: 'cancel' in item }
}

async function perform({ hydration, ops, outcomes }) {
  const submitted = []
  const left = [...outcomes]
  let isOver = false
  const manager = new InterruptManager({
    ...known,
    submit: async (submission) => {
      submitted.push(submission)
      const outcome = left.shift() ?? { outcome: 'ok' }
      if (outcome.outcome === 'throw') throw new Error(outcome.message)
      if (outcome.outcome === 'errors') throw { errors: outcome.errors }
      isOver = true
    },
  })
  const item = (id) => manager.getInterrupts().find((one) => one.id === id)
  const state = () => ({
    interrupts: manager.getInterrupts().map(shown),
    interruptErrors: manager.getInterruptErrors(),
    resuming: manager.getResuming(),
    submissions: submitted.length,
  })
  const act = (target, { do: what, args, value, message }) => {
    if (what === 'resolve') target.resolveInterrupt(...args)
    else if (what === 'cancel') target.cancel()
    else if (what === 'clear') target.clearResolution()
    else if (what === 'throw') throw new Error(message)
    else if (what === 'return') return value
    return undefined
  }
  const operations = {
    resolve: ({ id, args }) => item(id).resolveInterrupt(...args),
    cancel: ({ id }) => item(id).cancel(),
    clear: ({ id }) => item(id).clearResolution(),
    bulk: ({ value }) => manager.resolve(value),
    cancelAll: () => manager.cancel(),
    retry: () => manager.retry(),
    clientToolOutput: ({ toolCallId, output }) => manager.resolveClientToolOutput(toolCallId, output),
    callback: ({ actions }, step) => {
      const visited = []
      manager.resolve((one) => {
        visited.push(one.id)
        return act(one, actions[one.id] ?? { do: 'nothing' })
      })
      step.visited = visited
    },
    settle: () => new Promise((resolve) => setTimeout(resolve, 0)),
  }
  manager.hydrate(hydration)
  const initial = state()
  const steps = []
  for (const op of ops) {
    const step = { op }
    try {
      const result = operations[op.op](op, step)
      if (op.op === 'settle') await result
    } catch (error) {
      step.threw = String(error)
    }
    steps.push({ ...step, after: state() })
    if (op.op === 'settle' && isOver) break
  }
  await operations.settle()
  return { initial, steps, final: state(), submitted }
}

const performed = []
for (const program of programs) performed.push(await perform(program))
process.stdout.write(JSON.stringify(performed))
