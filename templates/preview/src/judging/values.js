// JSON values compared and ordered: equal are those that JSON Schema calls equal.

/** What tells a value from all that are not equal to it. */
export function identity(value) {
  if (Array.isArray(value)) return `[${value.map(identity).join()}]`
  if (!isObject(value)) return JSON.stringify(value === 0 ? 0 : value)
  const members = Object.keys(value).sort()
  return `{${members.map((name) => `${JSON.stringify(name)}:${identity(value[name])}`).join()}}`
}

/** Whether a value is an object of JSON. */
export function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** The type of a value, as JSON Schema names it. */
export function typeOf(value) {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return typeof value
}
