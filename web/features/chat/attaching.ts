import { useSyncExternalStore } from 'react'
import type { Attachment } from '#shared/api/attachments.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
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
const all = new Map<string, readonly Attaching[]>()
const none: readonly Attaching[] = []
const listeners = new Set<() => void>()
const warn = createUnloadWarning()

/** The files of the message that is being written in a conversation. */
export const attachingOf = (conversationId: string) => all.get(conversationId) ?? none

export function useAttaching(conversationId: string): readonly Attaching[] {
  return useSyncExternalStore(
    subscribe,
    () => attachingOf(conversationId),
    () => none,
  )
}

export function setAttaching(conversationId: string, files: readonly Attaching[]): void {
  if (files.length > 0) all.set(conversationId, files)
  else all.delete(conversationId)
  warn(all.size > 0)
  for (const listener of listeners) listener()
}

/** Gives up a conversation's files. */
export function dropAttaching(conversationId: string): void {
  for (const file of attachingOf(conversationId)) if (file.state === 'sending') file.abort.abort()
  setAttaching(conversationId, [])
}

export function forgetAttaching(): void {
  for (const conversationId of all.keys()) dropAttaching(conversationId)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
