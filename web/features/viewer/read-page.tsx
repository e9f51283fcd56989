import { useSuspenseQuery } from '@tanstack/react-query'
import { postQuery } from '#web/features/posts/queries.ts'
import { ImageReader } from './image-reader.tsx'
import { PdfReader } from './pdf-reader.tsx'
import { useCloseReader } from './use-close-reader.ts'

/** The page on which a post's document is read. */
export function ReadPage({ id, asked }: { id: string; asked: number | undefined }) {
  const { data: post } = useSuspenseQuery(postQuery(id))
  const close = useCloseReader()
  return post.kind === 'pdf' ? (
    <PdfReader key={post.id} post={post} asked={asked} onClose={close} />
  ) : (
    <ImageReader key={post.id} post={post} onClose={close} />
  )
}
