import { ownerKey } from '#web/lib/page-owner.ts'
import { findDrafts } from './drafts.ts'
import { keptOutbox } from './kept-outbox.ts'
import type { Me } from './me.ts'
import { uploadingMessages } from './uploading-messages.ts'

/** The conversation of each message of this person that only this browser has yet, also of one that is still being written. */
export function findUnsentMessages(me: Me): string[] {
  const owner = ownerKey(me)
  const messages = [...keptOutbox(owner).list(), ...uploadingMessages()]
  return [...messages.map(({ conversationId }) => conversationId), ...findDrafts(owner)]
}
