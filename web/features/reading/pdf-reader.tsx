import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { usualAspect } from '#shared/domain/reading.ts'
import type { Companion } from './companion.ts'
import { useFirstPage } from './first-page.tsx'
import { type PageShape, PdfPage } from './pdf-page.tsx'
import { ReaderFrame } from './reader-frame.tsx'
import { mayBeStamp, recognizedOf, recognizedSoonOf, textOf } from './recognized.ts'
import { createRenderQueue } from './render-queue.ts'
import { useCrop } from './use-crop.ts'
import { usePdf } from './use-pdf.ts'

type Props = {
  post: PostCard
  asked: number | undefined
  companion: Companion
  onPage: (page: number) => void
  onClose: () => void
}

/** The reader of a PDF. Its pages have the default shape until they are seen. */
export function PdfReader({ post, asked, companion, onPage, onClose }: Props) {
  const begin = companion.passage?.page ?? asked
  const { picture, settled } = useFirstPage(post, begin)
  const { open, stored, error, waitingFor, retry } = usePdf(post.doc_url, settled)
  const [queue] = useState(createRenderQueue)
  const [known, setKnown] = useState<ReadonlyMap<number, PageShape>>(new Map())
  const queryClient = useQueryClient()
  const recognized = useMemo(() => recognizedOf(queryClient, post.id), [queryClient, post.id])
  const readText = useMemo(() => {
    if (!open) return
    const recognizedSoon = recognizedSoonOf(queryClient, post.id)
    return async (page: number) => {
      const text = await open.readText(page)
      return mayBeStamp(text) ? text + textOf(await recognizedSoon(page)) : text
    }
  }, [open, queryClient, post.id])
  const crop = useCrop(open, begin ?? 1)
  const pages = open?.pdf.numPages ?? Math.max(1, post.pages)
  const usual = open?.firstAspect ?? post.first_page_aspect ?? usualAspect
  const { frameOf } = crop
  const frames = useMemo(
    () => Array.from({ length: pages }, (_, index) => frameOf(known.get(index + 1)?.ink)),
    [pages, known, frameOf],
  )
  const aspects = useMemo(
    () =>
      frames.map(({ width, height }, index) => ((known.get(index + 1)?.aspect ?? usual) * height) / width),
    [frames, usual, known],
  )
  const onShape = useCallback(
    (number: number, { aspect, ink }: PageShape) =>
      setKnown(before => {
        const expected = before.get(number) ?? { aspect: usual, ink: undefined }
        const same =
          Math.abs(expected.aspect - aspect) < 0.001 && (ink === undefined || expected.ink !== undefined)
        return same
          ? before
          : new Map(before).set(number, { aspect, ink: ink === undefined ? expected.ink : ink })
      }),
    [usual],
  )

  return (
    <ReaderFrame
      post={post}
      asked={asked}
      aspects={aspects}
      frames={frames}
      crop={crop}
      ready={open !== undefined}
      error={error}
      unasked={stored?.unasked ?? false}
      companion={companion}
      waitingFor={waitingFor}
      readText={readText}
      onPage={onPage}
      onRetry={retry}
      onClose={onClose}
      renderPage={page => (
        <PdfPage
          key={page.number}
          open={open}
          queue={queue}
          cropped={crop.on}
          onShape={onShape}
          recognized={recognized}
          picture={page.number === 1 ? picture : undefined}
          {...page}
        />
      )}
    />
  )
}
