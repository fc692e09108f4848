// What is wrong with a value, for a person who has entered it.
import { typeOf } from './values.js'

const TYPES = {
  array: 'a list',
  boolean: 'yes or no',
  integer: 'a whole number',
  null: 'nothing (null)',
  number: 'a number',
  object: 'a group of fields',
  string: 'text',
}
const SHOWN = 60

/** A wrong type in words. */
export function wrongType(types, value) {
  return `Must be ${listed(types.map((type) => TYPES[type] ?? type))}, not ${TYPES[typeOf(value)]}.`
}

/** A value that is none of those allowed, in words. */
export function notAllowed(values) {
  if (values.length === 1) return `Must be ${short(values[0])}.`
  const shown = values.slice(0, 8).map(short)
  const rest = values.length > 8 ? ` and ${values.length - 8} others` : ''
  return `Must be one of ${shown.join(', ')}${rest}.`
}

/** A number of things in words. */
export function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`
}

function listed(words) {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

function short(value) {
  const text = JSON.stringify(value)
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}
