// A JSON Schema 2020-12 as the compiler bundles it, and a value -> the verdict that the server gives.
//
// The schema is interpreted: no code is made at run time. References lead to `#/$defs/NAME` or to
// the schema itself, and formats are annotations, as on the server.
import { ASSERTIONS } from './keywords.js'
import { matches } from './pattern.js'
import { unreadable } from './readable.js'
import { own, Seen } from './seen.js'
import { Undecided } from './undecided.js'
import { isObject } from './values.js'
import { counted } from './wording.js'

const MOST_STEPS = 300_000
const MOST_FAULTS = 100

/**
 * The verdict: `isAccepted` is true, false, or null where only the server can tell, and `reason`
 * says why; `faults` have a `path` in the value and a `message`.
 */
export function judge(schema, value, root = schema) {
  const broken = unreadable(value)
  if (broken) return { isAccepted: false, faults: [broken], reason: '' }
  const faults = []
  try {
    new Judge(root, faults).check(schema, value, [])
    return { isAccepted: faults.length === 0, faults: faults.slice(0, MOST_FAULTS), reason: '' }
  } catch (error) {
    if (error instanceof RangeError) return undecided('it is nested too deeply')
    if (error instanceof Undecided) return undecided(error.message)
    throw error
  }
}

/** Whether the schema accepts a value, as far as this page can tell. */
export function accepts(schema, value, root = schema) {
  return judge(schema, value, root).isAccepted === true
}

function undecided(reason) {
  return { isAccepted: null, faults: [], reason }
}

class Judge {
  steps = 0

  constructor(root, faults) {
    this.root = root
    this.faults = faults
  }

  /** Judge a value; what is wrong is noted. */
  check(schema, value, path) {
    this.steps += 1
    if (this.steps > MOST_STEPS) throw new Undecided('it takes too long')
    const seen = new Seen()
    if (schema === true) return seen
    if (schema === false) {
      this.refuse(path, path.length ? 'Is not allowed here.' : 'No value is accepted.')
      return seen
    }
    if (value === undefined) {
      this.refuse(path, 'Nothing is entered here.')
      return seen
    }
    for (const [keyword, holds] of Object.entries(ASSERTIONS)) {
      if (!Object.hasOwn(schema, keyword)) continue
      const message = holds(schema[keyword], value)
      if (message) this.refuse(path, message)
    }
    this.inPlace(schema, value, path, seen)
    if (isObject(value)) this.members(schema, value, path, seen)
    if (Array.isArray(value)) this.items(schema, value, path, seen)
    return seen
  }

  refuse(path, message) {
    this.faults.push({ path, message })
  }

  /** Judge a value on the side: what is wrong with it, and what was looked at. */
  aside(schema, value, path) {
    const kept = this.faults
    this.faults = []
    const seen = this.check(schema, value, path)
    const faults = this.faults
    this.faults = kept
    return { seen, faults }
  }

  /** The keywords that apply other schemas to the same value. */
  inPlace(schema, value, path, seen) {
    if (Object.hasOwn(schema, '$ref')) seen.add(this.check(this.target(schema.$ref), value, path))
    for (const one of own(schema, 'allOf') ?? []) seen.add(this.check(one, value, path))
    if (Object.hasOwn(schema, 'anyOf')) this.anyOf(schema.anyOf, value, path, seen)
    if (Object.hasOwn(schema, 'oneOf')) this.oneOf(schema.oneOf, value, path, seen)
    if (Object.hasOwn(schema, 'not') && this.aside(schema.not, value, path).faults.length === 0) {
      this.refuse(path, 'Must not be what it is: the schema excludes it.')
    }
    if (Object.hasOwn(schema, 'if')) this.conditional(schema, value, path, seen)
  }

  target(reference) {
    if (reference === '#') return this.root
    const name = /^#\/\$defs\/([^/]+)$/.exec(reference)?.[1]
    const key = name && decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
    const target = key === undefined ? undefined : own(own(this.root, '$defs') ?? {}, key)
    if (target === undefined) throw new Undecided(`${reference} leads nowhere`)
    return target
  }

  anyOf(options, value, path, seen) {
    const tried = options.map((option) => this.aside(option, value, path))
    const fitting = tried.filter(({ faults }) => faults.length === 0)
    for (const one of fitting) seen.add(one.seen)
    if (fitting.length === 0) this.noneFits(tried, path)
  }

  oneOf(options, value, path, seen) {
    const tried = options.map((option) => this.aside(option, value, path))
    const fitting = tried.filter(({ faults }) => faults.length === 0)
    if (fitting.length === 0) this.noneFits(tried, path)
    if (fitting.length > 1) {
      const message = `Must fit one alternative alone; it fits ${fitting.length}.`
      this.refuse(path, message)
    }
    for (const one of fitting) seen.add(one.seen)
  }

