import { Json } from './Json.jsx'

/** What would go to the server, or that nothing would. */
export function Sent({ entry, isReady }) {
  return (
    <section className="sent" aria-label="What is sent">
      <p>{isReady ? 'This is sent:' : 'Nothing is sent until the server would accept it.'}</p>
      {isReady && <Json value={entry} label="The JSON that is sent" />}
    </section>
  )
}
