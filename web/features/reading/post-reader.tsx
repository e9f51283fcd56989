import type { PostCard } from '#shared/api/posts.ts'
import type { Companion } from './companion.ts'
import { ImageReader } from './image-reader.tsx'
import { useNewVersionNote } from './new-version.ts'
import { PdfReader } from './pdf-reader.tsx'

type Props = {
  post: PostCard
  /** The first page to show; without it, the one where the person left the document. */
  asked: number | undefined
  companion: Companion
  /** Puts the current page into the address. */
  onPage: (page: number) => void
  onClose: () => void
}

/** Reads a post's document, of any type; anew if its author replaces it meanwhile. */
export function PostReader({ post, ...props }: Props) {
  useNewVersionNote(post)
  return post.kind === 'pdf' ? (
    <PdfReader key={post.doc_url} post={post} {...props} />
  ) : (
    <ImageReader key={post.doc_url} post={post} {...props} />
  )
}
