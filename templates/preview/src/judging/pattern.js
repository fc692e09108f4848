// A regular expression and a text -> whether it matches anywhere, in time that grows with both.
//
// All ways through the pattern are followed at once, so none is tried again and again as the
// browser's own engine may do. References back to groups cannot be matched in this way: a pattern
// that has some is tried, for a while.
import { backtrack } from './backtracking.js'
import { tree } from './pattern-tree.js'
import { Undecided } from './undecided.js'

const MOST_STATES = 20_000
const MOST_STEPS = 3_000_000
const machines = new Map()

/** Whether a text has a match; raises `Undecided` where that cannot be told. */
export function matches(pattern, text) {
  if (!machines.has(pattern)) machines.set(pattern, compiled(pattern))
  const machine = machines.get(pattern)
  if (machine instanceof Undecided) throw machine
  const points = Array.from(text, (character) => character.codePointAt(0))
  const run = new Run(points)
  if (machine.kind !== 'tried') return run.finds(machine)
  return backtrack(machine.tree, points, (edge, position) => run.isEdge(edge, position))
}

function compiled(pattern) {
  try {
    const root = tree(pattern)
    return refersBack(root) ? { kind: 'tried', tree: root } : new Builder().start(root, false)
  } catch (error) {
    if (error instanceof Undecided) return error
    throw error
  }
}

function refersBack(node) {
  if (node.kind === 'back') return true
  return [node.inner, ...(node.parts ?? []), ...(node.options ?? [])].some(
    (below) => below && refersBack(below),
  )
}

/** Makes states; each knows those that follow it. */
class Builder {
  count = 0

  start(node, isBack) {
    return this.build(node, this.state({ kind: 'end' }), isBack)
  }

  state(state) {
    this.count += 1
    if (this.count > MOST_STATES) throw new Undecided('the pattern is too large to be matched here')
    return state
  }

  build(node, next, isBack) {
    switch (node.kind) {
      case 'sequence': {
        const parts = isBack ? node.parts : node.parts.toReversed()
        return parts.reduce((after, part) => this.build(part, after, isBack), next)
      }
      case 'choice': {
        const ways = node.options.map((option) => this.build(option, next, isBack))
        return this.state({ kind: 'split', ways })
      }
      case 'repeat':
        return this.repeat(node, next, isBack)
      case 'group':
        return this.build(node.inner, next, isBack)
      case 'look': {
        const inner = this.start(node.inner, node.isBehind)
        return this.state({ ...node, inner, next })
      }
      default:
        return this.state({ ...node, next })
    }
  }

  repeat({ inner, least, most }, next, isBack) {
    let start = next
    if (most === Infinity) {
      start = this.state({ kind: 'split', ways: [next] })
      start.ways.push(this.build(inner, start, isBack))
    }
    for (let count = least; most !== Infinity && count < most; count += 1) {
      start = this.state({ kind: 'split', ways: [next, this.build(inner, start, isBack)] })
    }
    for (let count = 0; count < least; count += 1) start = this.build(inner, start, isBack)
    return start
  }
}

/** One text, matched. */
class Run {
  steps = 0
  seen = new Map()

  constructor(points) {
    this.points = points
  }

  finds(machine) {
    return this.follow(machine, 0, 1, true)
  }

  follow(machine, from, step, isAnywhere) {
    let states = new Set()
    let position = from
    for (;;) {
      if (isAnywhere || position === from) states.add(machine)
      const reached = this.closure(states, position)
      if (reached === null) return true
      const point = this.points[step > 0 ? position : position - 1]
      if (point === undefined || (reached.length === 0 && !isAnywhere)) return false
      states = new Set()
      for (const state of reached) {
        this.spend()
        if (state.test(point)) states.add(state.next)
      }
      position += step
    }
  }

  /** The states that wait for a character, or null where the end is reached. */
  closure(states, position) {
    const waiting = []
    const known = new Set(states)
    for (const state of known) {
      this.spend()
      if (state.kind === 'end') return null
      if (state.kind === 'character') waiting.push(state)
      else if (state.kind === 'split') for (const way of state.ways) known.add(way)
      else if (this.holds(state, position)) known.add(state.next)
    }
    return waiting
  }

  holds(state, position) {
    if (state.kind === 'edge') return this.isEdge(state.edge, position)
    if (!this.seen.has(state)) this.seen.set(state, new Map())
    const told = this.seen.get(state)
    if (!told.has(position)) {
      const step = state.isBehind ? -1 : 1
      const found = this.follow(state.inner, position, step, false)
      told.set(position, found !== state.isNegative)
    }
    return told.get(position)
  }

  isEdge(edge, position) {
    if (edge === '^') return position === 0
    if (edge === '$') return position === this.points.length
    const isBoundary = isWord(this.points[position - 1]) !== isWord(this.points[position])
    return isBoundary === (edge === '\\b')
  }

  spend() {
    this.steps += 1
    if (this.steps > MOST_STEPS) throw new Undecided('the text is too long for the pattern')
  }
}

function isWord(point) {
  return point !== undefined && /^\w$/.test(String.fromCodePoint(point))
}
