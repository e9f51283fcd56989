import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import type { RecognizedLine } from '#shared/api/documents.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { usualAspect } from '#shared/domain/reading.ts'
import { offlineProblem } from '#web/lib/problem-error.ts'
import type { Companion } from './companion.ts'
import { endText } from './draw-page.ts'
import { FirstPagePicture, useFirstPage } from './first-page.tsx'
import { useStoredCopy } from './offline-document.ts'
import { PageSheet } from './page-sheet.tsx'
import { addressQuery, pictureQuery } from './queries.ts'
import { ReaderFrame } from './reader-frame.tsx'
import { layRecognized, recognizedQuery, textOf } from './recognized.ts'

type Props = {
  post: PostCard
  companion: Companion
  onPage: (page: number) => void
  onClose: () => void
}

type Size = { width: number; height: number }

/** Shows an image like a document with one page. */
export function ImageReader({ post, companion, onPage, onClose }: Props) {
  const { picture, settled } = useFirstPage(post, 1)
  // An image is loaded once, so its address may expire unnoticed.
  const image = useQuery({
    ...pictureQuery(post.doc_url),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const queryClient = useQueryClient()
  const [size, setSize] = useState<Size | null>(null)
  const aspect = size && size.height / size.width
  const [broken, setBroken] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  const sign = () => queryClient.fetchQuery(addressQuery(post.doc_url))
  useStoredCopy(post.doc_url, aspect !== null, sign, image.data?.stored)
  const { data: pages } = useQuery(recognizedQuery(post.id, 1))
  const lines = pages?.[0]?.lines
  const readText = useMemo(() => lines && (async () => textOf(lines)), [lines])
  const aspects = useMemo(() => [aspect ?? post.first_page_aspect ?? usualAspect], [aspect, post])

  return (
    <ReaderFrame
      post={post}
      asked={undefined}
      aspects={aspects}
      ready={aspect !== null}
      error={image.error ?? broken ?? undefined}
      unasked={image.data?.stored?.unasked ?? false}
      companion={companion}
      waitingFor={null}
      frames={undefined}
      crop={undefined}
      readText={readText}
      onPage={onPage}
      onRetry={() => {
        setBroken(null)
        setAttempt(attempt + 1)
        void image.refetch()
      }}
      onClose={onClose}
      renderPage={({ width }) => (
        <>
          {aspect === null && <PageSheet />}
          {aspect === null && picture && <FirstPagePicture {...picture} />}
          {image.data && settled && (
            <img
              // A browser doesn't load the same address again by itself.
              key={attempt}
              src={image.data.url}
              // One of the two speaks at a time.
              alt={aspect === null ? '' : post.post_name}
              draggable={false}
              className="size-full"
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setSize({ width: naturalWidth, height: naturalHeight })
              }
              onError={() => {
                // A cached address may have expired. The server has checked the image, so it is the network otherwise.
                if (Date.now() >= image.data.goodUntil) void image.refetch()
                else setBroken(offlineProblem())
              }}
            />
          )}
          {size && lines && <ImageText lines={lines} size={size} width={width} />}
        </>
      )}
    />
  )
}

/** The text that was recognized on an image, over it. */
function ImageText({ lines, size, width }: { lines: RecognizedLine[]; size: Size; width: number }) {
  const text = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const container = text.current!
    layRecognized(container, lines, size)
    endText(container)
    return () => container.replaceChildren()
  }, [lines, size])
  return (
    <div
      ref={text}
      className="page-text"
      style={{ '--total-scale-factor': width / size.width } as CSSProperties}
    />
  )
}