  /** Say what is wrong by the alternative that is nearest, if one is nearer than the others. */
  noneFits(tried, path) {
    const ranked = tried.map(({ faults }) => ({ faults, distance: distance(faults, path) }))
    ranked.sort((one, other) => one.distance - other.distance)
    const [first, second] = ranked
    if (!second || first.distance < second.distance) this.faults.push(...first.faults)
    else
      this.refuse(path, `Must fit one of ${counted(tried.length, 'alternative', 'alternatives')}.`)
  }

  conditional(schema, value, path, seen) {
    const condition = this.aside(schema.if, value, path)
    const holds = condition.faults.length === 0
    if (holds) seen.add(condition.seen)
    const branch = holds ? 'then' : 'else'
    if (Object.hasOwn(schema, branch)) seen.add(this.check(schema[branch], value, path))
  }

  members(schema, value, path, seen) {
    for (const name of own(schema, 'required') ?? []) {
      if (!Object.hasOwn(value, name)) this.refuse([...path, name], 'Is required.')
    }
    this.dependent(schema, value, path, seen)
    const names = Object.keys(value)
    if (Object.hasOwn(schema, 'propertyNames')) this.names(schema.propertyNames, names, path)
    const known = this.named(schema, value, path)
    const judged = (keyword, rest) => {
      for (const name of Object.hasOwn(schema, keyword) ? rest : []) {
        this.check(schema[keyword], value[name], [...path, name])
        known.add(name)
      }
      for (const name of known) seen.members.add(name)
    }
    const others = names.filter((name) => !known.has(name))
    judged('additionalProperties', others)
    const unseen = names.filter((name) => !seen.members.has(name))
    judged('unevaluatedProperties', unseen)
  }

  /** Judge the members that the schema names, or has a pattern for, and return their names. */
  named(schema, value, path) {
    const known = new Set()
    const look = (below, name) => {
      known.add(name)
      this.check(below, value[name], [...path, name])
    }
    for (const [name, below] of Object.entries(own(schema, 'properties') ?? {})) {
      if (Object.hasOwn(value, name)) look(below, name)
    }
    for (const [pattern, below] of Object.entries(own(schema, 'patternProperties') ?? {})) {
      for (const name of Object.keys(value)) if (matches(pattern, name)) look(below, name)
    }
    return known
  }

  names(schema, names, path) {
    for (const name of names) {
      for (const { message } of this.aside(schema, name, []).faults) {
        this.refuse([...path, name], `Has a name that is not allowed: ${message}`)
      }
    }
  }

  dependent(schema, value, path, seen) {
    for (const [name, needed] of Object.entries(own(schema, 'dependentRequired') ?? {})) {
      if (!Object.hasOwn(value, name)) continue
      for (const other of needed.filter((one) => !Object.hasOwn(value, one))) {
        this.refuse([...path, other], `Is required where ${name} is given.`)
      }
    }
    for (const [name, below] of Object.entries(own(schema, 'dependentSchemas') ?? {})) {
      if (Object.hasOwn(value, name)) seen.add(this.check(below, value, path))
    }
  }

  items(schema, value, path, seen) {
    const first = own(schema, 'prefixItems') ?? []
    for (const [index, below] of first.slice(0, value.length).entries()) {
      this.check(below, value[index], [...path, index])
      seen.items.add(index)
    }
    this.rest(schema, 'items', value, path, first.length, seen)
    if (Object.hasOwn(schema, 'contains')) this.contains(schema, value, path, seen)
    else value.forEach((one, index) => one === undefined && this.check({}, one, [...path, index]))
    if (!Object.hasOwn(schema, 'unevaluatedItems')) return
    for (let index = 0; index < value.length; index += 1) {
      if (seen.items.has(index)) continue
      this.check(schema.unevaluatedItems, value[index], [...path, index])
      seen.items.add(index)
    }
  }

  rest(schema, keyword, value, path, from, seen) {
    if (!Object.hasOwn(schema, keyword)) return
    for (let index = from; index < value.length; index += 1) {
      this.check(schema[keyword], value[index], [...path, index])
      seen.items.add(index)
    }
  }

  contains(schema, value, path, seen) {
    let count = 0
    value.forEach((one, index) => {
      if (this.aside(schema.contains, one, []).faults.length) return
      count += 1
      seen.items.add(index)
    })
    const least = own(schema, 'minContains') ?? 1
    const most = own(schema, 'maxContains') ?? Infinity
    if (count < least) {
      this.refuse(
        path,
        `Must contain ${counted(least, 'such item', 'such items')}; it has ${count}.`,
      )
    }
    if (count > most) this.refuse(path, `May contain at most ${most} such items; it has ${count}.`)
  }
}

function distance(faults, path) {
  const here = faults.filter((one) => one.path.length === path.length).length
  return here * 1000 + faults.length
}
