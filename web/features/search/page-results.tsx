import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type FoundPage, mostFoundPages } from '#shared/api/search.ts'
import { failureOf } from '#web/lib/failure-of.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { LoadFailed } from '#web/ui/load-failed.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { isFiltered, type PostSearch } from './filters.ts'
import { FoundPageCard } from './found-page-card.tsx'
import { NothingFits, nothingFits } from './nothing-fits.tsx'
import { pageSearchQuery } from './queries.ts'

/** How many show above the posts that were found. */
const first = 2

/** The best places inside documents, above other results. Nothing if there are none, or they failed to load. */
export function BestPages({ search }: { search: PostSearch }) {
  const { pages = [], exact } = useQuery(pageSearchQuery(search)).data ?? {}
  if (pages.length === 0) return null
  return (
    <section aria-labelledby="found-pages" className="mb-8">
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 id="found-pages" className="text-18">
          Inside documents
        </h2>
        {pages.length > 1 && (
          <Link
            to="/search"
            search={old => ({ ...old, type: 'pages' })}
            className={cx(
              buttonClass({ variant: 'quiet', size: 'sm' }),
              pages.length <= first && 'sm:hidden',
            )}
          >
            Show all
          </Link>
        )}
      </div>
      {!exact && <p className="mb-4 text-14 text-ink-soft">{notExact}</p>}
      {/* On a phone only the best one: the posts begin a window higher. */}
      <FoundPages pages={pages.slice(0, first)} title="h3" className="max-sm:[&>li+li]:hidden" />
    </section>
  )
}

const noPages = 'No documents contain these words'
const notExact = 'No documents contain exactly these words. These are close.'

/** All places inside documents that a search finds. */
export function PageResults({ search }: { search: PostSearch }) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(pageSearchQuery(search))
  if (search.text === '') {
    return (
      <EmptyState picture={<Lamp lit={false} className="h-28" />} title="Search every page">
        Type a few words you remember, such as the name of a formula. Put quotation marks around words to find
        that exact phrase.
      </EmptyState>
    )
  }
  if (error && !data) {
    return <LoadFailed title="The search didn’t work" {...failureOf({ error, isFetching, refetch })} />
  }
  return (
    <>
      <FoundStatus unseen={data?.pages.length === 0} className="mb-4 min-h-5">
        {data && !isPlaceholderData && foundText(search, data)}
      </FoundStatus>
      <div className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
        {!data ? (
          <FoundPageSkeletons />
        ) : data.pages.length === 0 ? (
          <NoPages search={search} />
        ) : (
          <FoundPages pages={data.pages} title="h2" />
        )}
      </div>
    </>
  )
}

function foundText(search: PostSearch, { pages, exact }: { pages: readonly FoundPage[]; exact: boolean }) {
  if (pages.length === 0) return isFiltered(search) ? nothingFits : noPages
  return exact ? count(pages.length) : notExact
}

function FoundPages({
  pages,
  title,
  className,
}: {
  pages: readonly FoundPage[]
  title: 'h2' | 'h3'
  className?: string
}) {
  return (
    <ul className={cx('flex flex-col gap-4', className)}>
      {pages.map(found => (
        <li key={found.passage_id} className="grid min-w-0">
          <FoundPageCard found={found} title={title} />
        </li>
      ))}
    </ul>
  )
}

function FoundPageSkeletons() {
  return (
    <div role="status" aria-label="Searching documents" className="flex flex-col gap-4">
      {Array.from({ length: 4 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: skeletons have no identity but their place
        <div key={index} className="flex flex-col gap-3 rounded-10 border border-line bg-sheet p-4">
          <Skeleton className="h-5 w-40" />
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-6 w-1/3" />
        </div>
      ))}
    </div>
  )
}

function NoPages({ search }: { search: PostSearch }) {
  const { text, crn } = search
  if (isFiltered(search)) return <NothingFits text={text} what="document" />
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title={noPages}
      action={
        crn ? (
          <Link to="/search" search={{ text, type: 'pages' }} className={buttonClass({ variant: 'primary' })}>
            Search every CRN
          </Link>
        ) : (
          <Link to="/search" search={{ text, type: 'posts' }} className={buttonClass({ variant: 'primary' })}>
            Search posts
          </Link>
        )
      }
    >
      All your words have to be in the same passage. Try fewer words, or only the unusual ones. Pages that are
      still being read aren’t found yet.
    </EmptyState>
  )
}

function count(documents: number): string {
  if (documents === mostFoundPages) return `The ${mostFoundPages} best documents`
  return documents === 1 ? '1 document' : `${documents} documents`
}
