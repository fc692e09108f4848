import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

/**
 * Shows its children once they come near to what is seen of the page, when a link leads to them, or
 * when the page is printed.
 */
export function Lazy({ id, title, isEager, children }) {
  const [isNear, setNear] = useState(isEager || isWanted(id))
  const place = useRef(null)
  useEffect(() => {
    if (isNear) return undefined
    const show = () => flushSync(() => setNear(true))
    const follow = () => {
      if (!isWanted(id)) return
      show()
      document.getElementById(id).scrollIntoView()
    }
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: '1500px' },
    )
    observer.observe(place.current)
    addEventListener('beforeprint', show)
    addEventListener('hashchange', follow)
    return () => {
      observer.disconnect()
      removeEventListener('beforeprint', show)
      removeEventListener('hashchange', follow)
    }
  }, [id, isNear])
  if (isNear) return children
  return (
    <section id={id} ref={place} className="decision waiting">
      <h2>{title}</h2>
    </section>
  )
}

function isWanted(id) {
  return location.hash === `#${id}`
}
