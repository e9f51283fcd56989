import { createStore, useStore } from '#web/lib/store.ts'

/** How long after the last sign typing counts as over. */
const lastsMs = 6_000

/** The conversations where the other person is typing, each with the timer that ends it. */
const typing = createStore<ReadonlyMap<string, ReturnType<typeof setTimeout>>>(new Map())

/** The other person of a conversation is typing. */
export function startedTyping(conversationId: string): void {
  clearTimeout(typing.read().get(conversationId))
  const timer = setTimeout(() => stoppedTyping(conversationId), lastsMs)
  typing.set(new Map(typing.read()).set(conversationId, timer))
}

/** They sent what they typed, or stopped. */
export function stoppedTyping(conversationId: string): void {
  const others = new Map(typing.read())
  clearTimeout(others.get(conversationId))
  if (others.delete(conversationId)) typing.set(others)
}

/** Whether the other person of a conversation is typing. */
export function useTyping(conversationId: string): boolean {
  return useStore(typing, conversations => conversations.has(conversationId))
}
