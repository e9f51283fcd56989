import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { usualAspect } from '#shared/domain/reading.ts'
import type { Companion } from './companion.ts'
import { PageSheet } from './page-sheet.tsx'
import { addressQuery } from './queries.ts'
import { ReadingRoom } from './reading-room.tsx'

type Props = { post: PostCard; companion: Companion; onClose: () => void }

/** Looks at an image as at a document of one page. */
export function ImageReader({ post, companion, onClose }: Props) {
  // An image is fetched once, so its address may expire unnoticed.
  const image = useQuery({
    ...addressQuery(post.doc_url),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const [aspect, setAspect] = useState<number | null>(null)
  const [broken, setBroken] = useState<Error | null>(null)
  const aspects = useMemo(() => [aspect ?? usualAspect], [aspect])

  return (
    <ReadingRoom
      post={post}
      asked={undefined}
      aspects={aspects}
      ready={aspect !== null}
      error={image.error ?? broken ?? undefined}
      companion={companion}
      waitingFor={null}
      onRetry={() => {
        setBroken(null)
        void image.refetch()
      }}
      onClose={onClose}
      renderPage={() => (
        <>
          {aspect === null && <PageSheet />}
          {image.data && (
            <img
              src={image.data.url}
              alt={post.post_name}
              draggable={false}
              className="size-full"
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
                setAspect(naturalHeight / naturalWidth)
              }
              onError={() => {
                // The address of a moment ago may be over.
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
