import { useId, useState } from 'react'
import { Approval } from './Approval.jsx'
import { Boundary } from './Boundary.jsx'
import { Condition } from './Condition.jsx'
import { Details } from './Details.jsx'
import { Json } from './Json.jsx'
import { Question } from './Question.jsx'
import { Value } from './Value.jsx'
import { duration, fill, readable, visible } from './text.js'

/** One decision: what a person sees, the ways to answer, and what would be sent. */
export function Decision({ one, id, level = 2 }) {
  const Heading = `h${level}`
  return (
    <article className="decision" id={id} aria-labelledby={`${id}-title`} tabIndex={-1}>
      <Heading id={`${id}-title`}>{visible(one.title ?? one.id)}</Heading>
      <p className="kind">{one.kind === 'approval' ? 'Approval of a tool call' : 'Question'}</p>
      <Boundary fallback={(error) => <Unshown one={one} error={error} />}>
        <Content one={one} />
      </Boundary>
    </article>
  )
}

/** What is known of a decision that could not be shown. */
export function Unshown({ one, error }) {
  return (
    <>
      <p className="refused">
        This decision could not be shown ({visible(error.message)}). This is what is known of it:
      </p>
      <Json value={one} label="The decision as JSON" />
    </>
  )
}

function Content({ one }) {
  const [index, setIndex] = useState(0)
  const example = one.examples[index] ?? { values: {}, isMadeUp: false }
  const shown = example.values[one.shown.name]
  const Form = one.kind === 'approval' ? Approval : Question
  return (
    <>
      {one.description && <p className="text">{readable(one.description)}</p>}
      <blockquote className="message">{message(one, shown)}</blockquote>
      <Examples one={one} index={index} onIndex={setIndex} />
      {example.isInexact && (
        <p className="hint">
          The example has numbers that JavaScript cannot carry: they are rounded.
        </p>
      )}
      <Shown one={one} shown={shown} isMadeUp={example.isMadeUp} />
      <Form key={index} one={one} shown={shown} example={example.values} />
      <Facts one={one} />
      {one.condition && <Condition schema={one.condition} />}
      <Details one={one} />
    </>
  )
}

function message(one, shown) {
  if (one.kind === 'interrupt') return readable(one.message ?? 'The question is asked in code.')
  return one.message === null
    ? `Approval required to run ${visible(one.id)}`
    : fill(one.message, shown ?? {})
}

function Examples({ one, index, onIndex }) {
  const id = useId()
  if (one.examples.length < 2) return null
  return (
    <p>
      <label htmlFor={id}>Example</label>{' '}
      <select id={id} value={index} onChange={(event) => onIndex(Number(event.target.value))}>
        {one.examples.map((_, position) => (
          <option key={position} value={position}>
            {position + 1} of {one.examples.length}
          </option>
        ))}
      </select>
    </p>
  )
}

function Shown({ one, shown, isMadeUp }) {
  if (one.shown.schema === null) return null
  return (
    <section className="shown" aria-label="What is shown">
      {shown === undefined ? (
        <p className="empty">
          There is no example of what is shown here, and none could be made up.
        </p>
      ) : (
        <>
          {isMadeUp && (
            <p className="hint">Made up from the schema: the definition gives no example of it.</p>
          )}
          <Value value={shown} />
        </>
      )}
    </section>
  )
}

function Facts({ one }) {
  const facts = [
    ['Asked', one.phases?.join(', ')],
    ['Reason', one.reason],
    ['Expires', one.expiresAfter ? `${duration(one.expiresAfter)} after it is asked` : null],
    ['Runs on', one.runsOn],
    ['Earlier versions', one.earlier.length > 0 ? versions(one.earlier.length) : null],
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

function versions(count) {
  const which = count === 1 ? 'one earlier version' : `${count} earlier versions`
  return `Pauses of ${which} can still be answered`
}
