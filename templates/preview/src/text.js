// Texts as people may read them: nothing hidden, nothing reordered.

const INVISIBLE =
  /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u3164\ufe00-\ufe0f\uffa0\u{e0100}-\u{e01ef}]/gu
const TOKEN = /\{\{|\}\}|\{([^{}]+)\}/g
const LONGEST = 50_000

/** The text with an escape for every character without a glyph of its own. */
export function visible(text) {
  return String(text).replace(INVISIBLE, escaped)
}

/** The same, with its lines left as they are. */
export function readable(text) {
  return String(text).replace(INVISIBLE, (one) => (one === '\n' ? one : escaped(one)))
}

/** A value as JSON, in which nothing is hidden; `rest` is how much too long it is to be shown. */
export function shownJson(value) {
  const text = JSON.stringify(sorted(value), null, 2)
  const shown = text
    .slice(0, LONGEST)
    .replace(INVISIBLE, (one) => (one === '\n' ? one : units(one)))
  return { shown, rest: Math.max(0, text.length - LONGEST) }
}

function escaped(character) {
  const code = character.codePointAt(0)
  return code <= 0xffff ? units(character) : `\\u{${code.toString(16)}}`
}

function units(character) {
  const codes = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return codes.map((code) => `\\u${code.toString(16).padStart(4, '0')}`).join('')
}

/** A tool's message, filled from the arguments of a call as the server fills it. */
export function fill(template, values) {
  return template.replace(TOKEN, (token, path) =>
    path === undefined ? token[0] : visible(shown(lookUp(values, path))),
  )
}

function lookUp(values, path) {
  return path.split('.').reduce((value, name) => {
    const has = value !== null && typeof value === 'object' && Object.hasOwn(value, name)
    return has && !Array.isArray(value) ? value[name] : undefined
  }, values)
}

function shown(value) {
  if (value === undefined) return '—'
  return typeof value === 'string' ? value : JSON.stringify(sorted(value))
}

/** The value with the members of objects in the order of canonical JSON. */
export function sorted(value) {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  const names = Object.keys(value).sort()
  const members = names.map((name) => [name, sorted(value[name])])
  return Object.fromEntries(members)
}

/** Where a decision stands in the page. */
export function anchor({ kind, id }) {
  const letters = Array.from(id, (one) => (/[\w-]/.test(one) ? one : `.${one.codePointAt(0)}`))
  return `${kind}-${letters.join('')}`
}

/** A number of seconds in words. */
export function duration(seconds) {
  const units = [
    [604800, 'week'],
    [86400, 'day'],
    [3600, 'hour'],
    [60, 'minute'],
  ]
  const [size, unit] = units.find(([one]) => seconds % one === 0) ?? [1, 'second']
  const count = seconds / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
