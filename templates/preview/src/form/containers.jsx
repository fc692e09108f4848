// The fields of objects and lists: the form library's own, in groups, with what it cannot do.
import { toFieldPathId } from '@rjsf/utils'
import { useState } from 'react'
import { typeOf } from '../judging/values.js'
import { visible } from '../text.js'
import { keyOf, useField } from './context.js'
import { initial } from './initial.js'
import { JsonField } from './JsonField.jsx'
import { Group } from './Parts.jsx'
import { areSafe } from './shape.js'

/** An object: its properties, and members of other names. */
export function makeObjectField(ObjectField) {
  return function ObjectGroup(props) {
    const { schema, formData, fieldPathId, required } = props
    const field = useField({ schema, fieldPathId, required })
    const reason = useReason(
      !isOf(formData, 'object')
        ? 'The value is no group of fields.'
        : !areSafe(Object.keys(formData ?? {})) && 'A member has a name that a form cannot have.',
    )
    if (reason) return <JsonField {...props} reason={reason} />
    return (
      <Group field={field} schema={schema} required={required}>
        {Object.keys(schema.properties).length > 0 && <ObjectField {...props} />}
        <Members {...props} />
        <Presence
          {...props}
          field={field}
          empty={schema.required.length === 0 ? {} : undefined}
          words="Send it without any field"
        />
      </Group>
    )
  }
}

/** A list of items that are alike. */
export function makeArrayField(ArrayField) {
  return function ArrayGroup(props) {
    const { schema, formData, fieldPathId, required } = props
    const field = useField({ schema, fieldPathId, required })
    const reason = useReason(!isOf(formData, 'array') && 'The value is no list.')
    if (reason) return <JsonField {...props} reason={reason} />
    return (
      <Group field={field} schema={schema} required={required}>
        <ArrayField {...props} />
        <Presence {...props} field={field} empty={[]} words="Send an empty list" />
      </Group>
    )
  }
}

/** Why there is no form for a value: once there is a reason, the field does not change any more. */
function useReason(reason) {
  const [kept, setKept] = useState(reason)
  if (reason && !kept) setKept(reason)
  return kept || reason
}

/** Lets a person tell an empty object or list, where that may be sent, from none at all. */
function Presence({ formData, onChange, field, empty, words, required }) {
  // The library takes an empty object for the whole value where there is none.
  const isAbsent = formData === undefined || (field.isEmpty && field.path.length === 0)
  if (isAbsent && empty === undefined) return null
  if (isAbsent) {
    return (
      <p className="presence">
        <span className="hint">Nothing is sent for it yet.</span>{' '}
        <button type="button" onClick={() => onChange(empty, field.path)}>
          {words} <span className="hidden">for {field.label}</span>
        </button>
      </p>
    )
  }
  if (required || field.path.length === 0 || typeof field.path.at(-1) === 'number') return null
  return (
    <p className="presence">
      <button type="button" onClick={() => onChange(undefined, field.path)}>
        Leave out <span className="hidden">{field.label}</span>
      </button>
    </p>
  )
}

