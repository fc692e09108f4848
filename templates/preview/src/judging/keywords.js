// The keywords of JSON Schema 2020-12 that look at the value alone -> what they have against it.
import { isMultiple } from './numbers.js'
import { matches } from './pattern.js'
import { identity, isObject, typeOf } from './values.js'
import { counted, notAllowed, wrongType } from './wording.js'

const ok = null

/** By keyword: what it has against a value, or null. */
export const ASSERTIONS = {
  type(type, value) {
    const types = Array.isArray(type) ? type : [type]
    return types.some((one) => isOfType(one, value)) ? ok : wrongType(types, value)
  },
  const: (expected, value) => (isEqual(expected, value) ? ok : notAllowed([expected])),
  enum: (allowed, value) => (allowed.some((one) => isEqual(one, value)) ? ok : notAllowed(allowed)),
  minimum: numeric((value, bound) => value >= bound, 'Must be at least'),
  maximum: numeric((value, bound) => value <= bound, 'Must be at most'),
  exclusiveMinimum: numeric((value, bound) => value > bound, 'Must be more than'),
  exclusiveMaximum: numeric((value, bound) => value < bound, 'Must be less than'),
  multipleOf: numeric(isMultiple, 'Must be a multiple of'),
  minLength(least, value) {
    if (typeof value !== 'string' || length(value) >= least) return ok
    return `Must have at least ${counted(least, 'character', 'characters')}.`
  },
  maxLength(most, value) {
    if (typeof value !== 'string' || length(value) <= most) return ok
    return `Must have at most ${counted(most, 'character', 'characters')}.`
  },
  pattern(pattern, value) {
    if (typeof value !== 'string' || matches(pattern, value)) return ok
    return `Must match the pattern ${pattern}`
  },
  minItems(least, value) {
    if (!Array.isArray(value) || value.length >= least) return ok
    return `Must have at least ${counted(least, 'item', 'items')}.`
  },
  maxItems(most, value) {
    if (!Array.isArray(value) || value.length <= most) return ok
    return `Must have at most ${counted(most, 'item', 'items')}.`
  },
  uniqueItems(isUnique, value) {
    if (!isUnique || !Array.isArray(value)) return ok
    return new Set(value.map(identity)).size === value.length ? ok : 'No two items may be equal.'
  },
  minProperties(least, value) {
    if (!isObject(value) || Object.keys(value).length >= least) return ok
    return `Must have at least ${counted(least, 'field', 'fields')}.`
  },
  maxProperties(most, value) {
    if (!isObject(value) || Object.keys(value).length <= most) return ok
    return `Must have at most ${counted(most, 'field', 'fields')}.`
  },
}

function isOfType(type, value) {
  if (type === 'integer') return Number.isInteger(value)
  return typeOf(value) === type
}

function isEqual(one, other) {
  return identity(one) === identity(other)
}

function numeric(holds, words) {
  return (bound, value) =>
    typeof value !== 'number' || holds(value, bound) ? ok : `${words} ${bound}.`
}

function length(text) {
  let count = 0
  for (const _ of text) count += 1
  return count
}
