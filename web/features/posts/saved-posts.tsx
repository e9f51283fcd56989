import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { PostList } from './post-list.tsx'
import { savedQuery } from './queries.ts'

/** The person's saved posts with their notes, the latest saved first. */
export function SavedPosts() {
  const query = useInfiniteQuery(savedQuery)
  return (
    <PostList
      label="Saved posts"
      query={query}
      memory="saved"
      withNotes
      empty={<NothingSaved />}
      end="That’s all your saved posts."
    />
  )
}

function NothingSaved() {
  return (
    <EmptyState
      picture={<Lamp lit={false} className="h-28" />}
      title="No saved posts yet"
      action={
        <Link to="/explore" className={buttonClass({ variant: 'primary' })}>
          Browse notes
        </Link>
      }
    >
      Posts you save show up here, with private notes only you can see.
    </EmptyState>
  )
}
