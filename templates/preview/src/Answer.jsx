import { useCallback, useId, useMemo, useState } from 'react'
import { Boundary } from './Boundary.jsx'
import { JsonText } from './form/JsonText.jsx'
import { SchemaForm } from './form/SchemaForm.jsx'
import { shapeOf } from './form/shape.js'
import { judge } from './judging/judge.js'
import { visible } from './text.js'

const MOST_FAULTS = 20

/** A value that a person enters: in a form made from the schema, or as JSON. */
export function Answer({ schema, entry, label }) {
  const { value, change, hold } = entry
  const shaped = useMemo(() => shapeOf(schema), [schema])
  const isForm = shaped.shape['x-form'] !== 'json'
  const [isText, setText] = useState(!isForm)
  const { problem, report } = useProblems(hold)
  const verdict = useMemo(() => judge(schema, value), [schema, value])
  const faults = value === undefined ? NO_FAULTS : verdict.faults
  const text = (
    <Text value={value} onChange={change} label={label} report={report} faults={faults} />
  )
  return (
    <section className="answer" aria-label={`${label}: entry`}>
      {isForm ? (
        <Ways label={label} isText={isText} onWay={setText} />
      ) : (
        <p className="hint">{shaped.shape['x-reason']} Enter it as JSON.</p>
      )}
      {isText ? (
        text
      ) : (
        <Boundary fallback={(error) => <Unshown error={error}>{text}</Unshown>}>
          <SchemaForm
            shaped={shaped}
            schema={schema}
            value={value}
            onChange={change}
            label={label}
            faults={faults}
            report={report}
          />
        </Boundary>
      )}
      <Verdict value={value} verdict={verdict} problem={problem} />
    </section>
  )
}

const NO_FAULTS = []

/** What keeps parts of a form from being a value; the caller is told whether there is anything. */
function useProblems(hold) {
  const [problems, setProblems] = useState({})
  const report = useCallback(
    (owner, problem) => {
      hold(owner, problem !== '')
      setProblems((before) => {
        if ((before[owner] ?? '') === problem) return before
        const { [owner]: _, ...others } = before
        return problem ? { ...others, [owner]: problem } : others
      })
    },
    [hold],
  )
  return { problem: Object.values(problems)[0] ?? '', report }
}

function Unshown({ error, children }) {
  return (
    <>
      <p className="hint">
        The form could not be shown ({visible(error.message)}). Enter the value as JSON.
      </p>
      {children}
    </>
  )
}

function Ways({ label, isText, onWay }) {
  return (
    <div className="ways" role="group" aria-label={`${label}: how to enter it`}>
      <button type="button" aria-pressed={!isText} onClick={() => onWay(false)}>
        Form
      </button>
      <button type="button" aria-pressed={isText} onClick={() => onWay(true)}>
        JSON
      </button>
    </div>
  )
}

function Text({ value, onChange, label, report, faults }) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label} as JSON</label>
      <JsonText
        attributes={{ id, 'aria-invalid': faults.length > 0 }}
        value={value}
        onChange={onChange}
        report={report}
      />
    </div>
  )
}

function Verdict({ value, verdict, problem }) {
  const { isAccepted, faults, reason } = verdict
  const isEmpty = value === undefined && !problem
  const isRefused = !isEmpty && (problem !== '' || isAccepted === false)
  return (
    <div role="status" className={`verdict ${isRefused ? 'refused' : isEmpty ? '' : 'accepted'}`}>
      <p>{sentence(isEmpty, problem, isAccepted, reason)}</p>
      {isRefused && !problem && (
        <ul>
          {faults.slice(0, MOST_FAULTS).map(({ path, message }, index) => (
            <li key={index}>
              {path.length > 0 && <code>{visible(path.join(' › '))}</code>} {visible(message)}
            </li>
          ))}
          {faults.length > MOST_FAULTS && <li>and {faults.length - MOST_FAULTS} more</li>}
        </ul>
      )}
    </div>
  )
}

function sentence(isEmpty, problem, isAccepted, reason) {
  if (isEmpty) return 'Nothing is entered yet.'
  if (problem) return 'What is entered as JSON cannot be read.'
  if (isAccepted === null) return `Only the server can judge this: ${visible(reason)}.`
  return isAccepted ? 'The server accepts this.' : 'The server refuses this:'
}
