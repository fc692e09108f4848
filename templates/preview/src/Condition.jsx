import { visible } from './text.js'
import { conditions } from './words.js'

const MOST = 20

/** Which calls a person is asked about, where it is not all of them. */
export function Condition({ schema }) {
  const { found, isWhole } = conditions(schema)
  return (
    <section className="condition" aria-label="When a person is asked">
      <p>Asked only about calls whose arguments match a condition; the server tells.</p>
      {found.length > 0 && (
        <ul>
          {found.slice(0, MOST).map((one, index) => (
            <li key={index}>{visible(one)}</li>
          ))}
        </ul>
      )}
      {(!isWhole || found.length > MOST) && (
        <p className="hint">The condition says more than that: see its schema.</p>
      )}
    </section>
  )
}
