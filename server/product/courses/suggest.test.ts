import { afterAll, beforeAll, expect, test } from 'vitest'
import { courses } from '#shared/api/courses.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { findSection } from './queries.ts'

let stack: Stack
let ann: Person

beforeAll(async () => {
  stack = await startStack()
  ann = await stack.signIn('ann')
  const { db } = stack
  await addSection(db, {
    term: 'Spring 2026',
    startsOn: '2026-01-12',
    crn: '10432',
    title: 'Data Structures I',
  })
  await addSection(db, {
    term: 'Fall 2026',
    startsOn: '2026-08-24',
    crn: '10432',
    title: 'Data Structures I',
  })
  await addSection(db, { crn: '20999', title: 'Data Structures Lab' })
  await addSection(db, {
    school: 'Lakeshore Community College',
    crn: '10432',
    course: 'ESP-101',
    courseTitle: 'Español Básico',
    title: 'Español 100%',
  })
  await addSection(db, { course: 'CS 310', courseTitle: 'Big Data Systems', crn: '10433', title: 'Big Data' })
  await addSection(db, { course: 'CS 111', courseTitle: 'Programming in C++', crn: '30111', title: 'C++' })
})
afterAll(() => stack.close())

async function subjects(text: string): Promise<string[]> {
  const { body } = await ann.call(courses.suggest, { query: { text } })
  return body.data.map(course => course.subject)
}

async function sections(text: string, course_id?: string): Promise<string[]> {
  const { body } = await ann.call(courses.suggestSections, { query: { text, course_id } })
  return body.data.map(section => `${section.school[0]} ${section.term} ${section.crn}-${section.title}`)
}

test('strangers get no suggestions', async () => {
  const stranger = stack.visitor()
  expect((await stranger.call(courses.suggest, { query: { text: 'data' } })).status).toBe(401)
  expect((await stranger.call(courses.suggestSections, { query: { text: 'data' } })).status).toBe(401)
})

test('a course is found by its code with and without the blank, and by the words of its title', async () => {
  const found = ['CS 201 Data Structures']
  expect(await subjects('cs201')).toEqual(found)
  expect(await subjects('CS 201')).toEqual(found)
  expect(await subjects('struct dat')).toEqual(found)
  expect(await subjects('cs data')).toEqual(['CS 201 Data Structures', 'CS 310 Big Data Systems'])
  expect(await subjects('esp101')).toEqual(['ESP-101 Español Básico'])
})

test('accents, case and "C++" don’t matter to the finding', async () => {
  expect(await subjects('espanol')).toEqual(['ESP-101 Español Básico'])
  expect(await subjects('BÁSICO')).toEqual(['ESP-101 Español Básico'])
  expect(await subjects('c++')).toEqual(['CS 111 Programming in C++'])
})

test('a code’s beginning comes before a mere mention', async () => {
  await addSection(stack.db, { course: 'ART 9', courseTitle: 'Drawing for CS 310', crn: '50001' })
  expect(await subjects('cs 310')).toEqual(['CS 310 Big Data Systems', 'ART 9 Drawing for CS 310'])
})

test('a section is found by its CRN’s beginning or a part of its title, newest term first', async () => {
  expect(await sections('1043')).toEqual([
    'R Fall 2026 10432-Data Structures I',
    'R Fall 2026 10433-Big Data',
    'L Fall 2026 10432-Español 100%',
    'R Spring 2026 10432-Data Structures I',
  ])
  expect(await sections('structures l')).toEqual(['R Fall 2026 20999-Data Structures Lab'])
})

test('a picked CRN, asked for again as `crn-title`, is found', async () => {
  expect(await sections('10433-Big Data')).toEqual(['R Fall 2026 10433-Big Data'])
})

test('a section says which course it is of', async () => {
  const { body } = await ann.call(courses.suggestSections, { query: { text: '20999' } })
  expect(body.data).toMatchObject([{ crn: '20999', course_subject: 'CS 201 Data Structures' }])
})

