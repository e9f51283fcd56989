import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { courses } from '#shared/api/courses.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { schedules } from '#shared/api/schedules.ts'
import { sessions } from '#shared/api/sessions.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { dayAhead, makeSession } from '../../../test/factories/sessions.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let reader: Person
let visitor: Person
let made = 0

beforeAll(async () => {
  stack = await startStack()
  reader = await stack.signIn('rae.reader')
  visitor = stack.visitor()
})
afterAll(() => stack?.close())

/** A course that no other test uses, with a section of a CRN of its own. */
function addCourse(named: { courseTitle?: string; crn?: string } = {}): Promise<Section> {
  made++
  return addSection(stack.db, {
    course: `CRS ${made}`,
    courseTitle: 'Topics',
    crn: `${70_000 + made}`,
    ...named,
  })
}

async function notesOf({ courseId }: Section, person = reader): Promise<string[]> {
  const { body } = await person.call(posts.ofCourse, { query: { course_id: courseId } })
  return body.posts.map(post => post.post_name)
}

async function sessionsOf({ courseId }: Section, person = reader): Promise<string[]> {
  const { body } = await person.call(sessions.ofCourse, { query: { course_id: courseId } })
  return body.sessions.map(({ title }) => title)
}

async function tutorsOf({ courseId }: Section, person = reader): Promise<string[]> {
  const { body } = await person.call(courses.tutors, { params: { id: courseId } })
  return body.tutors.map(({ username }) => username)
}

function hide(id: string) {
  return stack.db
    .updateTable('posts')
    .set({ hidden_at: stack.clock.now(), hidden_reason: 'Copied.' })
    .where('id', '=', id)
    .execute()
}

test('a course has its name and school, and for members the CRNs under which they list it', async () => {
  const one = await addCourse({ courseTitle: 'Rivers and Lakes' })
  const other = await addSection(stack.db, {
    course: `CRS ${made}`,
    courseTitle: 'Rivers and Lakes',
    crn: '60001',
  })
  const elsewhere = await addCourse()
  const member = await stack.signIn('mel.member')
  const section_ids = [one, other, elsewhere].map(({ sectionId }) => sectionId)
  await member.call(profiles.listClasses, { body: { section_ids } })
  const about = async (person: Person) =>
    (await person.call(courses.get, { params: { id: one.courseId } })).body.course
  const facts = {
    id: one.courseId,
    subject: `CRS ${made - 1} Rivers and Lakes`,
    school: 'Riverbend State University',
  }
  expect(await about(member)).toEqual({ ...facts, crns: ['60001', one.crn] })
  expect(await about(reader)).toEqual({ ...facts, crns: [] })
  expect(await about(visitor)).toEqual({ ...facts, crns: [] })
})

test('an unknown course isn’t found, and what is no id is refused', async () => {
  const statuses = async (id: number | string) => [
    (await visitor.call(courses.get, { params: { id } })).status,
    (await visitor.call(courses.tutors, { params: { id } })).status,
    (await visitor.call(posts.ofCourse, { query: { course_id: id } })).status,
    (await visitor.call(sessions.ofCourse, { query: { course_id: id } })).status,
  ]
  expect(await statuses(999_999_999)).toEqual([404, 404, 404, 404])
  for (const id of ['CS 201', '-1', '9999999999', '1.5']) {
    expect({ id, statuses: await statuses(id) }).toEqual({ id, statuses: [422, 422, 422, 422] })
  }
})

describe('the notes of a course', () => {
  test('are those of all its sections, newest first, twelve a page, for members and visitors', async () => {
    const section = await addCourse()
    const second = await addSection(stack.db, { course: `CRS ${made}`, courseTitle: 'Topics', crn: '60002' })
    const author = await stack.signIn('noa.notes')
    await addPost(author, await addCourse(), { name: 'Of another course' })
    const names: string[] = []
    for (let number = 1; number <= 13; number++) {
      const { post_name } = await addPost(author, number % 2 ? section : second, { name: `Notes ${number}` })
      names.unshift(post_name)
    }
    for (const person of [reader, visitor]) {
      const query = { course_id: section.courseId }
      const { body: first } = await person.call(posts.ofCourse, { query })
      expect(first.posts.map(post => post.post_name)).toEqual(names.slice(0, 12))
      const { body: rest } = await person.call(posts.ofCourse, {
        query: { ...query, offset: 12, cursor: first.next_cursor! },
      })
      expect(rest).toMatchObject({ posts: [{ post_name: 'Notes 1' }], next_cursor: null })
    }
  })

  test('aren’t there while hidden, once deleted, and between people who block each other', async () => {
    const section = await addCourse()
    const author = await stack.signIn('una.unseen')
    const blocker = await stack.signIn('bea.blocker')
    await addPost(author, section, { name: 'Shown' })
    const hidden = await addPost(author, section, { name: 'Hidden' })
    const deleted = await addPost(author, section, { name: 'Deleted' })
    await hide(hidden.id)
    await author.call(posts.remove, { query: { id: deleted.id } })
    expect(await notesOf(section)).toEqual(['Shown'])
    expect(await notesOf(section, visitor)).toEqual(['Shown'])
    expect(await notesOf(section, author)).toEqual(['Hidden', 'Shown'])
    await blocker.call(blocks.block, { body: { username: 'una.unseen' } })
    expect(await notesOf(section, blocker)).toEqual([])
  })
})

