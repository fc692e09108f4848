import { useEffect, useId, useState } from 'react'
import { inexact } from '../judging/numbers.js'
import { isTooDeep } from '../judging/readable.js'
import { identity } from '../judging/values.js'
import { visible } from '../text.js'
import { settled } from './settled.js'

const LONGEST = 300_000

/**
 * A value as JSON. `report` is told what keeps the text from being a value, and '' when nothing
 * does; so long nothing may be sent.
 */
export function JsonText({ attributes, value, onChange, report }) {
  const [state, setState] = useState(() => ({ text: pretty(value), value, problem: '' }))
  const owner = useId()
  const isStale = state.problem === '' && !isSameValue(state.value, value)
  const { text, problem } = isStale ? { text: pretty(value), problem: '' } : state
  useEffect(() => {
    report(owner, problem)
    return () => report(owner, '')
  }, [report, owner, problem])
  const change = (event) => {
    const read = parsed(event.target.value)
    setState({ text: event.target.value, ...read })
    onChange(read.value)
  }
  const notes = problem ? [] : inexact(text)
  return (
    <>
      <textarea
        {...attributes}
        rows={6}
        spellCheck={false}
        autoComplete="off"
        value={text}
        aria-invalid={problem !== '' || attributes['aria-invalid']}
        onChange={change}
      />
      {problem && <p className="problem">{visible(problem)}</p>}
      {notes.slice(0, 5).map(({ written, carried }, index) => (
        <p key={index} className="hint">
          JavaScript cannot carry {short(written)}: {String(carried)} is sent.
        </p>
      ))}
    </>
  )
}

function parsed(text) {
  if (text.trim() === '') return { value: undefined, problem: '' }
  if (text.length > LONGEST) return refused('This is too long for the page.')
  try {
    const value = JSON.parse(text)
    if (isTooDeep(value)) return refused('This is nested too deeply.')
    const isTooLarge = inexact(text).some(({ carried }) => !Number.isFinite(carried))
    return isTooLarge ? refused('A number is too large.') : { value, problem: '' }
  } catch (error) {
    return refused(`This is no JSON: ${error.message}`)
  }
}

function refused(problem) {
  return { value: undefined, problem }
}

function pretty(value) {
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

function isSameValue(one, other) {
  if (one === undefined || other === undefined) return one === other
  return identity(settled(one)) === identity(settled(other))
}

function short(text) {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