test('the sections of one course can be asked for, by its id or its string', async () => {
  const { courseId } = await addSection(stack.db, {
    course: 'CS 310',
    courseTitle: 'Big Data Systems',
    crn: '10433',
    title: 'Big Data',
  })
  const found = ['R Fall 2026 10433-Big Data']
  expect(await sections('104', String(courseId))).toEqual(found)
  expect(await sections('data', `${courseId}-CS 310 Big Data Systems`)).toEqual(found)
  expect(
    (await ann.call(courses.suggestSections, { query: { text: 'data', course_id: 'CS 310' } })).status,
  ).toBe(422)
})

test('no more than two characters suggest nothing', async () => {
  expect(await subjects('cs')).toEqual([])
  expect(await subjects('  c ')).toEqual([])
  expect(await sections('10')).toEqual([])
})

test.each(['%%%', '___', '\\\\\\', 'da%', "'; drop table courses", '...', 'xyzzy'])(
  '%j is text like any other and finds nothing',
  async text => {
    expect(await subjects(text)).toEqual([])
    expect(await sections(text)).toEqual([])
  },
)

test('a percent sign in a title is found as words, not as a wildcard', async () => {
  expect(await sections('español 100%')).toEqual(['L Fall 2026 10432-Español 100%'])
})

test.each(['dat\u0000a', 'data\u001b[2J', 'data\u202e', 'x'.repeat(101)])('%j is refused', async text => {
  const { status, problem } = await ann.call(courses.suggest, { query: { text } })
  expect(status).toBe(422)
  expect(problem.errors?.[0]?.path).toBe('query.text')
  expect((await ann.call(courses.suggestSections, { query: { text } })).status).toBe(422)
})

test('at most twenty are suggested', async () => {
  for (let n = 100; n < 125; n++)
    await addSection(stack.db, { course: `ZOO ${n}`, courseTitle: 'Zebras', crn: `70${n}`, title: 'Zebras' })
  expect(await subjects('zebras')).toHaveLength(20)
  expect(await sections('zebras')).toHaveLength(20)
})

test('a CRN names a section only within a course, and of its terms the latest', async () => {
  const { db } = stack
  const old = await addSection(db, { term: 'Spring 2026', startsOn: '2026-01-12' })
  const latest = await addSection(db)
  const elsewhere = await addSection(db, {
    school: 'Lakeshore Community College',
    course: 'ESP-101',
    courseTitle: 'Español Básico',
    title: 'Español 100%',
  })
  expect(latest.courseId).toBe(old.courseId)
  for (const crn of ['10432', '10432-Data Structures I']) {
    expect(await findSection(db, { courseId: latest.courseId, crn })).toMatchObject({ id: latest.sectionId })
    expect(await findSection(db, { courseId: elsewhere.courseId, crn })).toMatchObject({
      id: elsewhere.sectionId,
    })
  }
  expect(await findSection(db, { courseId: latest.courseId, crn: '99999' })).toBeNull()
  expect(await findSection(db, { courseId: latest.courseId, crn: 'Data' })).toBeNull()
  expect(await findSection(db, { courseId: 999999, crn: '10432' })).toBeNull()
})

/** A course that no other test looks for. */
const seafaring = { course: 'SEA 1', courseTitle: 'Seafaring', title: 'Knots' }

test('schools are found by a part of their name, without accents or case', async () => {
  await addSection(stack.db, { ...seafaring, school: 'Universität São Tomé', crn: '40001' })
  await addSection(stack.db, { ...seafaring, school: 'College at Riverbend', crn: '40002' })
  const found = async (text: string) =>
    (await ann.call(courses.suggestSchools, { query: { text } })).body.data.map(({ name }) => name)
  expect(await found('riverb')).toEqual(['Riverbend State University', 'College at Riverbend'])
  expect(await found('SAO TO')).toEqual(['Universität São Tomé'])
  expect(await found('universitat')).toEqual(['Universität São Tomé'])
  for (const text of ['ri', '', '%%%', '___', "riv' or 1=1"]) expect(await found(text)).toEqual([])
  expect((await stack.visitor().call(courses.suggestSchools, { query: { text: 'riverb' } })).status).toBe(401)
})

test('at most twenty schools are suggested', async () => {
  for (let n = 0; n < 25; n++)
    await addSection(stack.db, { ...seafaring, school: `Northern College ${n}`, crn: `5${1000 + n}` })
  const { body } = await ann.call(courses.suggestSchools, { query: { text: 'northern' } })
  expect(body.data).toHaveLength(20)
})