/** The members of an object that its schema does not name. */
function Members(props) {
  const { schema, formData, onChange, fieldPathId, registry } = props
  const field = useField({ schema, fieldPathId })
  const [known, setKnown] = useState([])
  const rest = schema['x-rest']
  const present = Object.keys(formData ?? {}).filter((name) => !(name in schema.properties))
  const fresh = present.filter((name) => !known.includes(name))
  const names = [...known, ...fresh]
  // A member keeps its field while what is entered there is no value.
  if (fresh.length > 0) setKnown(names)
  const Field = registry.fields.SchemaField
  const shape = rest ?? {
    type: 'string',
    'x-form': 'json',
    'x-reason': 'The schema does not name it.',
  }
  const add = (name) => {
    setKnown([...names, name])
    const value = initial(shape)
    if (value !== undefined) onChange({ ...formData, [name]: value }, field.path)
  }
  const remove = (name) => {
    setKnown(names.filter((one) => one !== name))
    const { [name]: _, ...others } = formData ?? {}
    onChange(others, field.path)
  }
  return (
    <>
      {names.map((name) => (
        <div key={name} className="member">
          <Field
            {...props}
            schema={{ ...shape, title: name }}
            name={name}
            required={false}
            formData={formData?.[name]}
            fieldPathId={toFieldPathId(name, registry.globalFormOptions, field.path)}
          />
          <button type="button" onClick={() => remove(name)}>
            Remove <span className="hidden">{visible(name)}</span>
          </button>
        </div>
      ))}
      {rest && (
        <NewMember
          field={field}
          taken={[...names, ...Object.keys(schema.properties)]}
          onAdd={add}
        />
      )}
    </>
  )
}

function NewMember({ field, taken, onAdd }) {
  const [name, setName] = useState('')
  const isTaken = taken.includes(name)
  const isUnsafe = name !== '' && !areSafe([name])
  const add = () => {
    onAdd(name)
    setName('')
  }
  const onKeyDown = (event) => {
    if (event.key === 'Enter' && name !== '' && !isTaken && !isUnsafe) add()
  }
  return (
    <p className="new-member">
      <label htmlFor={`${field.id}.new`}>Name of a further member of {field.label}</label>
      <input
        id={`${field.id}.new`}
        type="text"
        autoComplete="off"
        value={name}
        onKeyDown={onKeyDown}
        onChange={(event) => setName(event.target.value)}
      />
      <button type="button" disabled={name === '' || isTaken || isUnsafe} onClick={add}>
        Add member
      </button>
      {isTaken && <span className="hint">There is one of this name.</span>}
      {isUnsafe && <span className="hint">A form cannot have this name; JSON can.</span>}
    </p>
  )
}

/** A list whose positions have schemas of their own. */
export function TupleField(props) {
  const { schema, formData, onChange, fieldPathId, required, registry } = props
  const field = useField({ schema, fieldPathId, required })
  const reason = useReason(!isOf(formData, 'array') && 'The value is no list.')
  if (reason) return <JsonField {...props} reason={reason} />
  const first = schema['x-first']
  const rest = schema['x-rest']
  const length = Math.max(first.length, formData?.length ?? 0)
  const set = (value, path, errors, id) => {
    const isItem = keyOf(path.slice(0, -1)) === keyOf(field.path)
    if (isItem) onChange(placed(formData ?? [], path.at(-1), value), field.path, errors, id)
    else onChange(value, path, errors, id)
  }
  const Field = registry.fields.SchemaField
  const beyond = rest ?? {
    type: 'string',
    'x-form': 'json',
    'x-reason': 'The schema has no such item.',
  }
  return (
    <Group field={field} schema={schema} required={required}>
      {Array.from({ length }, (_, index) => (
        <Field
          {...props}
          key={index}
          name={String(index)}
          schema={first[index] ?? beyond}
          formData={formData?.[index]}
          required={false}
          fieldPathId={toFieldPathId(index, registry.globalFormOptions, field.path)}
          onChange={set}
        />
      ))}
      {rest && formData?.length >= first.length && (
        <button
          type="button"
          onClick={() => onChange([...formData, initial(rest) ?? null], field.path)}
        >
          Add an item to {field.label}
        </button>
      )}
      <Presence {...props} field={field} empty={[]} words="Send an empty list" />
    </Group>
  )
}

/** A list with a value at a position; positions at the end that have none are dropped. */
function placed(list, index, value) {
  const next = Array.from({ length: Math.max(list.length, index + 1) }, (_, at) => list[at])
  next[index] = value
  while (next.length > 0 && next.at(-1) === undefined) next.pop()
  return next
}

function isOf(value, type) {
  return value === undefined || typeOf(value) === type
}
