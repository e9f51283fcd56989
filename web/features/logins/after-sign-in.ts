import { useEffect, useEffectEvent } from 'react'
import { useIsVisitor } from './use-login.ts'

/** What a visitor can press, to be done once they have signed in. */
export type Act = 'follow' | 'save' | 'enrol'

type Pressed = { act: Act; id: string; at: number }

const name = 'act after sign-in'
/** Whoever takes longer has forgotten it. */
const goodForMs = 15 * 60_000

/**
 * Remembers it in this tab. The address that the sign-in returns to can't say it: then any link could make
 * people do what they never pressed.
 */
export function rememberAct(act: Act, id: string): void {
  try {
    sessionStorage.setItem(name, JSON.stringify({ act, id, at: Date.now() } satisfies Pressed))
  } catch {
    // Without storage they press it again.
  }
}

/** Does, once, what the person pressed before they signed in. */
export function useActAfterSignIn(act: Act, id: string, perform: () => void): void {
  const visitor = useIsVisitor()
  const onReturn = useEffectEvent(perform)
  useEffect(() => {
    if (!visitor && takeAct(act, id)) onReturn()
  }, [visitor, act, id])
}

function takeAct(act: Act, id: string): boolean {
  try {
    const pressed = JSON.parse(sessionStorage.getItem(name) ?? 'null') as Pressed | null
    if (pressed?.act !== act || pressed.id !== id) return false
    sessionStorage.removeItem(name)
    return Date.now() - pressed.at < goodForMs
  } catch {
    return false
  }
}
