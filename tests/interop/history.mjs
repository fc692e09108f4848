// Streams of events on standard input -> the messages that TanStack AI's client would send next.
//
// In: [[[event]]], the responses of one thread for each case. Out: [[message]].
import { StreamProcessor, restoreInboundChunk, uiMessagesToWire } from '@tanstack/ai/client'
import { readInput } from './schema.mjs'

console.warn = console.error = () => {}

const found = []
for (const responses of await readInput()) {
  const processor = new StreamProcessor()
  for (const events of responses) {
    processor.addUserMessage('Go')
    processor.prepareAssistantMessage()
    for (const event of events) processor.processChunk(restoreInboundChunk(event))
    processor.finalizeStream()
  }
  found.push(uiMessagesToWire(processor.getMessages()))
}
process.stdout.write(JSON.stringify(found))
