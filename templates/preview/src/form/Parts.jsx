import { visible } from '../text.js'

/** A field with its label, what it is for, its control and what is wrong with it. */
export function Labelled({ field, schema, required, children }) {
  return (
    <div className="field">
      <label htmlFor={field.id}>{field.label}</label> <Required required={required} />
      <Description field={field} schema={schema} />
      {children}
      <Faults field={field} />
    </div>
  )
}

/** Several fields that belong together. */
export function Group({ field, schema, required, children }) {
  return (
    <fieldset id={field.id} aria-describedby={field.attributes['aria-describedby']}>
      <legend>
        {field.label} <Required required={required} />
      </legend>
      <Description field={field} schema={schema} />
      <Faults field={field} />
      {children}
    </fieldset>
  )
}

function Required({ required }) {
  // The control itself tells so to those who do not see this.
  return required ? (
    <span className="required" aria-hidden="true">
      (required)
    </span>
  ) : null
}

function Description({ field, schema }) {
  if (!schema.description) return null
  return (
    <p id={`${field.id}.description`} className="description">
      {visible(schema.description)}
    </p>
  )
}

/** What is wrong with a field. */
export function Faults({ field }) {
  if (field.faults.length === 0) return null
  return (
    <ul id={`${field.id}.faults`} className="faults">
      {field.faults.map((message, index) => (
        <li key={index}>{visible(message)}</li>
      ))}
    </ul>
  )
}
