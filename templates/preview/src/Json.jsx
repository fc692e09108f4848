import { shownJson } from './text.js'

/** A value as JSON, to be read and copied. */
export function Json({ value, label }) {
  const { shown, rest } = shownJson(value)
  return (
    <>
      <pre tabIndex={0} role="region" aria-label={label}>
        {shown}
      </pre>
      {rest > 0 && (
        <p className="hint">{rest.toLocaleString('en')} further characters are not shown.</p>
      )}
    </>
  )
}
