import type { CSSProperties } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { courseHue } from '#shared/domain/course-hue.ts'

/** The hue of the post's course, for an element with `course-tint`. */
export function courseStyle(post: Pick<PostCard, 'course_id'>): CSSProperties & Record<'--hue', number> {
  return { '--hue': courseHue(post.course_id) }
}

/**
 * Splits "CS 201 Data Structures" into "CS 201" and "Data Structures": a code is its letters and the number
 * after them.
 */
export function splitSubject(subject: string): { code: string; title: string } {
  const match = /^(?<code>[^\d]{1,12}\s?\d\S*)\s+(?<title>.+)$/.exec(subject)?.groups
  return match ? { code: match.code!, title: match.title! } : { code: subject, title: '' }
}
