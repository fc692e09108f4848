import { Decision } from './Decision.jsx'
import { Compared } from './Compared.jsx'
import { anchor } from './text.js'

/** The list of decisions, and each of them; or two states of them side by side. */
export function Page({ content }) {
  const { title, decisions, comparison } = content
  return (
    <>
      <header className="top">
        <h1>{title}</h1>
        <p>
          {comparison
            ? `What changes for the people who decide, since ${comparison.since}.`
            : 'Every decision as a person will see it. Nothing that you enter is sent anywhere.'}
        </p>
      </header>
      <div className="columns">
        <nav aria-label="Decisions">
          <ul>
            {decisions.map((one) => (
              <li key={anchor(one)}>
                <a href={`#${anchor(one)}`}>{one.id}</a> <Change one={one} />
              </li>
            ))}
          </ul>
        </nav>
        <main>
          {decisions.length === 0 && <p>No decision is defined.</p>}
          {decisions.map((one) =>
            comparison ? (
              <Compared key={anchor(one)} one={one} />
            ) : (
              <Decision key={anchor(one)} one={one} id={anchor(one)} />
            ),
          )}
        </main>
      </div>
    </>
  )
}

function Change({ one }) {
  return one.change ? <span className={`change ${one.change}`}>{one.change}</span> : null
}
