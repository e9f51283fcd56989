import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Profile } from '#shared/api/profiles.ts'
import { formatCrn } from '#shared/domain/course-strings.ts'
import { PostList } from '#web/features/posts/post-list.tsx'
import { ViewChoice } from '#web/features/posts/view-choice.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Lamp } from '#web/ui/lamp.tsx'
import { Select } from '#web/ui/select.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { personCrnsQuery, personPostsQuery } from './queries.ts'

/** A person's posts, for one CRN or all. */
export function PersonPosts({ profile, crn }: { profile: Profile; crn: string }) {
  const query = useInfiniteQuery(personPostsQuery(profile.username, crn))
  return (
    <div className={cx('transition-opacity', query.isPlaceholderData && 'opacity-60')}>
      <PostList
        label={profile.is_you ? 'Your posts' : `Posts by ${profile.name}`}
        query={query}
        memory={`person ${profile.username} ${crn}`}
        empty={<NothingPosted profile={profile} crn={crn} />}
      />
    </div>
  )
}

/** The heading of the posts, and beside it (on a phone, below) what changes which of them show, and how. */
export function PostsBar({ tools, children }: { tools: ReactNode; children: ReactNode }) {
  return (
    <div className="mt-10 mb-5 [h1+&]:mt-3 sm:flex sm:items-end sm:justify-between sm:gap-4 sm:border-b sm:border-line">
      <div className="border-b border-line sm:-mb-px sm:border-b-0">{children}</div>
      {tools && <div className="flex min-w-0 items-center gap-3 sm:-mt-3 sm:pb-1">{tools}</div>}
    </div>
  )
}

/** The filter of a person's posts and their view. */
export function PostTools({ profile, crn }: { profile: Profile; crn: string }) {
  return (
    <>
      <CrnChoice profile={profile} crn={crn} />
      <ViewChoice />
    </>
  )
}

function CrnChoice({ profile, crn }: { profile: Profile; crn: string }) {
  const navigate = useNavigate()
  const { data: crns = [] } = useQuery(personCrnsQuery(profile.username))
  // Not only once they are known: the choice would push down the posts.
  if (profile.posts === 0 && !crn) return null
  // Several schools or terms may use the same number; the filter is by number.
  const choices = new Map(crns.map(section => [section.crn, formatCrn(section)]))
  if (crn && !choices.has(crn)) choices.set(crn, crn)
  return (
    <Select
      aria-label="CRN"
      value={crn}
      className="min-w-0 max-sm:mt-4 max-sm:w-full sm:w-56"
      onChange={event =>
        void navigate({
          to: '.',
          search: old => ({ ...old, crn: event.target.value || undefined }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      <option value="">All Posts</option>
      {[...choices].map(([number, text]) => (
        <option key={number} value={number}>
          {text}
        </option>
      ))}
    </Select>
  )
}

function NothingPosted({ profile, crn }: { profile: Profile; crn: string }) {
  if (crn) {
    return (
      <EmptyState
        title={`No posts for CRN ${crn}`}
        action={
          <Link
            to="."
            search={old => ({ ...old, crn: undefined })}
            resetScroll={false}
            className={buttonClass({ variant: 'primary' })}
          >
            All Posts
          </Link>
        }
      >
        {profile.is_you ? 'You haven’t' : `${profile.name} hasn’t`} posted anything for this section.
      </EmptyState>
    )
  }
  return (
    <EmptyState
      picture={<Lamp lit={profile.is_you} className="h-28" />}
      title="No posts yet"
      action={
        profile.is_you && (
          <Link
            to="."
            search={old => ({ ...old, create: 'upload' as const })}
            resetScroll={false}
            className={buttonClass({ variant: 'primary' })}
          >
            Upload Content
          </Link>
        )
      }
    >
      {profile.is_you
        ? 'Share your class notes. They’ll show up here and help others in the course.'
        : `Posts by ${profile.name} show up here. Follow them to see new posts in your feed.`}
    </EmptyState>
  )
}
