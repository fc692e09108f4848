import Form, { getDefaultRegistry } from '@rjsf/core'
import { useId, useMemo } from 'react'
import { ChoiceField } from './ChoiceField.jsx'
import { makeArrayField, makeObjectField, TupleField } from './containers.jsx'
import { keyOf, Surroundings } from './context.js'
import { JsonField } from './JsonField.jsx'
import { BooleanField, EnumField, NumberField, TextField } from './leaves.jsx'
import { settled } from './settled.js'
import { ArrayFieldItemTemplate, ArrayFieldTemplate, ObjectFieldTemplate } from './templates.jsx'

const { fields } = getDefaultRegistry()
const FIELDS = {
  array: makeArrayField(fields.ArrayField),
  boolean: BooleanField,
  choice: ChoiceField,
  enum: EnumField,
  json: JsonField,
  long: TextField,
  number: NumberField,
  object: makeObjectField(fields.ObjectField),
  text: TextField,
  tuple: TupleField,
}

/** The field of a shape, in the place of the library's own choice. */
function ShapeField(props) {
  const { schema, fieldPathId, onChange } = props
  const Field = FIELDS[schema['x-form']] ?? JsonField
  // The field that a change comes from is named: other changes are the library's own.
  const change = (value, path, errors, id) => onChange(value, path, errors, id ?? fieldPathId.$id)
  return <Field {...props} onChange={change} />
}

const OUR_FIELDS = { SchemaField: ShapeField }
const TEMPLATES = { ArrayFieldItemTemplate, ArrayFieldTemplate, ObjectFieldTemplate }
const NO_BUTTON = { 'ui:submitButtonOptions': { norender: true } }
const NO_DEFAULTS = {
  allOf: 'skipDefaults',
  arrayMinItems: { populate: 'never' },
  constAsDefaults: 'never',
  emptyObjectFields: 'skipDefaults',
}

/** Judging is done outside of the library, by the schema itself and not by its shape. */
const NO_VALIDATOR = {
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  toErrorList: () => [],
  isValid: () => true,
  rawValidation: () => ({ errors: [] }),
  reset() {},
}

/** A form for a shape; `faults` are shown at the fields that they are about. */
export function SchemaForm({ shaped, schema, value, onChange, label, faults, report }) {
  const prefix = useId()
  const isEmpty = value === undefined
  const surroundings = useMemo(
    () => ({
      label,
      prefix,
      report,
      isEmpty,
      root: schema,
      table: shaped.table,
      faults: faults.map((fault) => ({ ...fault, key: keyOf(fault.path) })),
    }),
    [label, prefix, report, isEmpty, schema, shaped, faults],
  )
  return (
    <Surroundings value={surroundings}>
      <Form
        schema={shaped.shape}
        formData={value}
        idPrefix={prefix}
        validator={NO_VALIDATOR}
        uiSchema={NO_BUTTON}
        fields={OUR_FIELDS}
        templates={TEMPLATES}
        experimental_defaultFormStateBehavior={NO_DEFAULTS}
        noValidate
        noHtml5Validate
        showErrorList={false}
        tagName="div"
        onChange={({ formData }, field) => {
          // Without a field it is not the person who has changed anything.
          if (field !== undefined) onChange(settled(formData))
        }}
      />
    </Surroundings>
  )
}
