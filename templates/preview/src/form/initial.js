/** The value that a field begins with once somebody asks for it; none where it is to be entered. */
export function initial(shape) {
  switch (shape['x-form']) {
    case 'object':
      return Object.fromEntries(
        Object.entries(shape.properties)
          .filter(([name, one]) => shape.required.includes(name) && isConstant(one))
          .map(([name, one]) => [name, one['x-values'][0]]),
      )
    case 'array':
    case 'tuple':
      return []
    case 'enum':
      return isConstant(shape) ? shape['x-values'][0] : undefined
    default:
      return undefined
  }
}

function isConstant(shape) {
  return shape['x-form'] === 'enum' && shape['x-values'].length === 1
}
