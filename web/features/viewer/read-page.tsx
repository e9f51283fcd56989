import { useSuspenseQuery } from '@tanstack/react-query'
import { type PanelSearch, useCompanion } from '#web/features/assistant/use-companion.tsx'
import { postQuery } from '#web/features/posts/queries.ts'
import { PostReader } from './post-reader.tsx'
import { useCloseReader } from './use-close-reader.ts'

export type ReadSearch = PanelSearch & {
  /** The page a link leads to; without it, the one the person left the document at. */
  page?: number | undefined
}

type Props = ReadSearch & { id: string; onSearch: (postId: string, search: ReadSearch) => void }

/** The page on which a post's document is read, with Study Pal AI beside it for who wants it. */
export function ReadPage({ id, page, panel, dialogue, onSearch }: Props) {
  const { data: post } = useSuspenseQuery(postQuery(id))
  const close = useCloseReader()
  const companion = useCompanion({
    post,
    panel,
    dialogue,
    onSearch: search => onSearch(id, { page, ...search }),
    onOpenDocument: (postId, at) => onSearch(postId, { page: at, panel, dialogue }),
  })
  return <PostReader post={post} asked={page} companion={companion} onClose={close} />
}
