import { createContext, useContext } from 'react'
import { visible } from '../text.js'

/**
 * What every field of a form knows: `label`, `prefix`, `root`, `table`, `report`, whether the form
 * `isEmpty`, and `faults` with their keys.
 */
export const Surroundings = createContext(null)

/** What a field needs beside its value: ids, its label, and what is wrong with it. */
export function useField({ schema, fieldPathId, required, isDeep = false }) {
  const surroundings = useContext(Surroundings)
  const { path } = fieldPathId
  const id = idOf(surroundings.prefix, path)
  const faults = faultsAt(surroundings.faults, path, isDeep)
  const described = [
    schema.description && `${id}.description`,
    faults.length > 0 && `${id}.faults`,
  ].filter(Boolean)
  return {
    ...surroundings,
    id,
    faults,
    path,
    label: labelOf(schema, path, surroundings.label),
    attributes: {
      id,
      'aria-invalid': faults.length > 0,
      'aria-required': Boolean(required),
      'aria-describedby': described.join(' ') || undefined,
    },
  }
}

/** What is wrong with a place, and, if it is one field with all below, with what is below. */
function faultsAt(faults, path, isDeep) {
  const here = keyOf(path)
  const found = faults.filter(({ key }) => key === here).map(({ message }) => message)
  const below = `${here.slice(0, -1)}${path.length > 0 ? ',' : ''}`
  const deeper = isDeep ? faults.filter(({ key }) => key !== here && key.startsWith(below)) : []
  const named = deeper.map((one) => `${one.path.slice(path.length).join(' › ')}: ${one.message}`)
  return [...new Set([...found, ...named])]
}

/** The label of a field: its title, its name, or its position in a list. */
export function labelOf(schema, path, whole) {
  const last = path.at(-1)
  if (schema.title) return visible(schema.title)
  if (last === undefined) return whole
  return typeof last === 'number' ? `Item ${last + 1}` : visible(last)
}

/** What a place in the value is called in the table of faults. */
export function keyOf(path) {
  return JSON.stringify(path.map(String))
}

/** An id of an element that is about a place in the value. */
export function idOf(prefix, path) {
  return [prefix, ...path].map(encoded).join('-')
}

function encoded(part) {
  return String(part).replace(/[^A-Za-z0-9]/gu, (one) => `_${one.codePointAt(0).toString(16)}_`)
}
