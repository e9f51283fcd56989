import type { Booking } from '#shared/api/bookings.ts'
import type { Course } from '#shared/api/courses.ts'
import type { PersonCard } from '#shared/api/people.ts'
import type { PostCard } from '#shared/api/posts.ts'

/** Whom a person books, as calls name them: a post's author, or a tutor alone, for a course or in general. */
export type Asked = { post_id: string } | { tutor: string; course_id?: number | undefined }

/** Whom a person books, and what it is about. */
export type Subject = {
  asked: Asked
  tutor: Pick<PersonCard, 'name' | 'username' | 'profile_image' | 'hourly_rate'>
  post: PostCard | null
  course: Course | null
}

/** Names the tutor of a booking as calls do. */
export function askedOf({ post_id, admin_username }: Booking): Asked {
  return post_id ? { post_id } : { tutor: admin_username }
}

export function subjectOfPost(post: PostCard): Subject {
  return { asked: { post_id: post.id }, tutor: post, post, course: null }
}

export function subjectOfTutor(tutor: Subject['tutor'], course: Course | null): Subject {
  return { asked: { tutor: tutor.username, course_id: course?.id }, tutor, post: null, course }
}
