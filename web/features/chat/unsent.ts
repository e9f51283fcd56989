import { ownerKey } from '#web/lib/page-owner.ts'
import { heldMessages } from './held.ts'
import { keptOutbox } from './kept-outbox.ts'
import type { Me } from './me.ts'

/** The conversation of each message of this person that only this browser has yet. */
export function findUnsentMessages(me: Me): string[] {
  const messages = [...keptOutbox(ownerKey(me)).list(), ...heldMessages()]
  return messages.map(({ conversationId }) => conversationId)
}
