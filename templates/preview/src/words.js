// A schema that calls are asked about by -> its conditions in words.

const TYPES = {
  array: 'a list',
  boolean: 'true or false',
  integer: 'a whole number',
  null: 'null',
  number: 'a number',
  object: 'a group of fields',
  string: 'a text',
}
const WORDS = {
  const: (value) => `is ${json(value)}`,
  enum: (values) => `is one of ${values.map(json).join(', ')}`,
  type: (type) =>
    `is ${[type]
      .flat()
      .map((one) => TYPES[one] ?? one)
      .join(' or ')}`,
  minimum: (bound) => `is at least ${bound}`,
  maximum: (bound) => `is at most ${bound}`,
  exclusiveMinimum: (bound) => `is more than ${bound}`,
  exclusiveMaximum: (bound) => `is less than ${bound}`,
  multipleOf: (step) => `is a multiple of ${step}`,
  minLength: (count) => `has at least ${count} characters`,
  maxLength: (count) => `has at most ${count} characters`,
  pattern: (pattern) => `matches ${pattern}`,
  minItems: (count) => `has at least ${count} items`,
  maxItems: (count) => `has at most ${count} items`,
}
const SILENT = ['$defs', 'title', 'description', '$comment', 'examples', 'default', 'deprecated']
const DEEPEST = 4

/** The conditions, as sentences, and whether they are all that the schema says. */
export function conditions(schema) {
  const found = []
  const isWhole = add(schema, [], found)
  return { found, isWhole }
}

function add(schema, path, found) {
  if (schema === true) return true
  if (schema === false || path.length > DEEPEST) return false
  return Object.entries(schema)
    .map(([keyword, said]) => addKeyword(keyword, said, path, found))
    .every(Boolean)
}

function addKeyword(keyword, said, path, found) {
  const name = path.join('.') || 'the value'
  if (keyword === 'properties') {
    return Object.entries(said)
      .map(([key, below]) => add(below, [...path, key], found))
      .every(Boolean)
  }
  if (keyword === 'required') {
    for (const key of said) found.push(`${[...path, key].join('.')} is given`)
    return true
  }
  // Arguments are always a group of fields.
  if (keyword === 'type' && said === 'object' && path.length === 0) return true
  if (Object.hasOwn(WORDS, keyword)) {
    found.push(`${name} ${WORDS[keyword](said)}`)
    return true
  }
  return SILENT.includes(keyword)
}

function json(value) {
  return JSON.stringify(value)
}
