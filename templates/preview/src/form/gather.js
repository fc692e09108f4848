// A schema with everything that it refers to and combines -> what a form has to know of it.
import { identity } from '../judging/values.js'

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']

/** What is known of nothing yet. */
export function nothing() {
  return {
    title: undefined,
    description: undefined,
    types: null,
    values: null,
    properties: new Map(),
    required: new Set(),
    rest: undefined,
    patterns: [],
    items: undefined,
    first: undefined,
    choices: [],
    text: {},
    isNumeric: false,
    isImpossible: false,
  }
}

/** A copy that can be added to. */
export function copied(facts) {
  return {
    ...facts,
    properties: new Map(facts.properties),
    required: new Set(facts.required),
    patterns: [...facts.patterns],
    choices: [...facts.choices],
    text: { ...facts.text },
  }
}

/**
 * Add what a schema says to what is known. `refs` tells how often each definition was come
 * through; `isCertain` is false for what only holds under a condition.
 */
export function gather(schema, root, facts, refs, isCertain = true) {
  if (schema === false) facts.isImpossible ||= isCertain
  if (schema === null || typeof schema !== 'object') return
  facts.title ??= text(schema.title)
  facts.description ??= text(schema.description)
  if (isCertain) limit(schema, facts)
  shape(schema, facts, isCertain)
  if (typeof schema.$ref === 'string') follow(schema.$ref, root, facts, refs, isCertain)
  for (const options of [schema.anyOf, schema.oneOf]) if (options) facts.choices.push(options)
  for (const one of schema.allOf ?? []) gather(one, root, facts, refs, isCertain)
  for (const one of conditional(schema)) gather(one, root, facts, refs, false)
}

function conditional(schema) {
  return [schema.then, schema.else, ...Object.values(schema.dependentSchemas ?? {})]
}

function text(value) {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function follow(reference, root, facts, refs, isCertain) {
  const name = reference.startsWith('#/$defs/') ? reference.slice('#/$defs/'.length) : undefined
  const key = name && decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~')
  const target = reference === '#' ? root : root.$defs?.[key]
  const count = (refs.get(reference) ?? 0) + 1
  refs.set(reference, count)
  if (count < 8) gather(target, root, facts, refs, isCertain)
}

function limit(schema, facts) {
  if (schema.type !== undefined) facts.types = narrowed(facts.types, [schema.type].flat())
  const values = schema.const !== undefined ? [schema.const] : schema.enum
  if (values) {
    const known = facts.values && new Set(facts.values.map(identity))
    facts.values = known ? values.filter((one) => known.has(identity(one))) : values
  }
  for (const name of schema.required ?? []) facts.required.add(name)
  for (const keyword of ['maxLength', 'minLength', 'pattern', 'format']) {
    if (schema[keyword] !== undefined) facts.text[keyword] ??= schema[keyword]
  }
  facts.isNumeric ||= ['minimum', 'maximum', 'multipleOf'].some((one) => Object.hasOwn(schema, one))
}

/** The types that are left of some, all of them if there are none yet, where others are allowed. */
function narrowed(types, allowed) {
  const known = allowed.filter((type) => TYPES.includes(type))
  if (types === null) return known
  const isKept = (type) => known.includes(type) || (type === 'integer' && known.includes('number'))
  const whole = (type) => (type === 'number' && !known.includes(type) ? 'integer' : type)
  return types.map(whole).filter(isKept)
}

function shape(schema, facts, isCertain) {
  for (const [name, below] of Object.entries(schema.properties ?? {})) {
    const known = facts.properties.get(name) ?? []
    if (isCertain || known.length === 0) facts.properties.set(name, [...known, below])
  }
  facts.patterns.push(...Object.values(schema.patternProperties ?? {}))
  facts.rest ??= schema.additionalProperties ?? schema.unevaluatedProperties
  facts.items ??= schema.items ?? schema.unevaluatedItems
  facts.first ??= schema.prefixItems
}
