import { useSyncExternalStore } from 'react'

/** How long after the last sign typing counts as over. */
const lastsMs = 6_000

const typing = new Map<string, ReturnType<typeof setTimeout>>()
const listeners = new Set<() => void>()

/** The other person of a conversation is typing. */
export function startedTyping(conversationId: string): void {
  clearTimeout(typing.get(conversationId))
  typing.set(
    conversationId,
    setTimeout(() => stoppedTyping(conversationId), lastsMs),
  )
  for (const listener of listeners) listener()
}

/** They sent what they typed, or stopped. */
export function stoppedTyping(conversationId: string): void {
  clearTimeout(typing.get(conversationId))
  if (!typing.delete(conversationId)) return
  for (const listener of listeners) listener()
}

/** Whether the other person of a conversation is typing. */
export function useTyping(conversationId: string): boolean {
  return useSyncExternalStore(subscribe, () => typing.has(conversationId))
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
