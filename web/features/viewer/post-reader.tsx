import type { PostCard } from '#shared/api/posts.ts'
import type { Companion } from './companion.ts'
import { ImageReader } from './image-reader.tsx'
import { PdfReader } from './pdf-reader.tsx'

type Props = {
  post: PostCard
  /** The page to begin with; without it, the one the person left the document at. */
  asked: number | undefined
  companion: Companion
  onClose: () => void
}

/** Reads a post's document, whatever kind it is of. */
export function PostReader({ post, asked, companion, onClose }: Props) {
  return post.kind === 'pdf' ? (
    <PdfReader key={post.id} post={post} asked={asked} companion={companion} onClose={onClose} />
  ) : (
    <ImageReader key={post.id} post={post} companion={companion} onClose={onClose} />
  )
}
