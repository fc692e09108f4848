import { useState } from 'react'
import { accepts } from '../judging/judge.js'
import { typeOf } from '../judging/values.js'
import { visible } from '../text.js'
import { useField } from './context.js'
import { initial } from './initial.js'
import { Faults } from './Parts.jsx'

const KINDS = {
  array: 'List',
  boolean: 'Yes or no',
  json: 'JSON',
  long: 'Text',
  number: 'Number',
  object: 'Group of fields',
  text: 'Text',
  tuple: 'List',
}

/** A value of one of several shapes: which of them, and its fields. */
export function ChoiceField(props) {
  const { schema, formData, onChange, required, fieldPathId, registry } = props
  const field = useField({ schema, fieldPathId, required })
  const [chosen, setChosen] = useState(null)
  const options = schema['x-options']
  const fits = (option) => accepts(field.table[option['x-option']], formData, field.root)
  const index = chosen ?? (formData === undefined ? -1 : fitting(options, formData, fits))
  // What is being entered may fit another alternative for a moment: the fields stay.
  if (chosen === null && index >= 0) setChosen(index)
  const change = (event) => {
    const next = event.target.value === '' ? -1 : Number(event.target.value)
    setChosen(next)
    const isKept = next >= 0 && formData !== undefined && fits(options[next])
    if (!isKept) onChange(next < 0 ? undefined : initial(options[next]), field.path)
  }
  const Field = registry.fields.SchemaField
  const option = options[index]
  const hasFields = Boolean(option) && !isOne(option)
  return (
    <div className="field choice">
      <label htmlFor={`${field.id}.kind`}>{field.label}: which kind</label>
      <select
        id={`${field.id}.kind`}
        aria-invalid={!hasFields && field.faults.length > 0}
        aria-describedby={hasFields ? undefined : field.attributes['aria-describedby']}
        value={index < 0 ? '' : index}
        onChange={change}
      >
        <option value="">not given</option>
        {options.map((one, position) => (
          <option key={position} value={position}>
            {nameOf(one, position)}
          </option>
        ))}
      </select>
      {hasFields ? (
        <Field {...props} key={index} schema={{ ...option, title: option.title ?? schema.title }} />
      ) : (
        <Faults field={field} />
      )}
    </div>
  )
}

function fitting(options, value, fits) {
  const index = options.findIndex(fits)
  return index < 0 ? options.findIndex((option) => isAlike(option, value)) : index
}

function isAlike(option, value) {
  const type = typeOf(value)
  const kind = option['x-form']
  if (kind === 'json') return true
  if (kind === 'enum') return option['x-values'].some((one) => one === value)
  return option.type === type || (type === 'number' && option.type === 'integer')
}

function isOne(option) {
  return option['x-form'] === 'enum' && option['x-values'].length === 1
}

function nameOf(option, position) {
  if (option.title) return visible(option.title)
  if (isOne(option)) return option['x-values'][0] === null ? 'Nothing (null)' : constant(option)
  const tag = Object.entries(option.properties ?? {}).find(([, one]) => isOne(one))
  if (tag) return `${visible(tag[0])}: ${constant(tag[1])}`
  if (option['x-form'] === 'enum') return 'One of several values'
  const kind = KINDS[option['x-form']] ?? 'Value'
  const names = Object.keys(option.properties ?? {})
    .slice(0, 3)
    .map(visible)
    .join(', ')
  return names ? `${position + 1}. ${names}` : kind
}

function constant(option) {
  return visible(JSON.stringify(option['x-values'][0]))
}
