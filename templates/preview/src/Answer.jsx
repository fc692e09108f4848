import Form from '@rjsf/core'
import { useId, useState } from 'react'
import { visible } from './text.js'
import { faults, formValidator } from './validator.js'

const NO_BUTTON = { 'ui:submitButtonOptions': { norender: true } }
const NOTHING = undefined

/** A value that a person enters: in a form made from the schema, or as JSON. */
export function Answer({ schema, value, onChange, label }) {
  const [isText, setText] = useState(false)
  const id = useId()
  const problems = value === NOTHING ? [] : faults(schema, value)
  return (
    <div className="answer" role="group" aria-label={label}>
      <div className="ways" role="group" aria-label={`${label}: how to enter it`}>
        <button type="button" aria-pressed={!isText} onClick={() => setText(false)}>
          Form
        </button>
        <button type="button" aria-pressed={isText} onClick={() => setText(true)}>
          JSON
        </button>
      </div>
      {isText || schema === null ? (
        <Text value={value} onChange={onChange} label={label} />
      ) : (
        <Form
          schema={schema}
          formData={value}
          idPrefix={id}
          validator={formValidator}
          uiSchema={NO_BUTTON}
          liveValidate
          showErrorList={false}
          noHtml5Validate
          tagName="div"
          onChange={({ formData }) => onChange(formData)}
        />
      )}
      <Verdict value={value} problems={problems} />
    </div>
  )
}

function Text({ value, onChange, label }) {
  const [text, setText] = useState(value === NOTHING ? '' : JSON.stringify(value, null, 2))
  const [problem, setProblem] = useState('')
  const id = useId()
  const change = (written) => {
    setText(written)
    try {
      onChange(written.trim() === '' ? NOTHING : JSON.parse(written))
      setProblem('')
    } catch (error) {
      onChange(NOTHING)
      setProblem(`This is no JSON: ${error.message}`)
    }
  }
  return (
    <p>
      <label htmlFor={id}>{label} as JSON</label>
      <textarea
        id={id}
        rows={8}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== ''}
        aria-describedby={`${id}-problem`}
        onChange={(event) => change(event.target.value)}
      />
      <span id={`${id}-problem`} className="problem">
        {visible(problem)}
      </span>
    </p>
  )
}

function Verdict({ value, problems }) {
  return (
    <div role="status" className={problems.length ? 'verdict refused' : 'verdict'}>
      {value === NOTHING && <p>Nothing is entered yet.</p>}
      {value !== NOTHING && problems.length === 0 && <p>The server accepts this.</p>}
      {problems.length > 0 && <p>The server refuses this:</p>}
      {problems.length > 0 && (
        <ul>
          {problems.slice(0, 20).map(({ path, message }, index) => (
            <li key={index}>
              {path.length > 0 && <code>{visible(path.join(' › '))}</code>} {visible(message)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
