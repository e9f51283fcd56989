import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { PostList } from '#web/features/posts/post-list.tsx'
import { feedQuery } from '#web/features/posts/queries.ts'
import { ViewChoice } from '#web/features/posts/view-choice.tsx'
import { CrnFilter } from '#web/features/search/crn-filter.tsx'
import { isFiltered, type PostSearch } from '#web/features/search/filters.ts'
import { MoreSearchFilters } from '#web/features/search/more-filters.tsx'
import { NothingFits, nothingFits } from '#web/features/search/nothing-fits.tsx'
import { BestPages, PageResults } from '#web/features/search/page-results.tsx'
import { PeopleResults } from '#web/features/search/people-results.tsx'
import { pageSearchQuery, postSearchQuery } from '#web/features/search/queries.ts'
import { ClassSessions } from '#web/features/sessions/class-sessions.tsx'
import { classSessionsQuery } from '#web/features/sessions/queries.ts'
import { countSoFar } from '#web/lib/count-so-far.ts'
import { isFirstTry } from '#web/lib/first-try.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { Tabs, tabLink } from '#web/ui/tabs.tsx'
import type { SearchType } from './-search-address.ts'

/** Search for posts, inside their documents, and for people. The search is in the address, so that reload, Back and sharing keep it. */
export function SearchPage({ type, search }: { type: SearchType; search: PostSearch }) {
  const { text, crn } = search
  const navigate = useNavigate({ from: '/search' })
  const setCrn = (next: string) =>
    void navigate({ search: old => ({ ...old, crn: next || undefined }), resetScroll: false })
  return (
    <>
      <h1 className="mb-3 text-28">Search</h1>
      <Tabs label="What to search">
        <TypeLink type="posts" current={type} label="Posts" />
        <TypeLink type="pages" current={type} label="Inside documents" />
        <TypeLink type="people" current={type} label="People" />
      </Tabs>
      <search
        className={cx(
          'mt-5 mb-6 grid gap-3',
          type !== 'people' &&
            'grid-cols-[minmax(0,1fr)_auto] tiny:grid-cols-1 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)_auto]',
        )}
      >
        <SearchText type={type} text={text} />
        {type !== 'people' && (
          <>
            <CrnFilter crn={crn} onChange={setCrn} />
            <MoreSearchFilters search={search} />
          </>
        )}
      </search>
      {type === 'people' ? (
        <PeopleResults text={text} course={search.course} />
      ) : type === 'pages' ? (
        <PageResults search={search} />
      ) : text || crn || isFiltered(search) ? (
        <Results search={search} />
      ) : (
        <BeforeSearching />
      )}
    </>
  )
}

function TypeLink({ type, current, label }: { type: SearchType; current: SearchType; label: string }) {
  return (
    <Link to="/search" search={old => ({ ...old, type })} resetScroll={false} {...tabLink(type === current)}>
      {label}
    </Link>
  )
}

const boxes = {
  posts: { label: 'Search posts', placeholder: 'A topic, a course, a CRN' },
  pages: { label: 'Search inside documents', placeholder: 'A few words, “an exact phrase”' },
  people: { label: 'Search people', placeholder: 'A name, a username, a college' },
}

