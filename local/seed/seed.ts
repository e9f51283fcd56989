import { sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { files } from '#shared/api/files.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { courseHue } from '#shared/domain/course-hue.ts'
import type { Caller } from '../caller.ts'
import { signIn } from './front-door.ts'
import { addGroupSessions } from './group-sessions.ts'
import { addLessons } from './lessons.ts'
import { type Made, makeDocument } from './make-document.ts'
import { type NamedPerson, people } from './people.ts'
import { drawPortrait } from './portrait.ts'
import { type Note, readNotes } from './read-notes.ts'
import { addReaders } from './readers.ts'

type Target = {
  /** Where the product answers, with the local identity provider beside it. */
  url: string
  db: Database
}

/**
 * Fills an empty product with a small named world: people who sign in, upload and post through the front door, so that
 * all of it went through the checks every upload goes through. Only their past is written straight into the database.
 * Answers whether it did anything: a product with people in it is left alone.
 */
export async function seed({ url, db }: Target): Promise<boolean> {
  const someone = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (someone) return false
  const callers = new Map<string, Caller>()
  for (const person of people) callers.set(person.key, await signIn(url, person.email))
  const waiting = await readNotes()
  const posted = new Map<string, string>()
  const work = async () => {
    for (let note = waiting.pop(); note; note = waiting.pop()) {
      const author = people.find(person => person.key === note!.author)
      if (!author) throw new Error(`notes/${note.slug}.txt is by ${note.author}, who is nobody`)
      posted.set(note.slug, await post(db, callers.get(author.key)!, author, note))
    }
  }
  const introductions = async () => {
    for (const person of people) await introduce(db, callers.get(person.key)!, person)
  }
  // While one document is made, another is sent and checked.
  await Promise.all([work(), work(), work(), introductions()])
  for (const { key, highlights = [] } of people) {
    if (highlights.length === 0) continue
    const post_ids = highlights.map(slug => posted.get(slug)!)
    await callers.get(key)!.call(profiles.highlight, { body: { post_ids } })
  }
  await addReaders(db)
  await addLessons(url, callers)
  await addGroupSessions(callers, async (course, college) => (await findSection(db, course, college)).crn)
  return true
}

/** What a newcomer says of themselves in the welcome and on their profile. */
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
  const made = await makeDocument(note, {
    author: author.name,
    course: section.subject,
    hue: courseHue(section.courseId),
    date: written.toLocaleString('en-US', { dateStyle: 'long', timeZone: 'America/Chicago' }),
  })
  const [document, thumbnail] = await Promise.all([
    upload(caller, files.upload, made.name, made.type, made.bytes),
    upload(caller, files.thumbnail, `${note.slug}.webp`, 'image/webp', made.thumbnail),
  ])
  const { post } = await caller.call(posts.create, {
    body: {
      post_name: note.title,
      details: note.details,
      crn: section.crn,
      course_id: section.courseId,
      doc_url: document,
      doc_name: made.name,
      thumb_url: thumbnail,
    },
  })
  // Ids carry the time, and lists page by id: a post is dated back by both.
  const { rows } = await sql<{ id: string }>`
    update posts set id = uuidv7(${written}::timestamptz - now()), created_at = ${written}
    where id = ${post.id} returning id`.execute(db)
  return rows[0]!.id
}

async function upload(
  caller: Caller,
  call: typeof files.upload | typeof files.thumbnail | typeof profiles.uploadPicture,
  name: string,
  type: Made['type'] | 'image/webp',
  bytes: Uint8Array,
): Promise<string> {
  const link = await caller.call(call, { body: { name, type, size: bytes.length } as never })
  const sent = await fetch(link.url, { method: 'PUT', headers: link.headers, body: Buffer.from(bytes) })
  if (!sent.ok) throw new Error(`Uploading ${name}: ${sent.status} ${await sent.text()}`)
  return link.key
}

type Section = { id: number; crn: string; courseId: number; subject: string }

/** The author's section of a course: at their own school where it has the course, in the latest term that has begun. */
async function findSection(db: Database, course: string, college: string): Promise<Section> {
  const section = await db
    .selectFrom('sections')
    .innerJoin('terms', 'terms.id', 'sections.term_id')
    .innerJoin('courses', 'courses.id', 'sections.course_id')
    .innerJoin('schools', 'schools.id', 'courses.school_id')
    .select(['sections.id', 'sections.crn', 'courses.id as courseId', 'courses.code', 'courses.title'])
    .where('courses.code', '=', course)
    .where('starts_on', '<=', sql<string>`current_date`)
    .orderBy(sql`schools.name = ${college}`, 'desc')
    .orderBy('starts_on', 'desc')
    .orderBy('crn')
    .executeTakeFirst()
  if (!section) throw new Error(`catalog.csv has no section of ${course}`)
  return {
    id: section.id,
    crn: section.crn,
    courseId: section.courseId,
    subject: `${section.code} ${section.title}`,
  }
}
