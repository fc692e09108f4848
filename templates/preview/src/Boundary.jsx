import { Component } from 'react'

/** Shows `fallback(error)` in the place of what cannot be shown, and leaves the rest as it is. */
export class Boundary extends Component {
  state = { error: null }

  static getDerivedStateFromError(error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  render() {
    return this.state.error ? this.props.fallback(this.state.error) : this.props.children
  }
}
