import { useState } from 'react'
import { readable, visible } from './text.js'

const MOST_PARTS = 50
const MOST_CHARACTERS = 2_000
const DEEPEST = 40

/** A JSON value, readable: objects as lists of terms, arrays as lists, texts without tricks. */
export function Value({ value, depth = 0 }) {
  if (depth > DEEPEST) return <code>…</code>
  if (Array.isArray(value)) return <Items value={value} depth={depth} />
  if (value !== null && typeof value === 'object') return <Members value={value} depth={depth} />
  if (typeof value === 'string') return <Text value={value} />
  return <code>{JSON.stringify(value)}</code>
}

function Items({ value, depth }) {
  const [count, more] = useMore(value.length)
  if (value.length === 0) return <span className="empty">an empty list</span>
  return (
    <>
      <ol className="value">
        {value.slice(0, count).map((one, index) => (
          <li key={index}>
            <Value value={one} depth={depth + 1} />
          </li>
        ))}
      </ol>
      {more}
    </>
  )
}

function Members({ value, depth }) {
  const members = Object.entries(value)
  const [count, more] = useMore(members.length)
  if (members.length === 0) return <span className="empty">nothing</span>
  return (
    <>
      <dl className="value">
        {members.slice(0, count).map(([name, one]) => (
          <div key={name} className={isContainer(one) ? 'nested' : undefined}>
            <dt>{visible(name)}</dt>
            <dd>
              <Value value={one} depth={depth + 1} />
            </dd>
          </div>
        ))}
      </dl>
      {more}
    </>
  )
}

function isContainer(value) {
  return value !== null && typeof value === 'object' && Object.keys(value).length > 0
}

function Text({ value }) {
  const [isWhole, setWhole] = useState(false)
  const rest = value.length - MOST_CHARACTERS
  if (value === '') return <span className="empty">an empty text</span>
  if (isWhole || rest <= 0) return <span className="text">{readable(value)}</span>
  return (
    <span className="text">
      {readable(value.slice(0, MOST_CHARACTERS))}…{' '}
      <button type="button" onClick={() => setWhole(true)}>
        Show {rest.toLocaleString('en')} more characters
      </button>
    </span>
  )
}

/** How many parts are shown, and a button for the others. */
function useMore(total) {
  const [isWhole, setWhole] = useState(false)
  if (isWhole || total <= MOST_PARTS) return [total, null]
  const button = (
    <button type="button" onClick={() => setWhole(true)}>
      Show {(total - MOST_PARTS).toLocaleString('en')} more
    </button>
  )
  return [MOST_PARTS, button]
}
