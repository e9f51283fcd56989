import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { usualAspect } from '#shared/domain/reading.ts'
import type { Companion } from './companion.ts'
import { FirstPagePicture, useFirstPage } from './first-page.tsx'
import { useKeptCopy } from './kept-document.ts'
import { PageSheet } from './page-sheet.tsx'
import { addressQuery, pictureQuery } from './queries.ts'
import { ReadingRoom } from './reading-room.tsx'

type Props = {
  post: PostCard
  companion: Companion
  onPage: (page: number) => void
  onClose: () => void
}

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
  const [aspect, setAspect] = useState<number | null>(null)
  const [broken, setBroken] = useState<Error | null>(null)
  const sign = () => queryClient.fetchQuery(addressQuery(post.doc_url))
  useKeptCopy(post.doc_url, aspect !== null, sign, image.data?.kept)
  const aspects = useMemo(() => [aspect ?? post.first_page_aspect ?? usualAspect], [aspect, post])

  return (
    <ReadingRoom
      post={post}
      asked={undefined}
      aspects={aspects}
      ready={aspect !== null}
      error={image.error ?? broken ?? undefined}
      unasked={image.data?.kept?.unasked ?? false}
      companion={companion}
      waitingFor={null}
      frames={undefined}
      crop={undefined}
      readText={undefined}
      onPage={onPage}
      onRetry={() => {
        setBroken(null)
        void image.refetch()
      }}
      onClose={onClose}
      renderPage={() => (
        <>
          {aspect === null && <PageSheet />}
          {aspect === null && picture && <FirstPagePicture {...picture} />}
          {image.data && settled && (
            <img
              src={image.data.url}
              // One of the two speaks at a time.
              alt={aspect === null ? '' : post.post_name}
              draggable={false}
              className="size-full"
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setAspect(naturalHeight / naturalWidth)
              }
              onError={() => {
                // A cached address may have expired.
                if (Date.now() >= image.data.goodUntil) void image.refetch()
                else setBroken(new Error('The image can’t be shown'))
              }}
            />
          )}
        </>
      )}
    />
  )
}
