// A decision before and after -> the places that differ, for people to read.
import { identity, isObject } from './judging/values.js'

const SHOWN = 200
const SILENT = new Set(['examples', 'earlier', 'hashes', 'source', 'name', 'kind'])

/** The places, each with what stood there as text; undefined where nothing stood. */
export function differences(before, after) {
  const found = []
  walk(parts(before), parts(after), [], found)
  return found
}

/** What a person sees of a decision, by the names of the source. */
function parts(one) {
  const { shown, forms, ...rest } = one
  const others = Object.entries(rest).filter(([name]) => !SILENT.has(name))
  const slots = [shown, ...forms].map(({ name, schema }) => [name, schema ?? undefined])
  return Object.fromEntries([...others, ...slots])
}

function walk(one, other, path, found) {
  if (one !== undefined && other !== undefined && identity(one) === identity(other)) return
  if (isObject(one) && isObject(other)) {
    for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
      walk(own(one, name), own(other, name), [...path, name], found)
    }
  } else if (one !== undefined || other !== undefined) {
    found.push({ path: path.join(' › '), before: text(one), after: text(other) })
  }
}

function own(object, name) {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

function text(value) {
  if (value === undefined || value === null) return undefined
  const shown = typeof value === 'string' ? value : JSON.stringify(value)
  return shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown
}
