// Answers on standard input -> what AG-UI's HttpAgent gets for them.
//
// In: {url, threadId, answers: [{status, payload?}]}. Out: [{outcome, interrupts, code}] of the run
// that pauses and of its continuation, in which each interrupt gets the answer at its place.
import { HttpAgent } from '@ag-ui/client'
import { readInput } from './schema.mjs'

const { url, threadId, answers } = await readInput()
const agent = new HttpAgent({ url, threadId })
agent.addMessage({ id: 'u', role: 'user', content: 'Go' })
const seen = []

async function run(parameters) {
  const result = { outcome: null, interrupts: [], code: null }
  await agent
    .runAgent(parameters, {
      onRunFinishedEvent: ({ outcome, interrupts = [] }) =>
        void Object.assign(result, { outcome, interrupts }),
      onRunErrorEvent: ({ event }) => void (result.code = event.code),
    })
    .catch((error) => void (result.code ??= error.message))
  seen.push(result)
  return result
}

const { interrupts } = await run({})
const resume = answers.map((answer, place) => ({ interruptId: interrupts[place].id, ...answer }))
await run({ resume })
process.stdout.write(JSON.stringify(seen))
process.exit(0)
