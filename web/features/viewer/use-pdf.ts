import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ProblemError } from '#web/lib/problem-error.ts'
import { type OpenPdf, openPdf } from './open-pdf.ts'
import { addressQuery } from './queries.ts'
import { SignedFile } from './signed-file.ts'

type Opening = { open?: OpenPdf; error?: unknown }

/** Opens a PDF for as long as the component lives. `waitingFor` says what keeps a later part of it from coming. */
export function usePdf(fileKey: string) {
  const queryClient = useQueryClient()
  const [opening, setOpening] = useState<Opening>({})
  const [waitingFor, setWaitingFor] = useState<ProblemError | null>(null)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt opens it anew
  useEffect(() => {
    const stop = new AbortController()
    const settle = (result: Opening) => {
      if (!stop.signal.aborted) setOpening(result)
    }
    const file = new SignedFile(
      anew => queryClient.fetchQuery({ ...addressQuery(fileKey), ...(anew && { staleTime: 0 }) }),
      setWaitingFor,
    )
    openPdf(file, stop.signal, error => settle({ error })).then(
      open => settle({ open }),
      error => settle({ error }),
    )
    return () => stop.abort()
  }, [fileKey, attempt, queryClient])

  const retry = () => {
    setOpening({})
    setAttempt(count => count + 1)
  }
  return { ...opening, waitingFor, retry }
}
