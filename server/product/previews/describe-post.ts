import { sql } from 'kysely'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { PageDescription } from '#server/platform/http/page-html.ts'
import { thumbnailUrl } from '../files/thumbnail-url.ts'
import { visibleTo } from '../posts/visible.ts'
import { absoluteUrl, type PreviewDeps, personData } from './page-data.ts'

/** How other sites show a post; null if strangers don’t see it. */
export async function describePost({ db, config }: PreviewDeps, id: string): Promise<PageDescription | null> {
  const { rows } = await sql<{
    id: string
    title: string
    details: string
    thumbnail_id: string | null
    created_at: Temporal.Instant
    course: string
    author: string
    username: string
  }>`
    select posts.id, posts.title, details, thumbnail_id, posts.created_at,
      courses.code || ' ' || courses.title as course, users.name as author, username
    from posts
      join courses on courses.id = posts.course_id
      join users on users.id = posts.author_id
    where posts.id = ${id}::uuid and ${visibleTo(null)}`.execute(db)
  const [post] = rows
  if (!post) return null
  const path = `/ignite/${post.id}`
  const image = thumbnailUrl(post.thumbnail_id)
  return {
    title: post.title,
    description: `${post.course}, shared by ${post.author}. ${post.details}`,
    path,
    type: 'article',
    image,
    data: {
      '@context': 'https://schema.org',
      '@type': 'LearningResource',
      name: post.title,
      description: post.details,
      url: config.publicUrl + path,
      image: absoluteUrl(config, image),
      about: post.course,
      author: personData(config, { name: post.author, username: post.username }),
      datePublished: isoTime(post.created_at),
      isAccessibleForFree: true,
    },
  }
}
