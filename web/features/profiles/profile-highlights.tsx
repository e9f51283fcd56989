import type { Profile } from '#shared/api/profiles.ts'
import { PostTile } from '#web/features/posts/post-card.tsx'

/** The posts a person shows first; on a phone they lie side by side. */
export function Highlights({ profile }: { profile: Profile }) {
  if (profile.highlights.length === 0) return null
  return (
    <section aria-labelledby="highlights" className="mt-10">
      <h2 id="highlights" className="mb-4 text-22">
        Highlights
      </h2>
      <ul className="-mx-4 flex snap-x gap-5 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-[repeat(auto-fill,minmax(16rem,1fr))] sm:overflow-visible sm:px-0">
        {profile.highlights.map((post, index) => (
          <li key={post.id} className="grid w-72 max-w-[85vw] shrink-0 snap-center sm:w-auto sm:max-w-none">
            <PostTile post={post} index={index} eager />
          </li>
        ))}
      </ul>
    </section>
  )
}
