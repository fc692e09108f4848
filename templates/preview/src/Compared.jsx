import { Decision } from './Decision.jsx'
import { Findings } from './Findings.jsx'
import { differences } from './differences.js'
import { anchor, visible } from './text.js'

const MOST_PLACES = 50

/** A decision before and after a change, with what was found about it. */
export function Compared({ one }) {
  const id = anchor(one)
  if (!one.change) return <Decision one={one.after} id={id} />
  return (
    <section className="compared" aria-labelledby={`${id}-compared`} id={id} tabIndex={-1}>
      <h2 id={`${id}-compared`}>
        {visible(one.id)} <span className={`change ${one.change}`}>{one.change}</span>
      </h2>
      <Findings findings={one.findings} />
      {one.before && one.after && <Places before={one.before} after={one.after} />}
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

function Places({ before, after }) {
  const places = differences(before, after)
  if (places.length === 0) return null
  return (
    <table className="places">
      <caption>What is not as it was</caption>
      <thead>
        <tr>
          <th scope="col">Where</th>
          <th scope="col">Before</th>
          <th scope="col">After</th>
        </tr>
      </thead>
      <tbody>
        {places.slice(0, MOST_PLACES).map(({ path, before: old, after: now }) => (
          <tr key={path}>
            <th scope="row">{visible(path)}</th>
            <td>{old === undefined ? '—' : <del>{visible(old)}</del>}</td>
            <td>{now === undefined ? '—' : <ins>{visible(now)}</ins>}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
