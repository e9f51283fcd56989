import { extname } from 'node:path'
import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { files } from '#shared/api/files.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { type DocumentType, documentTypes } from '#shared/domain/file-types.ts'
import type { Caller } from '../caller.ts'
import { addBookings, setHours } from './bookings.ts'
import { type Cast, type Person, signIn } from './front-door.ts'
import { addGroupSessions } from './group-sessions.ts'
import { addHistory } from './history.ts'
import { type Note, notes, readDocument } from './notes.ts'
import type { Past } from './past.ts'
import { type NamedPerson, people } from './people.ts'
import { drawPortrait } from './portrait.ts'
import { addReaders } from './readers.ts'

type Target = {
  /** The product's address, with the local identity provider beside it. */
  url: string
  db: Database
  past: Past
}

/**
 * Fills an empty product with a small demo world: people sign in, upload, post, book, pay, meet and write
 * through the front door, so that everything passes the usual checks, at the time when they would have done
 * it. Only the age of posts and views, which the database's own clock sets, is written straight into it.
 */
export async function seed({ url, db, past }: Target): Promise<void> {
  const cast = await gather(url)
  const posted = await share(db, cast)
  await addReaders(db, cast, posted)
  await setHours(cast)
  const crnOf = async (course: string, college: string) => (await findSection(db, course, college)).crn
  if (past.hasPast) await addHistory({ url, cast, past, posted, crnOf })
  await past.arrive()
  await addBookings(url, cast)
  await addGroupSessions(cast, crnOf)
}

async function gather(url: string): Promise<Cast> {
  const known = new Map<string, Person>()
  // One after the other: a sign-in has five seconds, which many at once don't keep on a busy machine.
  for (const { key, name, email } of people) known.set(key, await signIn(url, name, email))
  return {
    of(key) {
      const person = known.get(key)
      if (!person) throw new Error(`Nobody in the demo world is ${key}`)
      return person
    },
  }
}

/** Everyone introduces themselves and posts their notes. Returns the posts' ids by their slugs. */
async function share(db: Database, cast: Cast): Promise<Map<string, string>> {
  const waiting = [...notes]
  const posted = new Map<string, string>()
  const work = async () => {
    for (let note = waiting.pop(); note; note = waiting.pop()) {
      const author = people.find(person => person.key === note!.author)!
      posted.set(note.slug, await post(db, cast.of(note.author), author, note))
    }
  }
  const introductions = async () => {
    for (const person of people) await introduce(db, cast.of(person.key), person)
  }
  // While one document uploads, another is being checked.
  await Promise.all([work(), work(), work(), introductions()])
  for (const { key, highlights = [] } of people) {
    if (highlights.length === 0) continue
    const post_ids = highlights.map(slug => posted.get(slug)!)
    await cast.of(key).call(profiles.highlight, { body: { post_ids } })
  }
  return posted
}

/** What a newcomer enters in the welcome and on their profile. */
async function introduce(db: Database, caller: Caller, person: NamedPerson): Promise<void> {
  const portrait = await drawPortrait(person.looks)
  await caller.call(profiles.save, {
    body: {
      designation: person.designation,
      college: person.college,
      description: person.description,
      hourly_rate: person.rateCents === null ? null : (person.rateCents / 100).toFixed(2),
      time_zone: person.timeZone,
      profile_image: await upload(caller, profiles.uploadPicture, `${person.key}.png`, 'image/png', portrait),
    },
  })
  const sections = await Promise.all(person.classes.map(course => findSection(db, course, person.college)))
  await caller.call(profiles.listClasses, { body: { section_ids: sections.map(({ id }) => id) } })
  await caller.call(profiles.welcome, {})
}

async function post(db: Database, caller: Caller, author: NamedPerson, note: Note): Promise<string> {
  const section = await findSection(db, note.course, author.college)
  const written = Temporal.Now.instant().subtract({ seconds: Math.round(note.days * 86_400) })
  const [document, thumbnail] = await Promise.all([
    upload(caller, files.upload, note.document, typeOf(note), await readDocument(note.document)),
    upload(
      caller,
      files.thumbnail,
      `${note.slug}.webp`,
      'image/webp',
      await readDocument(`${note.slug}.webp`),
    ),
  ])
  const { post } = await caller.call(posts.create, {
    body: {
      post_name: note.title,
      details: note.details,
      crn: section.crn,
      course_id: section.courseId,
      doc_url: document,
      doc_name: note.document,
      thumb_url: thumbnail,
    },
  })
  // Ids contain the time, and lists page by id: backdating a post changes both.
  const { rows } = await sql<{ id: string }>`
    update posts set id = uuidv7(${written}::timestamptz - now()), created_at = ${written}
    where id = ${post.id} returning id`.execute(db)
  return rows[0]!.id
}

function typeOf({ document }: Note): DocumentType {
  const extension = extname(document).slice(1)
  const known = Object.entries(documentTypes).find(([, one]) => one === extension)
  if (!known) throw new Error(`No document is a ${document}`)
  return known[0] as DocumentType
}

async function upload(
  caller: Caller,
  call: typeof files.upload | typeof files.thumbnail | typeof profiles.uploadPicture,
  name: string,
  type: DocumentType,
  bytes: Uint8Array,
): Promise<string> {
  const link = await caller.call(call, { body: { name, type, size: bytes.length } as never })
  const sent = await fetch(link.url, { method: 'PUT', headers: link.headers, body: Buffer.from(bytes) })
  if (!sent.ok) throw new Error(`Uploading ${name}: ${sent.status} ${await sent.text()}`)
  return link.key
}

type Section = { id: number; crn: string; courseId: number }

/**
 * The author's section of a course: at their own school if it has the course, in the latest term that has
 * begun.
 */
async function findSection(db: Database, course: string, college: string): Promise<Section> {
  const section = await db
    .selectFrom('sections')
    .innerJoin('terms', 'terms.id', 'sections.term_id')
    .innerJoin('courses', 'courses.id', 'sections.course_id')
    .innerJoin('schools', 'schools.id', 'courses.school_id')
    .select(['sections.id', 'sections.crn', 'courses.id as courseId'])
    .where('courses.code', '=', course)
    .where('starts_on', '<=', sql<string>`current_date`)
    .orderBy(sql`schools.name = ${college}`, 'desc')
    .orderBy('starts_on', 'desc')
    .orderBy('crn')
    .executeTakeFirst()
  if (!section) throw new Error(`catalog.csv has no section of ${course}`)
  return section
}
