import { useNavigate, useSearch } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { cx } from '#web/ui/cx.ts'
import { inputClass } from '#web/ui/input.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

/** Enter or the button goes to the search page, which keeps the text in its address. */
export function SearchBox({
  input,
  className,
}: {
  input?: RefObject<HTMLInputElement | null>
  className?: string
}) {
  const navigate = useNavigate()
  const shown = useSearch({ strict: false, select: search => search.text ?? '' })
  const [typed, setTyped] = useState(shown)
  const [lastShown, setLastShown] = useState(shown)
  if (shown !== lastShown) {
    setLastShown(shown)
    setTyped(shown)
  }
  return (
    <search className={className}>
      <form
        className="group relative flex"
        onSubmit={event => {
          event.preventDefault()
          const text = typed.trim()
          void navigate({ to: '/search', search: { text: text || undefined, type: 'posts' } })
        }}
      >
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-3 my-auto size-4 text-ink-faint"
        />
        <input
          ref={input}
          type="search"
          name="text"
          aria-label="Search notes"
          placeholder="Search notes, courses, CRNs"
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          className={cx(
            inputClass,
            'h-10 rounded-r-none border-r-0 border-line pl-9 touch-target [&::-webkit-search-cancel-button]:hidden',
          )}
        />
        {!typed && (
          <span className="pointer-events-none absolute inset-y-0 right-24 hidden items-center group-focus-within:hidden lg:flex">
            <Kbd>/</Kbd>
          </span>
        )}
        <button
          type="submit"
          className="rounded-r-10 border border-line bg-sunken px-4 text-14 font-medium text-ink-soft transition-colors hover:border-line-strong hover:text-ink touch-target"
        >
          Search
        </button>
      </form>
    </search>
  )
}
