import { useState } from 'react'
import { Answer } from './Answer.jsx'
import { Sent } from './Sent.jsx'
import { judge } from './judging/judge.js'
import { useEntry } from './useEntry.js'

/** The answer to a question: a value, or none because it is cancelled. */
export function Question({ one, example }) {
  const [form] = one.forms
  const entry = useEntry(undefined)
  const { value, isHeld, change } = entry
  const [isCancelled, setCancelled] = useState(false)
  const [version, setVersion] = useState(0)
  const isReady = isAnswered(form.schema, value, isHeld)
  const fillIn = () => {
    change(example[form.name])
    setVersion(version + 1)
  }
  return (
    <>
      {!isCancelled && example[form.name] !== undefined && (
        <p>
          <button type="button" onClick={fillIn}>
            Fill in the example
          </button>
        </p>
      )}
      {!isCancelled && (
        <Answer key={version} schema={form.schema ?? ANYTHING} entry={entry} label="Answer" />
      )}
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
      <Sent entry={entryOf(value, isCancelled)} isReady={isReady || isCancelled} />
    </>
  )
}

const ANYTHING = {}

/** Whether a value may be sent: nothing is held back, and the schema does not refuse it. */
export function isAnswered(schema, value, isHeld) {
  if (isHeld) return false
  if (schema === null) return true
  return value !== undefined && judge(schema, value).isAccepted !== false
}

function entryOf(value, isCancelled) {
  if (isCancelled) return { interruptId: '…', status: 'cancelled' }
  return { interruptId: '…', status: 'resolved', payload: value }
}
