import { useEffect, useEffectEvent } from 'react'
import { isDialogOpen } from './dialog-open.ts'
import { singleKeys } from './single-keys.ts'

/**
 * Runs the action of a single key, unless the person types or has turned these off, or of “Ctrl k” also then (⌘K on a Mac). Not while
 * a dialog is open.
 */
export function useShortcuts(actions: Record<string, () => void>) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const withCtrl = event.ctrlKey || event.metaKey
    const action = actions[withCtrl ? `Ctrl ${event.key.toLowerCase()}` : event.key]
    if (!action || event.altKey || event.defaultPrevented) return
    if (!withCtrl && !singleKeys.read()) return
    if ((isTyping(event.target) && !withCtrl) || isDialogOpen()) return
    event.preventDefault()
    // A key held a moment too long would leave what it toggles in either state.
    if (!event.repeat) action()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

const typedIn = 'input:not([type="checkbox"], [type="radio"]), textarea, select'

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(typedIn))
}