describe('the sessions of a course', () => {
  test('are those to come for any of its sections, the next first, for members and visitors', async () => {
    const section = await addCourse()
    const second = await addSection(stack.db, { course: `CRS ${made}`, courseTitle: 'Topics', crn: '60003' })
    const other = await addCourse()
    const owner = await stack.signIn('oda.owner')
    const plan = (title: string, { crn }: Section, days: number) =>
      makeSession(stack, owner, {
        title,
        crns: [crn],
        starts_on: dayAhead(stack, days),
        location: 'Room 214, North Hall',
      })
    await plan('Later', section, 6)
    const { id } = await plan('Soon', second, 4)
    await plan('Of another course', other, 5)
    const deleted = await plan('Deleted', section, 3)
    await owner.call(sessions.remove, { body: { id: deleted.id } })
    expect(await sessionsOf(section)).toEqual(['Soon', 'Later'])
    expect(await sessionsOf(section, visitor)).toEqual(['Soon', 'Later'])
    const query = { course_id: section.courseId }
    const { body } = await visitor.call(sessions.ofCourse, { query })
    expect(body.sessions[0]).toMatchObject({
      id,
      location: '',
      attendees: null,
      course_ids: [section.courseId],
    })
    const blocker = await stack.signIn('bob.blocker')
    await blocker.call(blocks.block, { body: { username: 'oda.owner' } })
    expect(await sessionsOf(section, blocker)).toEqual([])
  })
})

describe('the tutors of a course', () => {
  test('have shared notes for it, a rate and hours; each with their newest post in it', async () => {
    const section = await addCourse()
    const [first, second, unpaid, idle] = await Promise.all(
      ['tia.first', 'tom.second', 'ulf.unpaid', 'ian.idle'].map(name => stack.signIn(name)),
    )
    const elsewhere = await stack.signIn('eve.elsewhere')
    for (const person of [first!, second!, elsewhere, idle!]) await setRate(person)
    for (const person of [first!, second!, elsewhere, unpaid!]) await setHours(person)
    await addPost(elsewhere, await addCourse())
    for (const person of [first!, second!, unpaid!, idle!]) await addPost(person, section)
    const newest = await addPost(first!, section, { name: 'Newest' })
    for (const person of [reader, visitor]) {
      expect(await tutorsOf(section, person)).toEqual(['tia.first', 'tom.second'])
    }
    const { body } = await visitor.call(courses.tutors, { params: { id: section.courseId } })
    expect(body.tutors[0]).toMatchObject({ hourly_rate: '40.00', post_id: newest.id, email: null })
    // Nobody books themselves.
    expect(await tutorsOf(section, first)).toEqual(['tom.second'])
  })

  test('have hours that a meeting fits into', async () => {
    const section = await addCourse()
    const [short, long] = await Promise.all(['sid.short', 'lea.long'].map(name => stack.signIn(name)))
    await Promise.all([short!, long!].map(person => Promise.all([setRate(person), addPost(person, section)])))
    await setHours(short!, '09:00 - 09:20')
    await setHours(long!, '09:00 - 09:30')
    expect(await tutorsOf(section)).toEqual(['lea.long'])
  })

  test('aren’t shown without a visible post, nor between people who block each other', async () => {
    const section = await addCourse()
    const blocker = await stack.signIn('kay.blocker')
    const [hidden, gone, shown] = await Promise.all(
      ['hal.hidden', 'gus.gone', 'sue.shown'].map(async name => {
        const person = await stack.signIn(name)
        await Promise.all([setRate(person), setHours(person)])
        return { person, post: await addPost(person, section) }
      }),
    )
    await hide(hidden!.post.id)
    await gone!.person.call(posts.remove, { query: { id: gone!.post.id } })
    expect(await tutorsOf(section)).toEqual(['sue.shown'])
    expect(await tutorsOf(section, visitor)).toEqual(['sue.shown'])
    await blocker.call(blocks.block, { body: { username: 'sue.shown' } })
    expect(await tutorsOf(section, blocker)).toEqual([])
    expect(await tutorsOf(section, shown!.person)).toEqual([])
  })

  test('are the six who shared something last', async () => {
    const section = await addCourse()
    for (let number = 1; number <= 7; number++) {
      const person = await stack.signIn(`many${number}.tutor`)
      await Promise.all([setRate(person), setHours(person)])
      await addPost(person, section)
    }
    expect(await tutorsOf(section)).toEqual([7, 6, 5, 4, 3, 2].map(number => `many${number}.tutor`))
  })
})

function setRate(person: Person) {
  return person.call(profiles.save, { body: { hourly_rate: '40.00' } })
}

function setHours(person: Person, hours = '09:00 - 17:00') {
  const days = { mon: [hours], tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }
  return person.call(schedules.save, { body: { schedule: days, timezone: 'UTC' } })
}
