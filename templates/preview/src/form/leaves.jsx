// The fields of single values.
import { useState } from 'react'
import { isSame } from '../judging/numbers.js'
import { identity } from '../judging/values.js'
import { visible } from '../text.js'
import { useField } from './context.js'
import { Labelled } from './Parts.jsx'

const NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/

/** A text. What is emptied is left out. */
export function TextField({ schema, formData, onChange, required, fieldPathId }) {
  const field = useField({ schema, fieldPathId, required })
  const value = formData === undefined || formData === null ? '' : asText(formData)
  const isLong = schema['x-form'] === 'long' || /[\n\r]/.test(value)
  const change = (event) => onChange(event.target.value || undefined, field.path)
  const common = { ...field.attributes, value, onChange: change, autoComplete: 'off' }
  return (
    <Labelled field={field} schema={schema} required={required}>
      {isLong ? <textarea rows={2} {...common} /> : <input type="text" {...common} />}
      <Hint schema={schema} value={value} isEmptyText={formData === ''} />
    </Labelled>
  )
}

function Hint({ schema, value, isEmptyText }) {
  const { format } = schema['x-text'] ?? {}
  const isHidden = visible(value).replaceAll('\\u000a', '\n') !== value
  return (
    <>
      {format && <p className="hint">Meant to be a {visible(format)}.</p>}
      {isEmptyText && <p className="hint">The empty text is sent.</p>}
      {isHidden && <p className="hint">It has characters that cannot be seen: {visible(value)}</p>}
    </>
  )
}

function asText(value) {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** A number. What is no number stays a text, which the schema refuses. */
export function NumberField({ schema, formData, onChange, required, fieldPathId }) {
  const field = useField({ schema, fieldPathId, required })
  const [text, setText] = useState(written(formData))
  const shown = parsed(text) === formData ? text : written(formData)
  const change = (event) => {
    setText(event.target.value)
    onChange(parsed(event.target.value), field.path)
  }
  const isInexact = typeof formData === 'number' && !isSame(shown.trim(), formData)
  return (
    <Labelled field={field} schema={schema} required={required}>
      <input
        type="text"
        inputMode="decimal"
        autoComplete="off"
        {...field.attributes}
        value={shown}
        onChange={change}
      />
      {isInexact && (
        <p className="hint">JavaScript cannot carry this number: {String(formData)} is sent.</p>
      )}
    </Labelled>
  )
}

function written(value) {
  return value === undefined ? '' : asText(value)
}

function parsed(text) {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const number = NUMBER.test(trimmed) ? Number(trimmed) : NaN
  return Number.isFinite(number) ? number : text
}

const ANSWERS = [true, false]

/** Yes, no, or not given, which a checkbox could not tell apart. */
export function BooleanField(props) {
  return <Selection {...props} values={ANSWERS} words={['Yes', 'No']} />
}

/** One of the values that a schema lists. */
export function EnumField(props) {
  return (
    <Selection {...props} values={props.schema['x-values']} words={props.schema['x-words'] ?? []} />
  )
}

function Selection({ schema, formData, onChange, required, fieldPathId, values, words }) {
  const field = useField({ schema, fieldPathId, required })
  const known = formData === undefined ? undefined : identity(formData)
  const index = known === undefined ? -1 : values.findIndex((one) => identity(one) === known)
  const isOther = formData !== undefined && index < 0
  const change = (event) => {
    onChange(event.target.value === '' ? undefined : values[event.target.value], field.path)
  }
  return (
    <Labelled field={field} schema={schema} required={required}>
      <select
        {...field.attributes}
        value={isOther ? 'other' : index < 0 ? '' : index}
        onChange={change}
      >
        <option value="">not given</option>
        {isOther && (
          <option value="other" disabled>
            {visible(JSON.stringify(formData))}
          </option>
        )}
        {values.map((one, position) => (
          <option key={position} value={position}>
            {(words[position] && visible(words[position])) ??
              (one === '' ? '(empty text)' : visible(asText(one)))}
          </option>
        ))}
      </select>
    </Labelled>
  )
}
