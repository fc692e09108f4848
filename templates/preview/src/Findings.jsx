import { Json } from './Json.jsx'
import { visible } from './text.js'

/** What a comparison has found, each finding with the value that shows it. */
export function Findings({ findings }) {
  if (findings.length === 0) {
    return <p>Nothing that a program or a pending decision depends on has changed.</p>
  }
  return (
    <ul className="findings">
      {findings.map((finding) => (
        <Finding key={finding.fingerprint} finding={finding} />
      ))}
    </ul>
  )
}

function Finding({ finding }) {
  const { category, code, severity, message, hint, accepted, witness } = finding
  return (
    <li className={severity}>
      <strong>{visible(category)}</strong> {visible(code)}: {visible(message)}
      {hint && <p className="hint">{visible(hint)}</p>}
      {accepted && <p className="hint">Accepted: {visible(accepted)}</p>}
      {witness && (
        <details>
          <summary>A value that shows it</summary>
          <p>
            Accepted {witness.acceptedBy === 'old' ? 'before' : 'after'}, refused{' '}
            {witness.refusedBy === 'old' ? 'before' : 'after'}:
          </p>
          <Json value={witness.value} label="The value" />
        </details>
      )}
    </li>
  )
}
