import { useId, useState } from 'react'
import { Answer } from './Answer.jsx'
import { isAnswered } from './Question.jsx'
import { Sent } from './Sent.jsx'
import { useEntry } from './useEntry.js'

const CHOICES = [
  ['approve', 'Approve'],
  ['reject', 'Reject'],
  ['cancel', 'Cancel'],
]
const LABELS = { approve: 'Approval', reject: 'Rejection', edits: 'Arguments' }

/** A decision on a tool call: approved, perhaps with other arguments, rejected or cancelled. */
export function Approval({ one, shown, example }) {
  const [choice, setChoice] = useState('approve')
  const [isEdited, setEdited] = useState(false)
  const entries = {
    approve: useEntry(undefined),
    reject: useEntry(undefined),
    edits: useEntry(shown),
  }
  const forms = Object.fromEntries(one.forms.map((form) => [form.name, form]))
  const isEditing = choice === 'approve' && isEdited && Boolean(forms.edits)
  const used = [forms[choice], isEditing ? forms.edits : undefined].filter((form) => form?.schema)
  const isReady = used.every(({ name, schema }) => {
    return isAnswered(schema, entries[name].value, entries[name].isHeld)
  })
  return (
    <>
      <Choices choice={choice} onChoice={setChoice} />
      {choice === 'approve' && forms.edits && (
        <p>
          <label>
            <input
              type="checkbox"
              checked={isEdited}
              onChange={(event) => setEdited(event.target.checked)}
            />{' '}
            Change the arguments first
          </label>
        </p>
      )}
      {choice === 'approve' && !forms.edits && (
        <p className="hint">The arguments cannot be changed.</p>
      )}
      {one.isShared && choice !== 'cancel' && (
        <p className="hint">An approval and a rejection have the same form.</p>
      )}
      {used.map((form) => (
        <Filled key={form.name} form={form} entry={entries[form.name]} example={example} />
      ))}
      <Sent entry={decided(choice, isEditing, forms, entries)} isReady={isReady} />
    </>
  )
}

function Filled({ form, entry, example }) {
  const [version, setVersion] = useState(0)
  const given = example[form.name]
  const fillIn = () => {
    entry.change(given)
    setVersion(version + 1)
  }
  return (
    <>
      {given !== undefined && (
        <p>
          <button type="button" onClick={fillIn}>
            Fill in the example
          </button>
        </p>
      )}
      <Answer key={version} schema={form.schema} entry={entry} label={LABELS[form.name]} />
    </>
  )
}

function Choices({ choice, onChoice }) {
  const name = useId()
  return (
    <fieldset className="choices">
      <legend>Decision</legend>
      {CHOICES.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={choice === value}
            onChange={() => onChoice(value)}
          />{' '}
          {text}
        </label>
      ))}
    </fieldset>
  )
}

function decided(choice, isEdited, forms, entries) {
  if (choice === 'cancel') return { interruptId: '…', status: 'cancelled' }
  const payload = {
    approved: choice === 'approve',
    ...(isEdited && { editedArgs: entries.edits.value }),
    ...(forms[choice]?.schema && { payload: entries[choice].value }),
  }
  return { interruptId: '…', status: 'resolved', payload }
}
