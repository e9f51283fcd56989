import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { pdfWorkerUrl } from '#web/lib/pdfjs-worker.ts'
import type { ProblemError } from '#web/lib/problem-error.ts'
import { findDocument, type StoredDocument, StoredFile, useStoredCopy } from './offline-document.ts'
import type { OpenPdf } from './open-pdf.ts'
import { addressQuery } from './queries.ts'
import { SignedFile } from './signed-file.ts'

type Opening = { open?: OpenPdf; error?: unknown; stored?: StoredDocument }

/** Opens a PDF while the component is mounted, once it is its turn. `waitingFor` says what keeps a later part from loading. */
export function usePdf(fileKey: string, turn = true) {
  const queryClient = useQueryClient()
  const [opening, setOpening] = useState<Opening>({})
  const [waitingFor, setWaitingFor] = useState<ProblemError | null>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it anew
  useEffect(() => {
    if (!turn) return
    const stop = new AbortController()
    const settle = (result: Opening) => {
      if (!stop.signal.aborted) setOpening(result)
    }
    const sign = (anew = false) =>
      queryClient.fetchQuery({ ...addressQuery(fileKey), ...(anew && { staleTime: 0 }) })
    const find = async () => {
      const stored = await findDocument(fileKey, sign)
      stop.signal.throwIfAborted()
      const file = stored ? new StoredFile(stored.bytes) : new SignedFile(sign, setWaitingFor)
      settle({ open: await open(file, stop.signal, error => settle({ error })), stored })
    }
    find().catch(error => settle({ error }))
    return () => stop.abort()
  }, [fileKey, turn, attempt, queryClient])

  useStoredCopy(
    fileKey,
    opening.open !== undefined,
    () => queryClient.fetchQuery(addressQuery(fileKey)),
    opening.stored,
  )
  const retry = () => {
    setOpening({})
    setAttempt(count => count + 1)
  }
  return { ...opening, waitingFor, retry }
}

/** The code comes with the document, so that the reader around it stands before; its largest part at the same time as the rest. */
async function open(...document: Parameters<typeof import('./open-pdf.ts').openPdf>): Promise<OpenPdf> {
  fetch(pdfWorkerUrl).catch(() => {})
  const { openPdf } = await import('./open-pdf.ts')
  return openPdf(...document)
}
