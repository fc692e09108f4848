// How the form library's objects and lists are laid out.
import { labelOf, idOf, useField } from './context.js'

/** The properties of an object; the group around them is ours. */
export function ObjectFieldTemplate({ properties }) {
  return properties.map(({ content }) => content)
}

/** The items of a list, and the way to a further one. */
export function ArrayFieldTemplate({ schema, fieldPathId, items, canAdd, onAddClick }) {
  const field = useField({ schema, fieldPathId })
  return (
    <>
      {items}
      {canAdd && (
        <button type="button" id={`${field.id}.add`} onClick={onAddClick}>
          Add an item to {field.label}
        </button>
      )}
    </>
  )
}

/** An item of a list, and what can be done with it. */
export function ArrayFieldItemTemplate({ children, buttonsProps, schema }) {
  const { fieldPathId, index, hasMoveUp, hasMoveDown, hasRemove } = buttonsProps
  const field = useField({ schema, fieldPathId })
  const name = labelOf({}, fieldPathId.path, field.label)
  const list = idOf(field.prefix, fieldPathId.path.slice(0, -1))
  const remove = (event) => {
    buttonsProps.onRemoveItem(event)
    // The button that had the focus is gone.
    requestAnimationFrame(() => document.getElementById(`${list}.add`)?.focus())
  }
  return (
    <div className="item">
      {children}
      <p className="item-buttons" role="group" aria-label={`${name}: its place`}>
        {(hasMoveUp || hasMoveDown) && (
          <>
            <Button
              text="Move up"
              name={name}
              isOff={!hasMoveUp}
              onClick={buttonsProps.onMoveUpItem}
            />
            <Button
              text="Move down"
              name={name}
              isOff={!hasMoveDown}
              onClick={buttonsProps.onMoveDownItem}
            />
          </>
        )}
        {hasRemove && <Button text="Remove" name={name} onClick={remove} key={index} />}
      </p>
    </div>
  )
}

function Button({ text, name, isOff = false, onClick }) {
  return (
    <button type="button" disabled={isOff} onClick={onClick}>
      {text} <span className="hidden">{name}</span>
    </button>
  )
}
