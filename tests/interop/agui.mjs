// Recorded responses on standard input -> how the real HttpAgent of AG-UI takes each of them.
//
// In: [{threadId, runId, text}]. Out: ['accepted' or the error's message].
import { HttpAgent } from '@ag-ui/client'
import { readInput } from './schema.mjs'

const verdicts = []
for (const { threadId, runId, text } of await readInput()) {
  globalThis.fetch = async () =>
    new Response(text, { headers: { 'content-type': 'text/event-stream' } })
  const agent = new HttpAgent({ url: 'http://localhost/', threadId })
  let failure
  await agent
    .runAgent({ runId }, { onRunFailed: ({ error }) => void (failure = error.message) })
    .catch((error) => (failure = error.message))
  verdicts.push(failure ?? 'accepted')
}
process.stdout.write(JSON.stringify(verdicts))
process.exit(0)
