// JSON Schema 2020-12 as the server judges it, by an interpreter: no code is made at run time.
import { Validator, format } from '@cfworker/json-schema'
import { ErrorSchemaBuilder, toErrorList } from '@rjsf/utils'

// Formats are annotations here as they are on the server.
for (const name of Object.keys(format)) delete format[name]

const WRAPPERS = new Set([
  '$ref',
  'additionalProperties',
  'allOf',
  'dependentSchemas',
  'else',
  'if',
  'items',
  'patternProperties',
  'prefixItems',
  'properties',
  'then',
  'unevaluatedItems',
  'unevaluatedProperties',
])

const validators = new WeakMap()

/** What the schema has against a value: `path` and `message` of each fault; none if it is fine. */
export function faults(schema, value, root = schema) {
  if (schema === null || schema === true) return []
  if (schema === false) return [{ path: [], message: 'No value is accepted.' }]
  let validator
  try {
    validator = validatorOf(schema, root)
    const { valid, errors } = validator.validate(value)
    if (valid) return []
    const leaves = errors.filter(({ keyword }) => !WRAPPERS.has(keyword))
    return (leaves.length ? leaves : errors).map(fault)
  } catch (error) {
    return [{ path: [], message: `This page cannot judge the value: ${error.message}` }]
  }
}

/** Whether the schema accepts a value. */
export function accepts(schema, value, root = schema) {
  return faults(schema, value, root).length === 0
}

function validatorOf(schema, root) {
  const known = validators.get(schema)
  if (known) return known
  const whole = root === schema || !root?.$defs ? schema : { $defs: root.$defs, ...schema }
  const made = new Validator(strict(whole), '2020-12', false)
  validators.set(schema, made)
  return made
}

/** A copy whose patterns compile with the flag `u`, which allows fewer escapes than servers do. */
function strict(value) {
  if (Array.isArray(value)) return value.map(strict)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).map(([key, inner]) => {
    if (key === 'pattern' && typeof inner === 'string') return [key, unicodePattern(inner)]
    if (key === 'const' || key === 'enum' || key === 'default' || key === 'examples') {
      return [key, inner]
    }
    if (key === 'patternProperties') {
      const named = Object.entries(inner).map(([name, one]) => [unicodePattern(name), strict(one)])
      return [key, Object.fromEntries(named)]
    }
    return [key, strict(inner)]
  })
  return Object.fromEntries(members)
}

/** A pattern without escapes of characters that need none. */
export function unicodePattern(pattern) {
  let isSet = false
  return pattern.replace(/\\([^])|[[\]]/g, (token, escaped) => {
    if (escaped === undefined) {
      isSet = token === '['
      return token
    }
    const needed = /[\w^$\\.*+?()[\]{}|/]/.test(escaped) || (isSet && escaped === '-')
    return needed && escaped !== '_' ? token : escaped
  })
}

function fault({ instanceLocation, keyword, error }) {
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~'))
  const missing = keyword === 'required' && /required property "(.*)"\.$/s.exec(error)
  return missing
    ? { path: [...path, missing[1]], message: 'Is required.' }
    : { path, message: error.replace(/^Instance /, 'Value ') }
}

/** The validator as the form library wants it. */
export const formValidator = {
  validateFormData(formData, schema) {
    const builder = new ErrorSchemaBuilder()
    for (const { path, message } of faults(schema, formData)) builder.addErrors(message, path)
    return { errors: toErrorList(builder.ErrorSchema), errorSchema: builder.ErrorSchema }
  },
  toErrorList,
  isValid: (schema, formData, rootSchema) => accepts(schema, formData, rootSchema),
  rawValidation: (schema, formData) => ({ errors: faults(schema, formData) }),
  reset() {},
}