function SearchText({ type, text }: { type: SearchType; text: string }) {
  const navigate = useNavigate({ from: '/search' })
  const [typed, setTyped] = useState(text)
  const [shown, setShown] = useState(text)
  const [sent, setSent] = useState<string[]>([])
  if (text !== shown) {
    setShown(text)
    // Our own text returns through the address while the person keeps typing; any other comes from the top
    // bar or from Back.
    const place = sent.indexOf(text)
    setSent(place < 0 ? [] : sent.slice(place + 1))
    if (place < 0) setTyped(text)
  }
  const send = (value: string) => {
    const next = value.trim()
    if (next === (sent.at(-1) ?? shown)) return
    setSent([...sent, next])
    void navigate({ search: old => ({ ...old, text: next || undefined }), replace: true, resetScroll: false })
  }
  const rested = useSettled(typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed sends itself
  useEffect(() => send(rested), [rested])
  return (
    <form
      className="max-sm:col-span-full"
      onSubmit={event => {
        event.preventDefault()
        send(typed)
      }}
    >
      <SearchField
        {...boxes[type]}
        value={typed}
        onChange={value => {
          setTyped(value)
          if (value === '') send('')
        }}
      />
    </form>
  )
}

function Results({ search }: { search: PostSearch }) {
  const { text, crn } = search
  const query = useInfiniteQuery(postSearchQuery(search))
  // Sessions have no kind of document, nor an author; they are found by text and CRN alone.
  const withSessions = !isFiltered(search)
  const sessions = useInfiniteQuery({ ...classSessionsQuery({ text, crn }), enabled: withSessions })
  const pages = useQuery(pageSearchQuery(search))
  // Without words there is nothing to look for in documents.
  const waits = (withSessions && isFirstTry(sessions)) || (text !== '' && isFirstTry(pages))
  const { data, isPlaceholderData } = query
  const count = data?.pages.reduce((sum, page) => sum + page.posts.length, 0)
  const corrected = data?.pages[0]?.corrected
  const found =
    count === undefined || isPlaceholderData ? null : count === 0 ? (
      nothingText(search)
    ) : (
      <>
        {countSoFar(count, query.hasNextPage, 'post', 'posts')}
        {corrected && (
          <>
            {' '}
            for <strong className="font-semibold text-ink">{corrected}</strong>
          </>
        )}
      </>
    )
  return (
    <>
      {/* Outside of what is mounted anew below: a status that comes together with its words isn't told. */}
      <FoundStatus unseen>{!waits && found}</FoundStatus>
      {!waits && (
        <>
          {withSessions && <ClassSessions text={text} crn={crn} />}
          <BestPages search={search} />
        </>
      )}
      {/* Not the same once these stand above: what was moved down would be. */}
      <div key={String(waits)}>
        <div className="mb-4 flex min-h-5 items-center justify-between gap-4">
          <p aria-hidden="true" className="min-w-0 text-14 text-ink-soft">
            {count !== 0 && found}
          </p>
          {count !== 0 && <ViewChoice />}
        </div>
        <div className={cx('transition-opacity', isPlaceholderData && 'opacity-60')}>
          <PostList
            label="Posts found"
            query={query}
            memory={`search ${JSON.stringify(search)}`}
            empty={<NothingFound search={search} />}
            end="No more posts match."
            waits={waits}
          />
        </div>
      </div>
    </>
  )
}

function BeforeSearching() {
  const query = useInfiniteQuery(feedQuery('recent'))
  return (
    <>
      <div className="mb-6 flex items-center justify-between gap-4">
        <p className="max-w-prose text-ink-soft">
          Search by topic, by a course such as <span className="figures text-14">CS 201</span>, or by CRN.
          Here are the latest posts.
        </p>
        <ViewChoice />
      </div>
      <PostList
        label="Recent posts"
        query={query}
        memory="search recent"
        empty={<EmptyState title="No posts yet">Posts will show up here once people share them.</EmptyState>}
      />
    </>
  )
}

function nothingText(search: PostSearch): string {
  const { text, crn } = search
  if (isFiltered(search)) return nothingFits
  return text ? `Nothing found for “${text}”` : `No posts for CRN ${crn}`
}

function NothingFound({ search }: { search: PostSearch }) {
  const { text, crn } = search
  if (isFiltered(search)) return <NothingFits text={text} what="post" />
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title={nothingText(search)}
      action={
        text && crn ? (
          <Link to="/search" search={{ text, type: 'posts' }} className={buttonClass({ variant: 'primary' })}>
            Search every CRN
          </Link>
        ) : (
          <Link to="/search" search={{ type: 'posts' }} className={buttonClass({ variant: 'primary' })}>
            Clear the search
          </Link>
        )
      }
    >
      {text && crn
        ? `Nobody has posted that for CRN ${crn} yet. Try searching every CRN.`
        : text
          ? 'Try fewer or different words, a course code or a CRN.'
          : 'Nobody has posted for this section yet. Other sections of the course may have notes.'}
    </EmptyState>
  )
}
