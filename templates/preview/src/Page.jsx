import { useDeferredValue, useId, useState } from 'react'
import { Boundary } from './Boundary.jsx'
import { Compared } from './Compared.jsx'
import { Decision, Unshown } from './Decision.jsx'
import { Findings } from './Findings.jsx'
import { Lazy } from './Lazy.jsx'
import { anchor, visible } from './text.js'

const FEW = 8

/** The list of decisions, and each of them; or two states of them side by side. */
export function Page({ content }) {
  const { title, decisions, comparison } = content
  const [wanted, setWanted] = useState('')
  const [isChanged, setChanged] = useState(false)
  const filter = useDeferredValue(wanted)
  const found = decisions.filter((one) => matches(one, filter) && (!isChanged || one.change))
  return (
    <>
      <header className="top">
        <h1>{visible(title)}</h1>
        <p>{comparison ? since(comparison) : WELCOME}</p>
      </header>
      <div className="columns">
        <nav aria-label="Decisions">
          <Filter value={wanted} onChange={setWanted} />
          {comparison && (
            <label>
              <input
                type="checkbox"
                checked={isChanged}
                onChange={(event) => setChanged(event.target.checked)}
              />{' '}
              Only what changed
            </label>
          )}
          <p role="status" className="hint">
            {found.length} of {decisions.length} decisions
          </p>
          <ul>
            {found.map((one) => (
              <li key={anchor(one)}>
                <a href={`#${anchor(one)}`}>{visible(one.id)}</a> <Change one={one} />
              </li>
            ))}
          </ul>
        </nav>
        <main>
          {decisions.length === 0 && <p>No decision is defined.</p>}
          {found.map((one, index) => (
            <Lazy key={anchor(one)} id={anchor(one)} title={visible(one.id)} isEager={index < FEW}>
              <Boundary fallback={(error) => <Unshown one={one} error={error} />}>
                {comparison ? <Compared one={one} /> : <Decision one={one} id={anchor(one)} />}
              </Boundary>
            </Lazy>
          ))}
          {comparison && <Others findings={comparison.findings} />}
        </main>
      </div>
    </>
  )
}

const WELCOME =
  'Every decision as a person will see it. Nothing that you enter is kept or sent anywhere.'

function since({ since }) {
  return `What changes for the people who decide, since ${visible(since)}.`
}

function Others({ findings }) {
  const id = useId()
  if (findings.length === 0) return null
  return (
    <section className="compared" aria-labelledby={id}>
      <h2 id={id}>What else has changed</h2>
      <Findings findings={findings} />
    </section>
  )
}

function matches({ id, title, description, package: name, message }, wanted) {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean)
  const text = [id, title, description, name, message].filter(Boolean).join('\n').toLowerCase()
  return words.every((word) => text.includes(word))
}

function Filter({ value, onChange }) {
  const id = useId()
  return (
    <p className="filter">
      <label htmlFor={id}>Find a decision</label>
      <input
        id={id}
        type="search"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </p>
  )
}

function Change({ one }) {
  return one.change ? <span className={`change ${one.change}`}>{one.change}</span> : null
}
