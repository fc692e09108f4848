// The tree of a regular expression with references back to groups -> whether it matches a text, by
// trying one way after the other, a limited number of times.
//
// Groups are the server's: what one has matched stays when what is around it is repeated, and a
// reference to one that has matched nothing fails. ECMAScript would forget it, and match nothing.
import { Undecided } from './undecided.js'

const MOST_STEPS = 200_000

/** Whether a text, as code points, has a match; `isEdge` tells of a position whether it is one. */
export function backtrack(tree, points, isEdge) {
  const trial = new Trial(points, isEdge)
  for (let start = 0; start <= points.length; start += 1) {
    if (trial.match(tree, { at: start, groups: new Map() }, 1, () => true)) return true
  }
  return false
}

/** One text, tried. A state is where it stands, and what the groups have matched. */
class Trial {
  steps = 0

  constructor(points, isEdge) {
    this.points = points
    this.isEdge = isEdge
  }

  /** Whether a node matches from a state on so that what follows, `then`, holds. */
  match(node, state, step, then) {
    this.steps += 1
    if (this.steps > MOST_STEPS) throw new Undecided('the pattern takes too long')
    switch (node.kind) {
      case 'character': {
        const point = this.points[step > 0 ? state.at : state.at - 1]
        if (point === undefined || !node.test(point)) return false
        return then({ ...state, at: state.at + step })
      }
      case 'sequence':
        return this.sequence(step > 0 ? node.parts : node.parts.toReversed(), 0, state, step, then)
      case 'choice':
        return node.options.some((option) => this.match(option, state, step, then))
      case 'repeat':
        return this.repeat(node, 0, state, step, then)
      case 'group':
        return this.match(node.inner, state, step, (after) => {
          return then(captured(node, state, after, this.points))
        })
      case 'back':
        return this.back(node, state, step, then)
      case 'look':
        return this.look(node, state, then)
      default:
        return this.isEdge(node.edge, state.at) && then(state)
    }
  }

  sequence(parts, index, state, step, then) {
    if (index === parts.length) return then(state)
    const rest = (after) => this.sequence(parts, index + 1, after, step, then)
    return this.match(parts[index], state, step, rest)
  }

  repeat(node, count, state, step, then) {
    const more = (after) => {
      const isStuck = after.at === state.at && count >= node.least
      return !isStuck && this.repeat(node, count + 1, after, step, then)
    }
    if (count < node.most && this.match(node.inner, state, step, more)) return true
    return count >= node.least && then(state)
  }

  back({ group }, state, step, then) {
    const found = state.groups.get(group)
    if (found === undefined) return false
    const from = step > 0 ? state.at : state.at - found.length
    const isSame = from >= 0 && found.every((point, index) => this.points[from + index] === point)
    return isSame && then({ ...state, at: state.at + step * found.length })
  }

  look({ inner, isBehind, isNegative }, state, then) {
    let found = null
    this.match(inner, state, isBehind ? -1 : 1, (after) => {
      found = after
      return true
    })
    if (isNegative) return found === null && then(state)
    return found !== null && then({ at: state.at, groups: found.groups })
  }
}

/** The state after a group, with what the group has matched. */
function captured({ group }, before, after, points) {
  const matched = points.slice(Math.min(before.at, after.at), Math.max(before.at, after.at))
  return { ...after, groups: new Map(after.groups).set(group, matched) }
}
