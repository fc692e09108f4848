import { useId, useState } from 'react'
import { Answer } from './Answer.jsx'
import { Details } from './Details.jsx'
import { Value } from './Value.jsx'
import { duration, fill, sorted, visible } from './text.js'
import { faults } from './validator.js'

/** One decision: what a person sees, the ways to answer, and what would be sent. */
export function Decision({ one, id, level = 2 }) {
  const [example, setExample] = useState(0)
  const shown = one.shown.values[example]
  const Heading = `h${level}`
  return (
    <article className="decision" id={id} aria-labelledby={`${id}-title`}>
      <Heading id={`${id}-title`}>{visible(one.title ?? one.id)}</Heading>
      <p className="kind">{one.kind === 'approval' ? 'Approval of a tool call' : 'Question'}</p>
      {one.description && <p>{visible(one.description)}</p>}
      <blockquote className="message">{message(one, shown)}</blockquote>
      <Shown one={one} shown={shown} example={example} onExample={setExample} />
      {one.kind === 'approval' ? <Approval one={one} shown={shown} /> : <Question one={one} />}
      <Facts one={one} />
      <Details one={one} />
    </article>
  )
}

function message(one, shown) {
  if (one.kind === 'interrupt') return visible(one.message ?? 'The question is asked in code.')
  return one.message === null
    ? `Approval required to run ${visible(one.id)}`
    : fill(one.message, shown ?? {})
}

function Shown({ one, shown, example, onExample }) {
  const id = useId()
  const { schema, values } = one.shown
  if (schema === null) return null
  return (
    <section className="shown" aria-label="What is shown">
      {values.length > 1 && (
        <p>
          <label htmlFor={id}>Example</label>{' '}
          <select id={id} value={example} onChange={(e) => onExample(Number(e.target.value))}>
            {values.map((_, index) => (
              <option key={index} value={index}>
                {index + 1} of {values.length}
              </option>
            ))}
          </select>
        </p>
      )}
      {shown === undefined ? (
        <p className="empty">The definition gives no example of what is shown here.</p>
      ) : (
        <Value value={shown} />
      )}
    </section>
  )
}

function Question({ one }) {
  const [form] = one.forms
  const [value, setValue] = useState(form.values[0])
  const [isCancelled, setCancelled] = useState(false)
  const refused = value === undefined || faults(form.schema, value).length > 0
  const entry = isCancelled
    ? { interruptId: '…', status: 'cancelled' }
    : { interruptId: '…', status: 'resolved', payload: value }
  return (
    <>
      <Answer schema={form.schema} value={value} onChange={setValue} label="Answer" />
      <p>
        <label>
          <input
            type="checkbox"
            checked={isCancelled}
            onChange={(event) => setCancelled(event.target.checked)}
          />{' '}
          Cancel instead
        </label>
      </p>
      <Sent entry={entry} isRefused={refused && !isCancelled} />
    </>
  )
}

const CHOICES = [
  ['approve', 'Approve'],
  ['reject', 'Reject'],
  ['cancel', 'Cancel'],
]

function Approval({ one, shown }) {
  const name = useId()
  const [choice, setChoice] = useState('approve')
  const [isEdited, setEdited] = useState(false)
  const [values, setValues] = useState(() =>
    Object.fromEntries(one.forms.map((form) => [form.name, form.values[0]])),
  )
  const form = one.forms.find((each) => each.name === choice)
  const edits = one.forms.find((each) => each.name === 'edits')
  const used = [form?.schema && form, choice === 'approve' && isEdited && edits].filter(Boolean)
  const isRefused = used.some(({ schema, name: key }) => {
    return values[key] === undefined || faults(schema, values[key]).length > 0
  })
  const set = (key) => (value) => setValues((before) => ({ ...before, [key]: value }))
  return (
    <>
      <fieldset className="choices">
        <legend>Decision</legend>
        {CHOICES.map(([value, text]) => (
          <label key={value}>
            <input
              type="radio"
              name={name}
              checked={choice === value}
              onChange={() => setChoice(value)}
            />{' '}
            {text}
          </label>
        ))}
      </fieldset>
      {choice === 'approve' && edits && (
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
      {used.map(({ name: key, schema }) => (
        <Answer
          key={key}
          schema={schema}
          value={values[key] ?? (key === 'edits' ? shown : undefined)}
          onChange={set(key)}
          label={key === 'edits' ? 'Arguments' : key === 'approve' ? 'Approval' : 'Rejection'}
        />
      ))}
      <Sent entry={decided(choice, isEdited && edits, form, values)} isRefused={isRefused} />
    </>
  )
}

function decided(choice, edits, form, values) {
  if (choice === 'cancel') return { interruptId: '…', status: 'cancelled' }
  const isApproved = choice === 'approve'
  const payload = {
    approved: isApproved,
    ...(isApproved && edits && { editedArgs: values.edits }),
    ...(form?.schema && { payload: values[choice] }),
  }
  return { interruptId: '…', status: 'resolved', payload }
}

function Sent({ entry, isRefused }) {
  return (
    <section className="sent" aria-label="What is sent">
      <p>{isRefused ? 'Nothing is sent until this is complete.' : 'This is sent:'}</p>
      {!isRefused && (
        <pre tabIndex={0}>{visible(JSON.stringify(sorted(entry), null, 2)).replaceAll('\\u000a', '\n')}</pre>
      )}
    </section>
  )
}

function Facts({ one }) {
  const facts = [
    ['Asked', one.phases?.join(', ')],
    ['Reason', one.reason],
    ['Expires', one.expiresAfter ? `${duration(one.expiresAfter)} after it is asked` : null],
    ['Defined in', one.source],
  ].filter(([, value]) => value)
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{visible(value)}</dd>
        </div>
      ))}
    </dl>
  )
}
