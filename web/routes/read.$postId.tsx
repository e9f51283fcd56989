import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { panelSearch } from '#web/features/assistant/panel-search.ts'
import { passageSearch } from '#web/features/assistant/passage-search.ts'
import { useSoughtPassage } from '#web/features/assistant/sought-passage.ts'
import { type PanelSearch, useCompanion } from '#web/features/assistant/use-companion.tsx'
import { requireLogin } from '#web/features/logins/require-login.ts'
import { postQuery } from '#web/features/posts/queries.ts'
import { PostReader } from '#web/features/reading/post-reader.tsx'
import { ReaderBroken, ReaderWaiting } from '#web/features/reading/reader-waiting.tsx'
import { useCloseReader } from '#web/features/reading/use-close-reader.ts'
import { Shortcuts } from './-shell/shortcuts.tsx'

type ReadSearch = PanelSearch & {
  /** The page in the link; without it, the one where the person left the document. */
  page?: number | undefined
  /** A passage to light, as a search found it, and the words in it that are meant. */
  passage?: string | undefined
  quote?: string | undefined
}

export const Route = createFileRoute('/read/$postId')({
  // It stands in a browser alone: no server draws it.
  ssr: false,
  validateSearch: (search): ReadSearch => ({ ...panelSearch(search), ...passageSearch(search) }),
  beforeLoad: requireLogin,
  loader: ({ context: { queryClient }, params }) => queryClient.ensureQueryData(postQuery(params.postId)),
  head: ({ loaderData }) => ({ meta: [{ title: loaderData?.post_name ?? 'Read' }] }),
  component: Read,
  // The placeholder looks like the reader that opens, so it may appear and disappear at once.
  pendingComponent: ReaderWaiting,
  pendingMs: 0,
  pendingMinMs: 0,
  errorComponent: ReaderBroken,
})

/** The page for reading a post's document, with optional Study Pal AI beside it. */
function Read() {
  const { postId } = Route.useParams()
  const { page, panel, dialogue, passage, quote } = Route.useSearch()
  const navigate = Route.useNavigate()
  const { data: post } = useSuspenseQuery(postQuery(postId))
  const close = useCloseReader()
  // Replaces the history entry, since Close goes back to the earlier page.
  const show = (to: string, search: ReadSearch) =>
    void navigate({ params: { postId: to }, search, replace: true, resetScroll: false })
  const companion = useCompanion({
    post,
    page,
    panel,
    dialogue,
    onSearch: search => show(postId, { page, ...search }),
    onOpenDocument: (to, at) => show(to, { page: at, panel, dialogue }),
  })
  const sought = useSoughtPassage(postId, { passage, quote })
  return (
    <>
      <PostReader
        post={post}
        asked={page}
        companion={{ ...companion, passage: companion.passage ?? sought }}
        onPage={at => show(postId, { page: at, panel, dialogue })}
        onClose={close}
      />
      <Shortcuts />
    </>
  )
}
