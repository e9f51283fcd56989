import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { documents, type IndexedDocument } from '#shared/api/documents.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { call } from '#web/lib/api.ts'
import { Progress } from '#web/ui/progress.tsx'
import { documentQuery } from './queries.ts'
import { readingText } from './reading-text.ts'

/** How much of the open document has been read, if that limits what people can ask. */
export function DocumentState({ post }: { post: PostCard }) {
  const queryClient = useQueryClient()
  const { data } = useQuery(documentQuery(post.id))
  const { mutate: read } = useMutation({
    mutationKey: [documents.process.path, post.course_id],
    mutationFn: () => call(documents.process, { params: { id: post.course_id } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: documentQuery(post.id).queryKey }),
  })
  const unread = data?.state === 'none'
  useEffect(() => {
    if (unread) read()
  }, [unread, read])

  const text = data && readingText(data)
  return (
    <div
      role="status"
      className="border-b border-line bg-sunken px-4 py-2.5 text-14 text-ink-soft empty:sr-only"
    >
      {text && <p>{text}</p>}
      {data?.state === 'reading' && (
        <div className="mt-2">
          <Progress label="Reading the document" value={shareOf(data)} />
        </div>
      )}
    </div>
  )
}

function shareOf({ pages, pages_done }: IndexedDocument): number | null {
  return pages > 0 ? (pages_done / pages) * 100 : null
}
