import { useState } from 'react'
import { type Attachment, attachmentLimits, attachments } from '#shared/api/attachments.ts'
import { messageLimits } from '#shared/api/messages.ts'
import { type DocumentType, documentTypeOf, documentTypes } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import { transfer } from '#web/features/upload/transfer.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { randomUuid } from '#web/lib/random-uuid.ts'
import { chatCall, type Me } from './token.ts'

/** What the file picker offers. */
export const acceptedFiles = '.pdf,.png,.jpg,.jpeg,.webp,.heic,application/pdf,image/*'

type Accepted = { attachment: Attachment; changes: readonly PdfChange[] }

/** A file that goes with the message one writes: on its way (with the share that has left), there, or not. */
export type Attaching = { id: string; file: File } & (
  | { state: 'sending'; share: number; abort: AbortController }
  | ({ state: 'ready' } & Accepted)
  | { state: 'failed'; words: string; passing: boolean }
)

/** The files of the message one writes. Each is sent as soon as it is chosen. */
export function useAttachments(me: Me, conversationId: string) {
  const [files, setFiles] = useState<readonly Attaching[]>([])
  const put = (changed: Attaching) =>
    setFiles(files => files.map(one => (one.id === changed.id ? changed : one)))

  const start = (id: string, file: File): Attaching => {
    const abort = new AbortController()
    const sending = (share: number) => put({ id, file, state: 'sending', share, abort })
    upload(me, conversationId, file, abort.signal, sending).then(
      accepted => put({ id, file, state: 'ready', ...accepted }),
      error => {
        if (abort.signal.aborted) return
        const refused = error instanceof RefusedFile
        const words = refused ? error.message : problemText(error)
        put({ id, file, state: 'failed', words, passing: !refused })
      },
    )
    return { id, file, state: 'sending', share: 0, abort }
  }

  return {
    files,
    /** Answers whether all of them found room. */
    add(chosen: readonly File[]): boolean {
      const added = chosen.slice(0, messageLimits.attachments - files.length)
      const started = added.map(file => start(randomUuid(), file))
      setFiles(files => [...files, ...started])
      return added.length === chosen.length
    },
    retry: ({ id, file }: Attaching) => put(start(id, file)),
    remove(removed: Attaching) {
      if (removed.state === 'sending') removed.abort.abort()
      setFiles(files => files.filter(({ id }) => id !== removed.id))
    },
    clear: () => setFiles([]),
  }
}

class RefusedFile extends Error {}

async function upload(
  me: Me,
  conversationId: string,
  file: File,
  signal: AbortSignal,
  onProgress: (share: number) => void,
): Promise<Accepted> {
  const type = typeOf(file)
  if (!type) throw new RefusedFile('Only PDFs and pictures can be sent.')
  if (file.size === 0) throw new RefusedFile('This file is empty.')
  if (file.size > attachmentLimits.bytes) throw new RefusedFile('At most 25 MiB can be sent.')
  const body = { name: file.name || `picture.${documentTypes[type]}`, type, size: file.size }
  const { id, url, headers } = await chatCall(
    me,
    attachments.upload,
    { params: { id: conversationId }, body },
    { signal },
  )
  await transfer({ method: 'PUT', url, headers, body: file, signal, onProgress })
  return chatCall(me, attachments.accept, { params: { id } }, { signal })
}

function typeOf(file: File): DocumentType | null {
  return file.type in documentTypes ? (file.type as DocumentType) : documentTypeOf(file.name)
}
