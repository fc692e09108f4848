// {modules, tool, question, cases, seconds} on standard input -> validations per CPU second.
import { load, questionOf, readInput, toolOf } from './peer.mjs'

const given = await readInput()
const ai = await load(given.modules)
const tools = [toolOf(ai, given.tool)]
const definition = questionOf(ai, given.question)

/** What was pending, with the definition that a generic interrupt is checked against. */
function revived(batch) {
  const pending = batch.pending.map(({ genericRequest, ...record }) =>
    genericRequest ? { ...record, genericRequest: { ...genericRequest, definition } } : record,
  )
  return { ...batch, pending, tools }
}

async function seconds(batch, count) {
  const start = process.cpuUsage()
  for (let i = 0; i < count; i++) await ai.validateInterruptResumeBatch(batch)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1e6
}

const rates = {}
for (const [name, raw] of Object.entries(given.cases)) {
  const batch = revived(raw)
  const { errors } = await ai.validateInterruptResumeBatch(batch)
  if (errors.length) throw new Error(`${name}: ${errors[0].message}`)
  let count = 1
  for (let spent = 0; spent < given.seconds; count *= 2) spent = await seconds(batch, count)
  rates[name] = count / (await seconds(batch, count))
}
process.stdout.write(JSON.stringify(rates))
