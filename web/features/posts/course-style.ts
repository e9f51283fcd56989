import type { CSSProperties } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { courseHue } from '#shared/domain/course-hue.ts'

/** The hue of the post's course, for an element with `course-tint`. */
export function courseStyle(post: Pick<PostCard, 'course_id'>): CSSProperties & Record<'--hue', number> {
  return { '--hue': courseHue(post.course_id) }
}

/** "CS 201" and "Data Structures" of "CS 201 Data Structures": a code is its letters and the number after them. */
export function splitSubject(subject: string): { code: string; title: string } {
  const match = /^(?<code>[^\d]{1,12}\s?\d\S*)\s+(?<title>.+)$/.exec(subject)?.groups
  return match ? { code: match.code!, title: match.title! } : { code: subject, title: '' }
}

/** "12 pages", "1 page", "Image". */
export function extentOf(post: Pick<PostCard, 'kind' | 'pages'>): string {
  if (post.kind === 'image') return 'Image'
  return post.pages === 1 ? '1 page' : `${post.pages.toLocaleString('en')} pages`
}
