import { Link } from '@tanstack/react-router'
import type { PostCard } from '#shared/api/posts.ts'
import type { Profile } from '#shared/api/profiles.ts'
import { courseStyle } from '#web/features/courses/course-style.ts'
import { CourseLine } from '#web/features/posts/post-facts.tsx'
import { PostThumbnail } from '#web/features/posts/post-thumbnail.tsx'

/** The posts that a person shows first; on a phone side by side. */
export function Highlights({ profile }: { profile: Profile }) {
  if (profile.highlights.length === 0) return null
  return (
    <section aria-labelledby="highlights" className="mt-10">
      <h2 id="highlights" className="mb-4 text-22">
        Highlights
      </h2>
      <ul className="-mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 py-1 sm:mx-0 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] sm:overflow-visible sm:px-0">
        {profile.highlights.map(post => (
          <li key={post.id} className="grid w-72 max-w-[85vw] shrink-0 snap-start sm:w-auto sm:max-w-none">
            <Highlight post={post} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Smaller than a card, since the same post also has one below. */
function Highlight({ post }: { post: PostCard }) {
  return (
    <div
      className="course-tint relative flex min-w-0 items-stretch rounded-10 border border-line bg-sheet transition-[border-color,box-shadow] before:absolute before:-inset-y-px before:-left-px before:w-1.5 before:rounded-l-10 before:bg-course hover:border-line-strong hover:shadow-raised"
      style={courseStyle(post)}
    >
      {post.thumb_url && (
        <PostThumbnail post={post} eager className="ml-1.5 w-24 shrink-0 border-r border-line tiny:hidden" />
      )}
      <div className="flex min-h-24 min-w-0 flex-1 flex-col justify-center gap-2 py-3 pr-4 pl-5">
        <h3 className="line-clamp-2 text-16">
          <Link
            to="/ignite/$postId"
            params={{ postId: post.id }}
            dir="auto"
            title={post.post_name}
            className="outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            {post.post_name}
          </Link>
        </h3>
        <CourseLine post={post} />
      </div>
    </div>
  )
}
