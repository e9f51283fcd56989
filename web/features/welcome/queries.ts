import { infiniteQueryOptions } from '@tanstack/react-query'
import type { Section } from '#shared/api/courses.ts'
import { asSearch } from '#shared/api/fields.ts'
import type { PersonCard } from '#shared/api/people.ts'
import { type OwnProfile, profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { type PeoplePage, peoplePaging } from '#web/features/people/queries.ts'
import { call } from '#web/lib/api.ts'
import { eachOnce } from '#web/lib/each-once.ts'

/** How many people to suggest. */
export const enough = 8
/** How many classes to look at, and how many people who posted in them. */
const looked = { classes: 4, authors: 6 }

/**
 * People a newcomer may want to follow: first those who posted in their classes, then those of their college,
 * then the newest. It has the shape of every list of people, so that following one shows here too.
 */
export const peopleToFollowQuery = ({ college, classes }: Pick<OwnProfile, 'college' | 'classes'>) =>
  infiniteQueryOptions({
    queryKey: [search.people.path, 'to follow', college, classes.map(({ id }) => id)],
    queryFn: async ({ signal }): Promise<PeoplePage> => {
      const [classmates, colleagues] = await Promise.all([
        authorsOf(classes, signal),
        college ? peopleFound(asSearch(college), signal) : [],
      ])
      const near = others([...classmates, ...colleagues])
      const people = near.length < enough ? others([...near, ...(await peopleFound('', signal))]) : near
      return { people: people.slice(0, enough), next_cursor: null }
    },
    ...peoplePaging,
  })

async function peopleFound(text: string, signal: AbortSignal): Promise<PersonCard[]> {
  return (await call(search.people, { query: { text } }, { signal })).data.user
}

async function authorsOf(classes: readonly Section[], signal: AbortSignal): Promise<PersonCard[]> {
  const courses = new Set(classes.map(section => section.course_id))
  const found = await Promise.all(
    classes.slice(0, looked.classes).map(({ crn }) => call(search.posts, { query: { crn } }, { signal })),
  )
  const posts = found.flatMap(answer => answer.posts)
  // Another school can use the same number.
  const names = posts.filter(post => courses.has(post.course_id) && !post.is_owner).map(post => post.username)
  const people = await Promise.all(
    [...new Set(names)].slice(0, looked.authors).map(username =>
      call(profiles.ofPerson, { query: { username } }, { signal }).then(
        ({ profile }) => [profile],
        // If one has left meanwhile, the others still show.
        () => [],
      ),
    ),
  )
  return people.flat().filter(person => !person.blocked)
}

function others(people: readonly PersonCard[]): PersonCard[] {
  return eachOnce(people).filter(person => !person.is_you && !person.followed)
}
