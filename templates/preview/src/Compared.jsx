import { Decision } from './Decision.jsx'
import { anchor, visible } from './text.js'

/** A decision before and after a change, with what was found about it. */
export function Compared({ one }) {
  const id = anchor(one)
  return (
    <section className="compared" aria-labelledby={`${id}-compared`} id={id}>
      <h2 id={`${id}-compared`}>{visible(one.id)}</h2>
      <Findings findings={one.findings} />
      <div className="sides">
        <Side title="Before" one={one.before} id={`${id}-before`} other="It was not there." />
        <Side title="After" one={one.after} id={`${id}-after`} other="It is gone." />
      </div>
    </section>
  )
}

function Side({ title, one, id, other }) {
  return (
    <div className="side">
      <p className="side-title">{title}</p>
      {one ? <Decision one={one} id={id} level={3} /> : <p>{other}</p>}
    </div>
  )
}

function Findings({ findings }) {
  if (!findings?.length) return <p>Nothing that a person or a program relies on has changed.</p>
  return (
    <ul className="findings">
      {findings.map((finding) => (
        <li key={finding.fingerprint} className={finding.category}>
          <strong>{finding.category}</strong> {finding.code}: {visible(finding.message)}
        </li>
      ))}
    </ul>
  )
}
