import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { type OwnProfile, profileLimits } from '#shared/api/profiles.ts'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type OwnPost, OwnPostSearch } from './own-post-search.tsx'
import { ownProfileQuery } from './queries.ts'
import { useHighlight } from './use-highlight.ts'

/** The posts shown first on the person's profile, and their order; each change is saved at once. */
export function HighlightsField() {
  const { data: profile } = useQuery(ownProfileQuery)
  return profile && <Highlights profile={profile} />
}

function Highlights({ profile }: { profile: OwnProfile }) {
  const { chosen, choose, isPending } = useHighlight(profile)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const full = chosen.length >= profileLimits.highlights

  function move(place: number, by: -1 | 1) {
    const post = chosen[place]
    const to = place + by
    if (!post || to < 0 || to >= chosen.length) return
    choose(chosen.toSpliced(place, 1).toSpliced(to, 0, post))
    setSaid(`${post.post_name} is now ${to + 1} of ${chosen.length}.`)
  }

  function remove(place: number) {
    const post = chosen[place]
    if (!post) return
    choose(chosen.toSpliced(place, 1))
    setSaid(`${post.post_name} was removed.`)
    // The button disappears with its post, but the focus must not.
    box.current?.querySelector<HTMLElement>('input')?.focus()
  }

  return (
    <div ref={box} className="flex flex-col gap-3">
      <Field
        label="Add a post"
        hint={full ? `You’ve chosen ${profileLimits.highlights} posts, the most you can have.` : undefined}
        aside={
          <span className="inline-flex items-center gap-2">
            {isPending && <Spinner className="size-3" />}
            {chosen.length} of {profileLimits.highlights}
          </span>
        }
      >
        {control => (
          <OwnPostSearch
            {...control}
            chosen={chosen}
            onChange={next => {
              choose(next)
              setSaid(`${next.at(-1)?.post_name} was added.`)
            }}
            disabled={full}
          />
        )}
      </Field>
      {chosen.length > 0 && (
        <ol
          aria-label="Highlights"
          className="divide-y divide-line overflow-clip rounded-10 border border-line bg-sheet"
        >
          {chosen.map((post, place) => (
            <Row
              key={post.id}
              post={post}
              place={place}
              count={chosen.length}
              onMove={by => move(place, by)}
              onRemove={() => remove(place)}
            />
          ))}
        </ol>
      )}
      <p role="status" className="sr-only">
        {said}
      </p>
    </div>
  )
}

function Row({
  post,
  place,
  count,
  onMove,
  onRemove,
}: {
  post: OwnPost
  place: number
  count: number
  onMove: (by: -1 | 1) => void
  onRemove: () => void
}) {
  const id = useId()
  return (
    <li className="flex flex-wrap items-center justify-end gap-x-3 py-1 pr-1 pl-3">
      <span className="figures w-4 shrink-0 text-12 text-ink-faint">{place + 1}</span>
      <span
        id={id}
        className="min-w-0 flex-1 basis-24 truncate font-serif text-16 font-semibold"
        title={post.post_name}
        dir="auto"
      >
        {post.post_name}
      </span>
      <span className="flex shrink-0">
        <IconButton {...towards(place > 0)} label="Move up" aria-describedby={id} onClick={() => onMove(-1)}>
          <ArrowUp aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          {...towards(place < count - 1)}
          label="Move down"
          aria-describedby={id}
          onClick={() => onMove(1)}
        >
          <ArrowDown aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton label="Remove" aria-describedby={id} onClick={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    </li>
  )
}

/** A button without effect at an end of the list isn't disabled, or it would lose the focus. */
function towards(possible: boolean) {
  return {
    'aria-disabled': !possible,
    className: 'aria-disabled:cursor-default aria-disabled:opacity-30',
  }
}
