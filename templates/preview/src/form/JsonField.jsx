import { useField } from './context.js'
import { JsonText } from './JsonText.jsx'
import { Labelled } from './Parts.jsx'

/** A part of a value for which there is no form: its JSON, and a sentence that says why. */
export function JsonField({ schema, formData, onChange, required, fieldPathId, reason }) {
  const field = useField({ schema, fieldPathId, required, isDeep: true })
  return (
    <Labelled field={field} schema={schema} required={required}>
      <p className="hint">{reason ?? schema['x-reason']} Enter it as JSON.</p>
      <JsonText
        attributes={field.attributes}
        value={formData}
        onChange={(value) => onChange(value, field.path)}
        report={field.report}
      />
    </Labelled>
  )
}
