import { attachmentLimits, attachments } from '#shared/api/attachments.ts'
import { messageLimits } from '#shared/api/messages.ts'
import { documentTypes } from '#shared/domain/file-types.ts'
import { actualTypeOf } from '#web/features/files/actual-type.ts'
import { documentName } from '#web/features/files/file-names.ts'
import { transfer } from '#web/features/files/transfer.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { type Accepted, type Attaching, attachingOf, setAttaching, useAttaching } from './attaching.ts'
import { chatCall } from './chat-call.ts'
import { fileFailure, RefusedFile } from './file-failure.ts'
import type { Me } from './me.ts'
import type { ArrivingFile } from './uploading-messages.ts'

/** The types in the file picker. */
export const acceptedFiles = '.pdf,.png,.jpg,.jpeg,.webp,.heic,application/pdf,image/*'

/** The files of the message being written. Each uploads as soon as it is chosen, and goes on after the message is sent. */
export function useAttachments(me: Me, conversationId: string) {
  const files = useAttaching(conversationId)
  // A file arrives while other conversations or pages show, too.
  const set = (change: (files: readonly Attaching[]) => readonly Attaching[]) =>
    setAttaching(conversationId, change(attachingOf(conversationId)))
  const put = (changed: Attaching) => set(files => files.map(one => (one.id === changed.id ? changed : one)))

  const start = (id: string, file: File): Attaching => {
    const abort = new AbortController()
    const sending = (share: number) => put({ id, file, state: 'sending', share, abort, accepted })
    const accepted: Promise<Accepted> = upload(me, conversationId, file, abort.signal, sending)
    accepted.then(
      accepted => put({ id, file, state: 'ready', ...accepted }),
      error => {
        if (abort.signal.aborted) return
        put({ id, file, state: 'failed', ...fileFailure(error) })
      },
    )
    return { id, file, state: 'sending', share: 0, abort, accepted }
  }

  return {
    files,
    /** Returns whether there was room for all of them. */
    add(chosen: readonly File[]): boolean {
      const added = chosen.slice(0, messageLimits.attachments - files.length)
      const started = added.map(file => start(randomUuid(), file))
      set(files => [...files, ...started])
      return added.length === chosen.length
    },
    retry: ({ id, file }: Attaching) => put(start(id, file)),
    remove(removed: Attaching) {
      if (removed.state === 'sending') removed.abort.abort()
      set(files => files.filter(({ id }) => id !== removed.id))
    },
    clear: () => set(() => []),
    /** The files, for a message that is sent before they have arrived. */
    arriving: (): ArrivingFile[] =>
      files.flatMap(one => {
        if (one.state === 'failed') return []
        const abort = one.state === 'sending' ? one.abort : new AbortController()
        const attachment = one.state === 'sending' ? one.accepted : Promise.resolve(one)
        return {
          file: one.file,
          attachment: attachment.then(({ attachment }) => attachment),
          again: async () => (await upload(me, conversationId, one.file, abort.signal, () => {})).attachment,
          cancel: () => abort.abort(),
        }
      }),
  }
}

async function upload(
  me: Me,
  conversationId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Accepted> {
  const type = await actualTypeOf(file)
  if (!type) throw new RefusedFile('You can only send PDFs and pictures.')
  if (file.size === 0) throw new RefusedFile('This file is empty.')
  if (file.size > attachmentLimits.bytes) throw new RefusedFile('Files can be up to 25 MB.')
  const body = { name: documentName(file.name, documentTypes[type]), type, size: file.size }
  const { id, url, headers } = await chatCall(
    me,
    attachments.upload,
    { params: { id: conversationId }, body },
    { signal },
  )
  await transfer({ method: 'PUT', url, headers, body: file, signal, onProgress })
  return chatCall(me, attachments.accept, { params: { id } }, { signal })
}
