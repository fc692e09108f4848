/** A value of a form without the members of objects that have no value, as JSON leaves them out. */
export function settled(value) {
  if (Array.isArray(value)) return Array.from(value, settled)
  if (value === null || typeof value !== 'object') return value
  const members = Object.entries(value).filter(([, one]) => one !== undefined)
  return Object.fromEntries(members.map(([name, one]) => [name, settled(one)]))
}
