import type { Attachment } from '#shared/api/attachments.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { createUnloadWarning } from '#web/lib/use-unload-warning.ts'
import type { FileFailure } from './file-failure.ts'

export type Accepted = { attachment: Attachment; changes: readonly PdfChange[] }

/** A file of the message being written: uploading (with the share sent), uploaded, or failed. */
export type Attaching = { id: string; file: File } & (
  | { state: 'sending'; share: number; abort: AbortController; accepted: Promise<Accepted> }
  | ({ state: 'ready' } & Accepted)
  | ({ state: 'failed' } & FileFailure)
)

/**
 * By conversation. They stay until they are sent or removed, or the person may not write anymore; unlike the words beside them, they
 * can't outlive the page.
 */
const all = createStore<ReadonlyMap<string, readonly Attaching[]>>(new Map())
const none: readonly Attaching[] = []
const warn = createUnloadWarning()

/** The files of the message that is being written in a conversation. */
export const attachingOf = (conversationId: string) => all.read().get(conversationId) ?? none

export function useAttaching(conversationId: string): readonly Attaching[] {
  return useStore(all, files => files.get(conversationId) ?? none)
}

export function setAttaching(conversationId: string, files: readonly Attaching[]): void {
  const next = new Map(all.read())
  if (files.length > 0) next.set(conversationId, files)
  else next.delete(conversationId)
  warn(next.size > 0)
  all.set(next)
}

/** Gives up a conversation's files. */
export function dropAttaching(conversationId: string): void {
  for (const file of attachingOf(conversationId)) if (file.state === 'sending') file.abort.abort()
  setAttaching(conversationId, [])
}

export function forgetAttaching(): void {
  for (const conversationId of all.read().keys()) dropAttaching(conversationId)
}
