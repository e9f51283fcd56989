import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useLogin } from '#web/features/logins/use-login.ts'
import { rememberSearch } from '#web/features/search/recent-searches.ts'
import { useBackCloses } from '#web/lib/back-closes.ts'
import { ownerKey } from '#web/lib/page-owner.ts'
import { Kbd } from '#web/ui/kbd.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { suggestionsItem } from '#web/ui/suggestions.ts'
import { type QuickGroup, type QuickResult, useQuickResults } from './use-quick-results.tsx'

type Props = { open: boolean; onClose: () => void }

/** Finds everything and goes everywhere from the keyboard: Ctrl-K. */
export function QuickSearch({ open, onClose }: Props) {
  useBackCloses(open, onClose)
  return (
    <Dialog.Root open={open} onOpenChange={next => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-200 data-starting-style:opacity-0 data-ending-style:opacity-0" />
        <Dialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center p-3 sm:p-6 sm:pt-[12dvh] short:p-2">
          <Dialog.Popup
            aria-label="Quick search"
            className="flex max-h-full w-full max-w-form flex-col overflow-hidden rounded-16 border border-line bg-sheet shadow-floating outline-none transition-[opacity,translate] duration-200 data-starting-style:-translate-y-2 data-starting-style:opacity-0 data-ending-style:opacity-0"
          >
            <Results onClose={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Results({ onClose }: Omit<Props, 'open'>) {
  const login = useLogin()
  const [text, setText] = useState('')
  const { groups, waits } = useQuickResults(login, text)
  const take = ({ text: again, go }: QuickResult) => {
    if (again !== undefined) return setText(again)
    rememberSearch(ownerKey(login), text.trim())
    onClose()
    go?.()
  }
  return (
    <Autocomplete.Root
      inline
      open
      items={groups}
      mode="none"
      autoHighlight="always"
      keepHighlight
      value={text}
      onValueChange={(value, { reason }) => reason !== 'item-press' && setText(value)}
      itemToStringValue={(item: QuickResult) => item.label}
    >
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden="true" className="size-5 shrink-0 text-ink-faint" />
        <Autocomplete.Input
          dir="auto"
          aria-label="Search or go to"
          placeholder="Search, or go to…"
          maxLength={100}
          enterKeyHint="go"
          className="h-14 min-w-0 flex-1 bg-transparent text-16 outline-none"
        />
        {waits ? <Spinner className="text-ink-faint" /> : <Kbd>Esc</Kbd>}
      </div>
      <Autocomplete.Status className="sr-only">{waits ? 'Searching' : ''}</Autocomplete.Status>
      <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto overscroll-contain p-2">
        {(group: QuickGroup) => (
          <Autocomplete.Group key={group.value} items={group.items} className="not-first:mt-2">
            <Autocomplete.GroupLabel className="px-2 py-1 text-12 text-ink-faint">
              {group.value}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: QuickResult) => (
                <Autocomplete.Item
                  key={item.key}
                  value={item}
                  onClick={() => take(item)}
                  className={suggestionsItem}
                >
                  <span className="shrink-0 text-ink-faint">{item.icon}</span>
                  <span className="min-w-0 flex-1">
                    <span className="block truncate" dir="auto">
                      {item.label}
                    </span>
                    {item.detail && (
                      <span className="block truncate text-12 text-ink-faint" dir="auto">
                        {item.detail}
                      </span>
                    )}
                  </span>
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  )
}
