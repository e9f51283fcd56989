import { useEffect, useState } from 'react'
import type { CallOutput } from '#shared/api/contract.ts'
import { suggestAfter } from '#shared/api/courses.ts'
import { search } from '#shared/api/search.ts'
import { call } from '#web/lib/api.ts'
import { Combobox } from '#web/ui/combobox.tsx'
import type { FieldControl } from '#web/ui/field.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { createQueuedLookup, type LookupState } from './queued-lookup.ts'

export type OwnPost = CallOutput<typeof search.ownPosts>['data'][number]

/**
 * Finds the person's own posts by title and adds them to a list, which `onChange` reports. The parent shows
 * the list.
 */
export function OwnPostSearch({
  chosen,
  onChange,
  disabled = false,
  ...control
}: Partial<FieldControl> & {
  chosen: readonly OwnPost[]
  onChange: (chosen: OwnPost[]) => void
  disabled?: boolean
}) {
  const [text, setText] = useState('')
  const [state, setState] = useState<LookupState<OwnPost[]>>({ step: 'idle' })
  const [lookup] = useState(() => createQueuedLookup(findOwnPosts, suggestAfter.otherPickers, setState))
  useEffect(() => lookup.stop, [lookup])

  const found = state.step === 'found' ? state.found : []
  const offered = found.filter(post => chosen.every(({ id }) => id !== post.id))

  function type(next: string) {
    setText(next)
    lookup.type(next)
  }

  return (
    <Combobox<OwnPost>
      aria-label={control.id ? undefined : 'Search your own posts'}
      {...control}
      placeholder="Search your own posts"
      value={null}
      onValueChange={post => {
        if (post) onChange([...chosen, post])
        type('')
      }}
      text={text}
      // Picking also writes the title into the input; the list shows it instead.
      onTextChange={next => type(offered.some(post => post.post_name === next) ? '' : next)}
      items={offered}
      itemKey={post => post.id}
      itemText={post => post.post_name}
      renderItem={post => (
        <span className="block min-w-0">
          <span className="block truncate font-medium" dir="auto">
            {post.post_name}
          </span>
          <RelativeTime date={post.date} className="block text-12 text-ink-faint" />
        </span>
      )}
      loading={state.step === 'looking'}
      message={messageFor(state, offered.length)}
      disabled={disabled}
    />
  )
}

async function findOwnPosts(text: string): Promise<OwnPost[]> {
  return (await call(search.ownPosts, { query: { text } })).data
}

function messageFor(state: LookupState<OwnPost[]>, offered: number): string | undefined {
  if (state.step === 'idle') return `Type at least ${suggestAfter.otherPickers + 1} characters of a title.`
  if (state.step === 'failed') return search.ownPosts.failure
  if (state.step !== 'found' || offered > 0) return undefined
  return state.found.length > 0 ? 'You’ve already added all the matches.' : 'None of your posts match.'
}
