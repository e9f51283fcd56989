import type { Attachment } from '#shared/api/attachments.ts'
import { createStore, useStore } from '#web/lib/store.ts'
import { createUnloadWarning } from '#web/lib/use-unload-warning.ts'
import { draftOf, keepDraft } from './drafts.ts'
import { type FileFailure, fileFailure } from './file-failure.ts'
import type { Outgoing } from './outbox.ts'

export type ArrivingFile = {
  file: File
  attachment: Promise<Attachment>
  again: () => Promise<Attachment>
  cancel: () => void
}

/** A message that waits for its files, or for an earlier one that does. */
export type UploadingMessage = {
  owner: string
  message: Omit<Outgoing, 'order' | 'refusal'>
  files: readonly ArrivingFile[]
  /** Why a file didn't arrive. */
  problem: FileFailure | null
  /** Hands it to the outbox. */
  deliver: (message: Omit<Outgoing, 'order' | 'refusal'>) => void
}

/** All of them, in the order in which they were written. Not kept: a file can't outlive the page. */
const all = createStore<readonly UploadingMessage[]>([])
const delivering = new Set<string>()
const warn = createUnloadWarning()

/**
 * Sends a message once its files have arrived, and after those written before it. One whose file fails waits for
 * `retryUploading` or `removeUploading`, while the others go on.
 */
export function sendOnceUploaded(added: Omit<UploadingMessage, 'problem'>): void {
  // One that fails while an earlier message waits is looked at when its turn comes.
  for (const { attachment } of added.files) attachment.catch(() => {})
  addEventListener('pagehide', keepWords)
  set([...all.read(), { ...added, problem: null }])
  void deliverInOrder(added.message.conversationId)
}

/** The uploading messages of a conversation, in the order in which they were written. */
export function useUploading(conversationId: string): readonly UploadingMessage[] {
  return useStore(all).filter(({ message }) => message.conversationId === conversationId)
}

export const uploadingMessages = () => all.read().map(({ message }) => message)

/** Whether a conversation has uploading messages, so that the next one must wait for them. */
export const isUploading = (conversationId: string) =>
  all.read().some(({ message }) => message.conversationId === conversationId)

/** Uploads the files that failed again, and then sends the message. */
export function retryUploading({ message, files }: UploadingMessage): void {
  // What has arrived isn't sent again.
  const again = files.map(file => ({ ...file, attachment: file.attachment.catch(file.again) }))
  changeUploading(message.id, { files: again, problem: null })
  void deliverInOrder(message.conversationId)
}

/** Gives up a message, its words too. */
export function removeUploading({ message, files }: UploadingMessage): void {
  set(all.read().filter(one => one.message.id !== message.id))
  // Otherwise the next one would wait for them.
  for (const { cancel } of files) cancel()
  void deliverInOrder(message.conversationId)
}

export function forgetUploading(): void {
  for (const { files } of all.read()) for (const { cancel } of files) cancel()
  set([])
}

/** Delivers a conversation's messages in their order, each once all its files have arrived. */
async function deliverInOrder(conversationId: string): Promise<void> {
  if (delivering.has(conversationId)) return
  delivering.add(conversationId)
  const next = () =>
    all.read().find(({ message, problem }) => message.conversationId === conversationId && problem === null)
  for (let one = next(); one; one = next()) {
    const { message, files, deliver } = one
    try {
      const attachments = await Promise.all(files.map(({ attachment }) => attachment))
      if (!all.read().some(one => one.message.id === message.id)) continue
      set(all.read().filter(one => one.message.id !== message.id))
      deliver({ ...message, attachments })
    } catch (error) {
      changeUploading(message.id, { problem: fileFailure(error) })
    }
  }
  delivering.delete(conversationId)
}

function changeUploading(id: string, changed: Partial<UploadingMessage>): void {
  set(all.read().map(one => (one.message.id === id ? { ...one, ...changed } : one)))
}

function set(next: readonly UploadingMessage[]): void {
  warn(next.length > 0)
  all.set(next)
}

/** The files are lost with the page, but not the words. */
function keepWords(): void {
  const drafts = all.read().map(({ owner, message: { conversationId, text } }) => {
    const before = draftOf(owner, conversationId)
    const after = [before, text].filter(Boolean).join('\n')
    keepDraft(owner, conversationId, after)
    return { owner, conversationId, before, after }
  })
  // The browser may show the page again as it was. Then the messages are still here.
  const takeBack = () => {
    for (const { owner, conversationId, before, after } of drafts.reverse()) {
      if (draftOf(owner, conversationId) === after) keepDraft(owner, conversationId, before)
    }
  }
  addEventListener('pageshow', takeBack, { once: true })
}
