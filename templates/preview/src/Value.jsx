import { visible } from './text.js'

/** A JSON value, readable: objects as lists of terms, arrays as lists, texts without tricks. */
export function Value({ value }) {
  if (Array.isArray(value)) {
    if (value.length === 0) return <span className="empty">nothing</span>
    return (
      <ol className="value">
        {value.map((one, index) => (
          <li key={index}>
            <Value value={one} />
          </li>
        ))}
      </ol>
    )
  }
  if (value !== null && typeof value === 'object') {
    const members = Object.entries(value)
    if (members.length === 0) return <span className="empty">nothing</span>
    return (
      <dl className="value">
        {members.map(([name, one]) => (
          <div key={name}>
            <dt>{visible(name)}</dt>
            <dd>
              <Value value={one} />
            </dd>
          </div>
        ))}
      </dl>
    )
  }
  if (typeof value === 'string') return <span className="text">{visible(value)}</span>
  return <code>{JSON.stringify(value)}</code>
}
