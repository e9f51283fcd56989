import { sql } from 'kysely'
import type { PageDescription } from '#server/platform/http/page-html.ts'
import { idOfName, personVisibleTo } from '../people/find-person.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { absoluteUrl, type PreviewDeps, personData } from './page-data.ts'
import { shares } from './sitemap.ts'

/** By the current username or a former one, which leads to the current one. */
export async function describePerson(
  { db, config }: PreviewDeps,
  username: string,
): Promise<PageDescription | null> {
  const { rows } = await sql<{
    username: string
    name: string
    picture_id: string | null
    designation: string | null
    college: string | null
    description: string | null
    shares: boolean
  }>`
    select username, name, picture_id, designation, college, description, ${shares} as shares
    from users
    where id = ${idOfName(username)} and ${personVisibleTo(null)}`.execute(db)
  const [person] = rows
  if (!person) return null
  const path = `/profile/${person.username}`
  const image = pictureUrl(person.picture_id)
  const standing = [person.designation, person.college].filter(Boolean).join(', ')
  const facts = [standing && `${standing}.`, person.description].filter(Boolean).join(' ')
  return {
    title: `${person.name} (@${person.username})`,
    description: facts || `Notes ${person.name} shares on Ignite.`,
    path,
    type: 'profile',
    image,
    data: person.shares
      ? {
          '@context': 'https://schema.org',
          '@type': 'ProfilePage',
          url: config.publicUrl + path,
          mainEntity: {
            ...personData(config, person),
            alternateName: person.username,
            description: person.description ?? undefined,
            image: absoluteUrl(config, image),
            jobTitle: person.designation ?? undefined,
            affiliation: person.college ? { '@type': 'Organization', name: person.college } : undefined,
          },
        }
      : null,
  }
}
