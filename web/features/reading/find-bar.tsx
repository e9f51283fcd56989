import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { type Counts, type Hit, nearestHit, patternOf, rankOf, stepHit } from './find-in-text.ts'
import type { Found } from './found-marks.tsx'
import type { ReadText } from './page-texts.ts'
import { searchPages } from './search-pages.ts'

type Props = {
  /** What to look for first: the text that was selected. A new object asks for the focus again. */
  asked: { text: string }
  /** The page that is being read, and the number of pages. */
  page: number
  pages: number
  read: ReadText
  onFound: (found: Found | null) => void
  onClose: () => void
}

type Search = { pattern: RegExp; counts: Counts; done: boolean; hit: Hit | null }

/** People type on while the first letters are still being looked for. */
const restBeforeSearch = 150

/** Finds a text in all pages of a document, also those that aren’t drawn. */
export function FindBar({ asked, page, pages, read, onFound, onClose }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useState(asked.text)
  const [search, setSearch] = useState<Search | null>(null)

  const show = (next: Search | null) => {
    setSearch(next)
    onFound(next && { pattern: next.pattern, hit: next.hit })
  }
  const begin = useEffectEvent((signal: AbortSignal) => {
    const pattern = patternOf(query)
    if (!pattern) return show(null)
    const from = page
    let hit: Hit | null = null
    const onCounts = (counts: Counts, done: boolean) => {
      // Where the search has been is known; so the first hit is found before the rest is.
      if (!hit) {
        hit = nearestHit(counts, from)
        show({ pattern, counts, done, hit })
      } else setSearch(before => before && { ...before, counts, done })
    }
    void searchPages({ pages, from, read, pattern, signal, onCounts })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: each query, in each document, is searched anew
  useEffect(() => {
    const stop = new AbortController()
    const rest = setTimeout(begin, restBeforeSearch, stop.signal)
    return () => {
      clearTimeout(rest)
      stop.abort()
    }
  }, [query, read])
  useEffect(() => {
    if (asked.text) setQuery(asked.text)
    input.current?.focus()
    input.current?.select()
  }, [asked])

  const step = (direction: 1 | -1) => {
    if (!search?.hit) return
    const hit = stepHit(search.counts, search.hit, direction)
    show({ ...search, hit })
  }
  const press = (event: KeyboardEvent) => {
    const again = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'g'
    if (event.key === 'Escape') onClose()
    else if ((event.key === 'Enter' && event.target === input.current) || event.key === 'F3' || again) {
      step(event.shiftKey ? -1 : 1)
    } else return
    event.preventDefault()
  }

  return (
    <search aria-label="In this document" className="find-bar" onKeyDown={press}>
      <input
        ref={input}
        dir="auto"
        aria-label="Find in this document"
        placeholder="Find in this document"
        enterKeyHint="search"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={query}
        onChange={event => setQuery(event.target.value)}
        className="h-10 min-w-0 flex-1 basis-24 bg-transparent px-3 text-16 text-ink coarse:h-11"
      />
      <p role="status" className="shrink-0 px-1 text-14 whitespace-nowrap text-ink-soft tabular-nums">
        {search && told(search)}
      </p>
      <IconButton label="Previous match" aria-disabled={!search?.hit} onClick={() => step(-1)}>
        <ChevronUp className="size-5" />
      </IconButton>
      <IconButton label="Next match" aria-disabled={!search?.hit} onClick={() => step(1)}>
        <ChevronDown className="size-5" />
      </IconButton>
      <IconButton label="Close search" onClick={onClose}>
        <X className="size-5" />
      </IconButton>
    </search>
  )
}

function told({ counts, hit, done }: Search): string {
  const { rank, total } = rankOf(counts, hit)
  if (total === 0) return done ? 'Not found' : 'Searching…'
  const all = total.toLocaleString('en')
  return done ? `${rank.toLocaleString('en')} of ${all}` : `${all} so far…`
}
