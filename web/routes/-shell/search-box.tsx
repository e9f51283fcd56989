import { useMatch, useNavigate } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useLogin } from '#web/features/logins/use-login.ts'
import { rememberSearch } from '#web/features/search/recent-searches.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { singleKeys } from '#web/lib/single-keys.ts'
import { Kbd } from '#web/ui/kbd.tsx'

/** Enter or the button goes to the search page, with the text in its address. */
export function SearchBox({
  input,
  className,
}: {
  input?: RefObject<HTMLInputElement | null>
  className?: string
}) {
  const navigate = useNavigate()
  const login = useLogin()
  const hasKeys = singleKeys.useAllowed()
  const shown =
    useMatch({ from: '/_signed-in/search', shouldThrow: false, select: ({ search }) => search.text }) ?? ''
  const [typed, setTyped] = useState(shown)
  const [lastShown, setLastShown] = useState(shown)
  if (shown !== lastShown) {
    setLastShown(shown)
    setTyped(shown)
  }
  return (
    <search className={className}>
      <form
        className="group relative flex h-10 items-center rounded-10 border border-line-strong bg-sheet transition-colors focus-within:border-accent focus-within:outline-1 focus-within:outline-accent hover:border-ink-soft focus-within:hover:border-accent coarse:h-11"
        onSubmit={event => {
          event.preventDefault()
          const text = typed.trim()
          rememberSearch(ownerKey(login), text)
          void navigate({ to: '/search', search: { text: text || undefined, type: 'posts' } })
        }}
      >
        <Search aria-hidden="true" className="mx-3 size-4 shrink-0 text-ink-faint" />
        <input
          ref={input}
          type="search"
          dir="auto"
          name="text"
          aria-label="Search notes"
          placeholder="Search notes, courses, CRNs"
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          value={typed}
          onChange={event => setTyped(event.target.value)}
          className="h-full min-w-0 flex-1 bg-transparent text-16 text-ellipsis outline-none sm:text-14 [&::-webkit-search-cancel-button]:hidden"
        />
        {hasKeys && !typed && (
          <span className="pointer-events-none mr-2 hidden group-focus-within:hidden lg:block">
            <Kbd>/</Kbd>
          </span>
        )}
        <button
          type="submit"
          className="h-full rounded-r-10 border-l border-line px-4 text-14 font-medium text-ink-soft transition-colors hover:bg-sunken hover:text-ink"
        >
          Search
        </button>
      </form>
    </search>
  )
}
