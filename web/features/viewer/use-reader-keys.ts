import { useEffect, useEffectEvent } from 'react'

type Actions = {
  onPrevious: () => void
  onNext: () => void
  onZoom: (direction: 1 | -1) => void
  onToggleMove: () => void
  onEscape: () => void
  /** A key that scrolls was pressed: where it scrolls is where the focus is. */
  onScrollKey: () => void
}

const scrollKeys = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']

/** The reader's keys, left alone while a person types or uses a shortcut of the browser. */
export function useReaderKeys(actions: Actions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isForSomethingElse(event)) return
    if (scrollKeys.includes(event.key)) actions.onScrollKey()
    const action = actionOf(event.key, actions)
    if (!action) return
    event.preventDefault()
    action()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function actionOf(key: string, actions: Actions): (() => void) | undefined {
  switch (key) {
    case 'ArrowLeft':
      return actions.onPrevious
    case 'ArrowRight':
      return actions.onNext
    case '+':
    case '=':
      return () => actions.onZoom(1)
    case '-':
      return () => actions.onZoom(-1)
    case 'm':
    case 'M':
      return actions.onToggleMove
    case 'Escape':
      return actions.onEscape
  }
}

function isForSomethingElse(event: KeyboardEvent): boolean {
  const { target } = event
  const typing =
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input, textarea, select, [data-keys="own"] *'))
  return typing || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey
}
