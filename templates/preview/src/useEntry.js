import { useCallback, useState } from 'react'

/**
 * A value that is entered: `value`, `isHeld` while a part of it is no value at all, and `change` to
 * set it. `hold(owner, isHeld)` is for the fields.
 */
export function useEntry(first) {
  const [value, setValue] = useState(first)
  const [holders, setHolders] = useState(NOBODY)
  const hold = useCallback((owner, isHeld) => {
    setHolders((before) => {
      if (before.has(owner) === isHeld) return before
      const next = new Set(before)
      if (isHeld) next.add(owner)
      else next.delete(owner)
      return next
    })
  }, [])
  return { value, isHeld: holders.size > 0, change: setValue, hold }
}

const NOBODY = new Set()
