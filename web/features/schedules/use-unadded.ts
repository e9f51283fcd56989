import { useCallback, useEffect, useEffectEvent, useState } from 'react'

type Form = {
  /** Says what is left, instead of a save. */
  stop: () => void
  /** Clears it; returns what brings it back. */
  clear: () => () => void
}

/** The forms of an editor whose input isn't part of the draft yet, so that a save would leave it out. */
export function useUnadded() {
  const [forms, setForms] = useState<readonly Form[]>([])
  const note = useCallback((form: Form) => {
    setForms(all => [...all, form])
    return () => setForms(all => all.filter(other => other !== form))
  }, [])
  return { forms, note }
}

/** Notes a form with an editor while something is typed there. */
export function useNoteUnadded(
  note: ReturnType<typeof useUnadded>['note'],
  isTyped: boolean,
  { stop, clear }: Form,
): void {
  const onStop = useEffectEvent(stop)
  const onClear = useEffectEvent(clear)
  useEffect(
    () => (isTyped ? note({ stop: () => onStop(), clear: () => onClear() }) : undefined),
    [isTyped, note],
  )
}
