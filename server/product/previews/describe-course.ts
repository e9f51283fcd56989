import { sql } from 'kysely'
import type { PageDescription } from '#server/platform/http/page-html.ts'
import { isCourseId } from '#shared/domain/course-strings.ts'
import type { PreviewDeps } from './page-data.ts'
import { hasNotes } from './sitemap.ts'

/** How other sites show a course’s page. */
export async function describeCourse(
  { db, config }: PreviewDeps,
  id: string,
): Promise<PageDescription | 'missing'> {
  if (!isCourseId(id)) return 'missing'
  const { rows } = await sql<{ id: number; code: string; title: string; school: string; used: boolean }>`
    select courses.id, code, title, schools.name as school, ${hasNotes} as used
    from courses join schools on schools.id = courses.school_id
    where courses.id = ${Number(id)}`.execute(db)
  const [course] = rows
  if (!course) return 'missing'
  const { code, title, school, used } = course
  const path = `/courses/${course.id}`
  const name = `${code} ${title}`
  const description = `Notes, group sessions and tutors for ${name} at ${school}.`
  return {
    title: name,
    description,
    path,
    type: 'website',
    image: null,
    data: used
      ? {
          '@context': 'https://schema.org',
          '@type': 'Course',
          name: title,
          courseCode: code,
          description,
          url: config.publicUrl + path,
          provider: { '@type': 'CollegeOrUniversity', name: school },
        }
      : null,
  }
}
