// A schema -> the shape of a form for it, in the small part of JSON Schema that the form library
// reads: no references, no combinations. `x-form` names the field that is shown, `x-option` the
// schema of an alternative in the table. Bounds are left to the judge.
//
// What cannot be a form is `json` there, with the reason: that part is entered as JSON.
import { copied, gather, nothing } from './gather.js'

const MOST_FIELDS = 400
const MOST_PROPERTIES = 150
const MOST_VALUES = 500
const DEEPEST = 8
const MOST_REPEATS = 2

/** Names that no form library can be trusted with. */
const UNSAFE = /^(constructor|prototype|__.*|\$.*|ui:.*)$/

/** Whether a form can have fields of these names. */
export function areSafe(names) {
  return names.every((name) => name !== '' && !UNSAFE.test(name))
}

/** The shape of a schema, and the schemas of its alternatives. */
export function shapeOf(schema) {
  const shaper = new Shaper(schema)
  return { shape: shaper.build([schema], 0, new Map()), table: shaper.table }
}

class Shaper {
  constructor(root) {
    this.root = root
    this.table = []
    this.count = 0
  }

  build(schemas, depth, refs) {
    const facts = nothing()
    const inner = new Map(refs)
    for (const one of schemas) gather(one, this.root, facts, inner)
    return this.of(facts, depth, inner)
  }

  of(facts, depth, refs) {
    const { title, description } = facts
    const about = { ...(title && { title }), ...(description && { description }) }
    this.count += 1
    if (facts.isImpossible) return json('No value is accepted here.', about)
    const choices = facts.choices.filter((options) => this.isShaping(options, facts))
    if (choices.length > 1) return json('Several choices are combined here.', about)
    if (choices.length === 1) return this.alternatives(facts, choices[0], depth, refs, about)
    if (facts.values) return values(facts.values, about)
    const types = typesOf(facts)
    if (types.length === 0) return json('Any value may be entered here.', about)
    if (types.length > 1) return this.byType(facts, types, depth, refs, about)
    return this.ofType(types[0], facts, depth, refs, about)
  }

  ofType(type, facts, depth, refs, about) {
    if (type === 'object' || type === 'array') {
      const isRepeated = [...refs.values()].some((count) => count > MOST_REPEATS)
      if (isRepeated) return json('This part may hold more of its own kind.', about)
      if (depth > DEEPEST || this.count > MOST_FIELDS) {
        return json('This is too much for a form.', about)
      }
      return type === 'object'
        ? this.object(facts, depth, refs, about)
        : this.array(facts, depth, refs, about)
    }
    switch (type) {
      case 'string':
        return {
          ...about,
          type,
          'x-form': isLong(facts.text) ? 'long' : 'text',
          'x-text': facts.text,
        }
      case 'boolean':
        return { ...about, type, 'x-form': 'boolean' }
      case 'null':
        return { ...about, type, ...values([null], about) }
      default:
        return { ...about, type, 'x-form': 'number' }
    }
  }

  object(facts, depth, refs, about) {
    const names = [...facts.properties.keys()]
    if (!areSafe(names)) return json('A field has a name that a form cannot have.', about)
    if (names.length > MOST_PROPERTIES) return json(`There are ${names.length} fields.`, about)
    const properties = names.map((name) => {
      return [name, this.build(facts.properties.get(name), depth + 1, refs)]
    })
    return {
      ...about,
      type: 'object',
      'x-form': 'object',
      'x-rest': this.rest(facts, depth, refs),
      properties: Object.fromEntries(properties),
      required: [...facts.required],
    }
  }

  /** The shape of members that have no name in the schema: none where nobody thinks of any. */
  rest({ rest, patterns }, depth, refs) {
    const isNamed = patterns.length > 0
    if (isNamed && rest !== undefined && rest !== false && rest !== true) {
      return json('What is allowed depends on the name.', {})
    }
    if (patterns.length === 1) return this.build(patterns, depth + 1, refs)
    if (isNamed) return json('What is allowed depends on the name.', {})
    return rest === undefined || rest === false ? null : this.build([rest], depth + 1, refs)
  }

  array(facts, depth, refs, about) {
    const below = (schema) => this.build([schema], depth + 1, refs)
    if (facts.first) {
      const first = facts.first.map(below)
      const rest = facts.items === undefined || facts.items === false ? null : below(facts.items)
      return { ...about, type: 'array', 'x-form': 'tuple', 'x-first': first, 'x-rest': rest }
    }
    const items = below(facts.items ?? true)
    return { ...about, type: 'array', 'x-form': 'array', items }
  }

  /** Whether options differ in their shape, and not in their bounds alone. */
  isShaping(options, facts) {
    return options.some((option) => {
      const own = nothing()
      gather(option, this.root, own, new Map())
      const isNew = [...own.properties.keys()].some((name) => !facts.properties.has(name))
      const isTyped = own.types !== null && facts.types === null
      const isOther = own.items !== undefined || own.first || own.values || own.choices.length > 0
      return isNew || isTyped || Boolean(isOther) || [...own.properties.values()].length > 0
    })
  }

  alternatives(facts, options, depth, refs, about) {
    if (options.length > 50) return json(`There are ${options.length} alternatives.`, about)
    const base = { ...facts, choices: facts.choices.filter((one) => one !== options) }
    const shapes = options.map((option) => {
      const inner = new Map(refs)
      const one = { ...copied(base), title: undefined, description: undefined }
      gather(option, this.root, one, inner)
      return { shape: this.of(one, depth + 1, inner), option }
    })
    if (shapes.every(({ shape }) => shape['x-form'] === 'enum')) {
      const words = shapes.flatMap(({ shape }) => shape['x-values'].map(() => shape.title))
      const all = shapes.flatMap(({ shape }) => shape['x-values'])
      return { ...values(all, about), 'x-words': words }
    }
    return this.choice(shapes, about)
  }

  byType(facts, types, depth, refs, about) {
    const { title: _, description: __, ...rest } = facts
    const shapes = types.map((type) => {
      const one = { ...copied(rest), types: [type], title: undefined, description: undefined }
      return { shape: this.of(one, depth + 1, new Map(refs)), option: { type } }
    })
    return this.choice(shapes, about)
  }

  choice(shapes, about) {
    const options = shapes.map(({ shape, option }) => {
      return { ...shape, 'x-option': this.table.push(option) - 1 }
    })
    return { ...about, type: 'string', 'x-form': 'choice', 'x-options': options }
  }
}

function typesOf({ types, properties, required, rest, patterns, items, first, text, isNumeric }) {
  if (types) return types.includes('number') ? types.filter((one) => one !== 'integer') : types
  if (properties.size || required.size || rest !== undefined || patterns.length) return ['object']
  if (items !== undefined || first) return ['array']
  if (Object.keys(text).length) return ['string']
  return isNumeric ? ['number'] : []
}

function isLong({ maxLength, pattern, format }) {
  return pattern === undefined && format === undefined && !(maxLength <= 120)
}

function values(all, about) {
  if (all.length > MOST_VALUES) return json(`There are ${all.length} values to choose from.`, about)
  return { ...about, type: 'string', 'x-form': 'enum', 'x-values': all }
}

function json(reason, about) {
  return { ...about, type: 'string', 'x-form': 'json', 'x-reason': reason }
}
