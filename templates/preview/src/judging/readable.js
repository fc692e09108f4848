// A value -> why the server cannot even read it as JSON, whatever the schema says.
import { isObject } from './values.js'

/** How many lists and objects the server reads inside one another. */
const DEEPEST = 128

/** The first fault with its `path` and `message`, or null. */
export function unreadable(value, path = []) {
  if (typeof value === 'string') return isBroken(value) ? fault(path) : null
  if (!Array.isArray(value) && !isObject(value)) return null
  if (path.length >= DEEPEST) {
    return { path, message: `There are more than ${DEEPEST} lists and groups inside one another.` }
  }
  for (const [name, one] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (typeof name === 'string' && isBroken(name)) return fault(path)
    const found = unreadable(one, [...path, name])
    if (found) return found
  }
  return null
}

/** Whether a value is nested so deeply that the server does not read it. */
export function isTooDeep(value, room = DEEPEST) {
  if (value === null || typeof value !== 'object') return false
  return room === 0 || Object.values(value).some((one) => isTooDeep(one, room - 1))
}

function isBroken(text) {
  return /\p{Surrogate}/u.test(text)
}

function fault(path) {
  return { path, message: 'Has half of a character, which no text can carry.' }
}
