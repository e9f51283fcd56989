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
export type Held = {
  owner: string
  message: Omit<Outgoing, 'order' | 'refusal'>
  files: readonly ArrivingFile[]
  /** Why a file didn't arrive. */
  problem: FileFailure | null
  /** Hands it to the outbox. */
  deliver: (message: Omit<Outgoing, 'order' | 'refusal'>) => void
}

/** All of them, in the order in which they were written. Not kept: a file can't outlive the page. */
const all = createStore<readonly Held[]>([])
const delivering = new Set<string>()
const warn = createUnloadWarning()

/**
 * Holds a message until its files have arrived, and sends it after those written before it. One whose file
 * fails waits for `retryHeld` or `removeHeld`, while the others go on.
 */
export function hold(held: Omit<Held, 'problem'>): void {
  // One that fails while an earlier message waits is looked at when its turn comes.
  for (const { attachment } of held.files) attachment.catch(() => {})
  addEventListener('pagehide', keepWords)
  set([...all.read(), { ...held, problem: null }])
  void deliverInOrder(held.message.conversationId)
}

/** The held messages of a conversation, in the order in which they were written. */
export function useHeld(conversationId: string): readonly Held[] {
  return useStore(all).filter(({ message }) => message.conversationId === conversationId)
}

export const heldMessages = () => all.read().map(({ message }) => message)

/** Whether a conversation has held messages, so that the next one must be held too. */
export const holdsAny = (conversationId: string) =>
  all.read().some(({ message }) => message.conversationId === conversationId)

/** Uploads the files that failed again, and then sends the message. */
export function retryHeld({ message, files }: Held): void {
  // What has arrived isn't sent again.
  const again = files.map(file => ({ ...file, attachment: file.attachment.catch(file.again) }))
  changeHeld(message.id, { files: again, problem: null })
  void deliverInOrder(message.conversationId)
}

/** Gives up a message, its words too. */
export function removeHeld({ message, files }: Held): void {
  set(all.read().filter(held => held.message.id !== message.id))
  // Otherwise the next one would wait for them.
  for (const { cancel } of files) cancel()
  void deliverInOrder(message.conversationId)
}

export function forgetHeld(): void {
  for (const { files } of all.read()) for (const { cancel } of files) cancel()
  set([])
}

/** Delivers a conversation's messages in their order, each once all its files have arrived. */
async function deliverInOrder(conversationId: string): Promise<void> {
  if (delivering.has(conversationId)) return
  delivering.add(conversationId)
  const next = () =>
    all.read().find(({ message, problem }) => message.conversationId === conversationId && problem === null)
  for (let held = next(); held; held = next()) {
    const { message, files, deliver } = held
    try {
      const attachments = await Promise.all(files.map(({ attachment }) => attachment))
      if (!all.read().some(one => one.message.id === message.id)) continue
      set(all.read().filter(one => one.message.id !== message.id))
      deliver({ ...message, attachments })
    } catch (error) {
      changeHeld(message.id, { problem: fileFailure(error) })
    }
  }
  delivering.delete(conversationId)
}

function changeHeld(id: string, changed: Partial<Held>): void {
  set(all.read().map(held => (held.message.id === id ? { ...held, ...changed } : held)))
}

function set(next: readonly Held[]): void {
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
  // The browser may show the page again as it was. Then the messages are still held.
  const takeBack = () => {
    for (const { owner, conversationId, before, after } of drafts.reverse()) {
      if (draftOf(owner, conversationId) === after) keepDraft(owner, conversationId, before)
    }
  }
  addEventListener('pageshow', takeBack, { once: true })
}
