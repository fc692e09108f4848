import { visible } from './text.js'

/** What programs see: hashes, earlier versions and schemas. */
export function Details({ one }) {
  const parts = [one.shown, ...one.forms].filter(({ schema }) => schema !== null)
  return (
    <details>
      <summary>Hashes, versions and schemas</summary>
      <table>
        <caption>Hashes on the wire</caption>
        <tbody>
          {Object.entries(one.hashes).map(([slot, hash]) => (
            <tr key={slot}>
              <th scope="row">{slot}</th>
              <td>
                <code>{hash}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        {one.earlier.length === 0
          ? 'No earlier version is still accepted.'
          : `Pauses of ${one.earlier.length} earlier version${one.earlier.length === 1 ? '' : 's'} can still be answered.`}
      </p>
      {one.condition && <Schema title="It is asked for where the arguments match" schema={one.condition} />}
      {parts.map(({ name, schema }) => (
        <Schema key={name} title={`Schema of ${name}`} schema={schema} />
      ))}
    </details>
  )
}

function Schema({ title, schema }) {
  const lines = JSON.stringify(schema, null, 2).split('\n')
  return (
    <figure>
      <figcaption>{title}</figcaption>
      <pre tabIndex={0}>{lines.map(visible).join('\n')}</pre>
    </figure>
  )
}
