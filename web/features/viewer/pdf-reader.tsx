import { useCallback, useMemo, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { usualAspect } from '#shared/domain/reading.ts'
import type { Companion } from './companion.ts'
import { PageSheet } from './page-sheet.tsx'
import { PdfPage } from './pdf-page.tsx'
import { ReadingRoom } from './reading-room.tsx'
import { createRenderQueue } from './render-queue.ts'
import { usePdf } from './use-pdf.ts'

type Props = { post: PostCard; asked: number | undefined; companion: Companion; onClose: () => void }

/** Reads a PDF. Its pages have the usual shape until they are seen. */
export function PdfReader({ post, asked, companion, onClose }: Props) {
  const { open, error, waitingFor, retry } = usePdf(post.doc_url)
  const [queue] = useState(createRenderQueue)
  const [known, setKnown] = useState<ReadonlyMap<number, number>>(new Map())
  const pages = open?.pdf.numPages ?? Math.max(1, post.pages)
  const usual = open?.firstAspect ?? usualAspect
  const aspects = useMemo(
    () => Array.from({ length: pages }, (_, index) => known.get(index + 1) ?? usual),
    [pages, usual, known],
  )
  const onAspect = useCallback(
    (number: number, aspect: number) =>
      setKnown(before => {
        const expected = before.get(number) ?? usual
        return Math.abs(expected - aspect) < 0.001 ? before : new Map(before).set(number, aspect)
      }),
    [usual],
  )

  return (
    <ReadingRoom
      post={post}
      asked={asked}
      aspects={aspects}
      ready={open !== undefined}
      error={error}
      companion={companion}
      waitingFor={waitingFor}
      onRetry={retry}
      onClose={onClose}
      renderPage={page =>
        open ? (
          <PdfPage key={page.number} pdf={open.pdf} queue={queue} onAspect={onAspect} {...page} />
        ) : (
          <PageSheet />
        )
      }
    />
  )
}
