import { Link } from '@tanstack/react-router'
import { Dialog } from '#web/ui/dialog.tsx'
import { Tabs, tabLink } from '#web/ui/tabs.tsx'
import { FollowListOf, type Listed } from './follow-list-of.tsx'
import { type FollowSide, followSides } from './queries.ts'

/** A person's follow lists over their profile (`?list=followers`). */
export function FollowListsDialog({
  person,
  side,
  open,
  onClose,
}: {
  person: Listed
  side: FollowSide
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog
      hasAddress
      open={open}
      onClose={onClose}
      title={person.is_you ? 'Followers and following' : person.name}
      size="sm"
    >
      <div className="sticky top-0 z-20 mb-3 bg-sheet">
        <Tabs label="Follow lists">
          {followSides.map(({ side: other, label }) => (
            <Link
              key={other}
              to="."
              search={old => ({ ...old, list: other })}
              replace
              resetScroll={false}
              {...tabLink(other === side)}
            >
              {label}
            </Link>
          ))}
        </Tabs>
      </div>
      {/* Just as tall with a short list, so that the tabs don't move. */}
      <div className="min-h-[min(26rem,60dvh)]">
        <FollowListOf person={person} side={side} />
      </div>
      <p className="mt-3">
        <Link
          to="/profile/$username/followers"
          params={{ username: person.username }}
          search={side === 'followers' ? {} : { tab: side }}
          className="text-14 font-medium text-accent hover:underline coarse:py-3"
        >
          Open full page
        </Link>
      </p>
    </Dialog>
  )
}
