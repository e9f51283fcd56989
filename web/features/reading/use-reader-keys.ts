import { useEffect, useEffectEvent } from 'react'
import { singleKeys } from '#web/lib/single-keys.ts'

type Actions = {
  /** Whether left and right move the page instead of turning it. */
  sideways: boolean
  /** Any key of somebody who uses keys. */
  onKey: () => void
  onPrevious: () => void
  onNext: () => void
  onZoom: (direction: 1 | -1) => void
  onToggleMove: () => void
  onEscape: () => void
  /** Undefined if there is no text to find anything in. */
  onFind: (() => void) | undefined
  /** A scroll key was pressed: it scrolls where the focus is. */
  onScrollKey: () => void
}

const scrollKeys = ['ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End']

/** The reader's shortcuts, off while a person types or uses a browser shortcut. */
export function useReaderKeys(actions: Actions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    actions.onKey()
    if (actions.onFind && isFind(event)) {
      event.preventDefault()
      return actions.onFind()
    }
    if (isForSomethingElse(event)) return
    const moves = actions.sideways && isSideways(event)
    if (moves || isScrollKey(event)) actions.onScrollKey()
    if (moves) return
    const action = actionOf(event.key, actions)
    // Arrows and Escape have names; a letter or a sign is its own.
    if (!action || (event.key.length === 1 && !singleKeys.read())) return
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

const isSideways = ({ key }: KeyboardEvent) => key === 'ArrowLeft' || key === 'ArrowRight'

/** The space bar scrolls too, except on what it presses. */
function isScrollKey({ key, target }: KeyboardEvent): boolean {
  if (key !== ' ') return scrollKeys.includes(key)
  return !(target instanceof Element && target.matches('a, button, [role]'))
}

/** The browser's own search sees only the pages that are drawn. */
function isFind(event: KeyboardEvent): boolean {
  const asked = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
  return asked && event.key.toLowerCase() === 'f' && !event.defaultPrevented
}

function isForSomethingElse(event: KeyboardEvent): boolean {
  const { target } = event
  const typing =
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.matches('input, textarea, select, [data-keys="own"] *, [role="dialog"], [role="dialog"] *'))
  const selecting = event.shiftKey && isSideways(event)
  return typing || selecting || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey
}
