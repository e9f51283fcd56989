import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { PostList } from './post-list.tsx'
import { savedQuery } from './queries.ts'

/** One's saved posts with one's notes on them, the latest saved first. */
export function SavedPosts() {
  const query = useInfiniteQuery(savedQuery)
  return (
    <PostList
      label="Saved posts"
      query={query}
      memory="saved"
      withNotes
      empty={<NothingSaved />}
      end="That’s everything you saved."
    />
  )
}

function NothingSaved() {
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title="Nothing saved yet"
      action={
        <Link to="/explore" className={buttonClass({ variant: 'primary' })}>
          Browse the notes
        </Link>
      }
    >
      The bookmark on a post keeps it here, with notes of your own that only you see.
    </EmptyState>
  )
}
