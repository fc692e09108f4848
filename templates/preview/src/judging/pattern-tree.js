// A regular expression as ECMAScript's flag `u` reads it -> a tree of what it is made of.
//
// Nodes: `character` (a test of one code point), `sequence`, `choice`, `repeat`, `edge` (`^`, `$`,
// `\b`, `\B`), `look` (ahead or behind), `group` and `back` (to a group). Single characters and classes are left to the browser's
// own engine, which cannot take long over one character.
import { Undecided } from './undecided.js'

const CLASS = /\[(?:\\[^]|[^\]\\])*\]/y
const ESCAPE =
  /\\(?:u\{[\da-fA-F]+\}|u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[a-zA-Z]|[pP]\{[^}]*\}|[^])/uy
const COUNT = /\{(\d+)(,?)(\d*)\}/y
const GROUP = /\((?:\?(?::|=|!|<=|<!|<[\p{ID_Start}_$][\p{ID_Continue}$]*>))?/uy
const BACK = /\\([1-9]\d*)/y
const MARKS = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] }
const LOOKS = {
  '(?=': { isBehind: false, isNegative: false },
  '(?!': { isBehind: false, isNegative: true },
  '(?<=': { isBehind: true, isNegative: false },
  '(?<!': { isBehind: true, isNegative: true },
}

/** The tree of a pattern; raises `Undecided` for what cannot be matched in bounded time. */
export function tree(pattern) {
  const reader = new Reader(pattern)
  const node = reader.choice()
  if (reader.at < pattern.length) throw new Undecided(`the pattern ${pattern} cannot be read here`)
  return node
}

/** A pattern without escapes of characters that need none, which the flag `u` does not allow. */
export function plainEscapes(pattern) {
  let isSet = false
  return pattern.replace(/\\([^])|[[\]]/g, (token, escaped) => {
    if (escaped === undefined) {
      isSet = token === '['
      return token
    }
    const isNeeded = /[\w^$\\.*+?()[\]{}|/]/.test(escaped) || (isSet && escaped === '-')
    return isNeeded && escaped !== '_' ? token : escaped
  })
}

class Reader {
  constructor(pattern) {
    this.pattern = pattern
    this.at = 0
    this.groups = 0
  }

  take(expression) {
    expression.lastIndex = this.at
    const found = expression.exec(this.pattern)
    if (found) this.at = expression.lastIndex
    return found
  }

  choice() {
    const options = [this.sequence()]
    while (this.pattern[this.at] === '|') {
      this.at += 1
      options.push(this.sequence())
    }
    return options.length === 1 ? options[0] : { kind: 'choice', options }
  }

  sequence() {
    const parts = []
    while (this.at < this.pattern.length && !'|)'.includes(this.pattern[this.at])) {
      parts.push(this.repeated(this.part()))
    }
    return { kind: 'sequence', parts }
  }

  repeated(inner) {
    const mark = MARKS[this.pattern[this.at]]
    const count = mark ? null : this.take(COUNT)
    if (!mark && !count) return inner
    if (mark) this.at += 1
    if (this.pattern[this.at] === '?') this.at += 1
    const least = mark ? mark[0] : Number(count[1])
    const most = mark ? mark[1] : count[3] ? Number(count[3]) : count[2] ? Infinity : least
    return { kind: 'repeat', inner, least, most }
  }

  part() {
    switch (this.pattern[this.at]) {
      case '(':
        return this.group()
      case '[':
        return character(this.take(CLASS)?.[0])
      case '\\':
        return this.escape()
      case '^':
      case '$':
        return { kind: 'edge', edge: this.pattern[this.at++] }
      case '.':
        return character(this.pattern[this.at++])
      default:
        return this.literal()
    }
  }

  literal() {
    const text = String.fromCodePoint(this.pattern.codePointAt(this.at))
    this.at += text.length
    return character(text.replace(/[*+?{}\]/]/, '\\$&'))
  }

  group() {
    const opening = this.take(GROUP)?.[0]
    const isGroup = /^\((\?<[^=!]|$)/.test(opening)
    if (isGroup) this.groups += 1
    const group = String(this.groups)
    if (!opening) throw new Undecided('the pattern has a group that cannot be read here')
    const inner = this.choice()
    if (this.pattern[this.at] !== ')') throw new Undecided('the pattern has an open group')
    this.at += 1
    if (isGroup) return { kind: 'group', group, inner }
    return LOOKS[opening] ? { kind: 'look', ...LOOKS[opening], inner } : inner
  }

  escape() {
    const back = this.take(BACK)
    if (back) return { kind: 'back', group: back[1] }
    const text = this.take(ESCAPE)?.[0]
    if (text === '\\b' || text === '\\B') return { kind: 'edge', edge: text }
    return character(text)
  }
}

function character(source) {
  let expression
  try {
    expression = new RegExp(`^${plainEscapes(source)}$`, 'u')
  } catch {
    throw new Undecided('the pattern cannot be read here')
  }
  const known = new Map()
  const test = (point) => {
    if (!known.has(point)) known.set(point, expression.test(String.fromCodePoint(point)))
    return known.get(point)
  }
  return { kind: 'character', test }
}
