// What a judge looks at, and remembers to have looked at.

/** Which members of an object, and items of an array, some schema has looked at. */
export class Seen {
  members = new Set()
  items = new Set()

  add(other) {
    for (const name of other.members) this.members.add(name)
    for (const index of other.items) this.items.add(index)
  }
}

/** A member that an object has itself. */
export function own(object, key) {
  return Object.hasOwn(object, key) ? object[key] : undefined
}
