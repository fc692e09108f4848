import { useState } from 'react'
import { Json } from './Json.jsx'
import { visible } from './text.js'

/** What programs see: hashes, earlier versions and schemas. */
export function Details({ one }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Hashes, versions and schemas</summary>
      {isOpen && <Opened one={one} />}
    </details>
  )
}

function Opened({ one }) {
  const slots = one.kind === 'approval' && one.isShared ? one.forms.slice(1) : one.forms
  const parts = [one.shown, ...slots.filter(({ name }) => name !== 'edits')]
  return (
    <>
      <Hashes title="Hashes on the wire" hashes={one.hashes} />
      {one.earlier.length === 0 && <p>No earlier version is still accepted.</p>}
      {one.earlier.map((hashes, index) => (
        <Hashes key={index} title={`Hashes of earlier version ${index + 1}`} hashes={hashes} />
      ))}
      {one.condition && (
        <Schema title="Schema of the calls that are asked about" schema={one.condition} />
      )}
      {parts
        .filter(({ schema }) => schema !== null)
        .map(({ name, schema }) => (
          <Schema key={name} title={`Schema of ${name}`} schema={schema} />
        ))}
    </>
  )
}

function Hashes({ title, hashes }) {
  return (
    <table>
      <caption>{title}</caption>
      <tbody>
        {Object.entries(hashes).map(([slot, hash]) => (
          <tr key={slot}>
            <th scope="row">{visible(slot)}</th>
            <td>
              <code>{visible(hash)}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Schema({ title, schema }) {
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <Json value={schema} label={title} />
    </figure>
  )
}
