import { ownerKey } from '#web/lib/page-owner.ts'
import { keptOutbox } from './kept-outbox.ts'
import type { Me } from './me.ts'
import { uploadingMessages } from './uploading-messages.ts'

/** The conversation of each message of this person that only this browser has yet. */
export function findUnsentMessages(me: Me): string[] {
  const messages = [...keptOutbox(ownerKey(me)).list(), ...uploadingMessages()]
  return messages.map(({ conversationId }) => conversationId)
}
