import { afterAll, beforeAll, expect, test } from 'vitest'
import { courses } from '#shared/api/courses.ts'
import { profiles } from '#shared/api/profiles.ts'
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
    startsOn: daysAhead(-300),
    crn: '10432',
    title: 'Data Structures I',
  })
  await addSection(db, {
    term: 'Fall 2026',
    startsOn: daysAhead(-60),
    crn: '10432',
    title: 'Data Structures I',
  })
  await addSection(db, { crn: '20999', title: 'Data Structures Lab' })
  await addSection(db, {
    school: 'Lakeshore Community College',
    startsOn: daysAhead(-60),
    crn: '10432',
    course: 'ESP-101',
    courseTitle: 'Español Básico',
    title: 'Español 100%',
  })
  await addSection(db, { course: 'CS 310', courseTitle: 'Big Data Systems', crn: '10433', title: 'Big Data' })
  await addSection(db, { course: 'CS 111', courseTitle: 'Programming in C++', crn: '30111', title: 'C++' })
})
afterAll(() => stack.close())

/** The day that many days from today, by the server's clock. */
function daysAhead(days: number): string {
  return stack.clock.now().toZonedDateTimeISO('UTC').toPlainDate().add({ days }).toString()
}

async function subjects(text: string): Promise<string[]> {
  const { body } = await ann.call(courses.suggest, { query: { text } })
  return body.data.map(course => course.subject)
}

async function sections(text: string, course_id?: string, person = ann): Promise<string[]> {
  const { body } = await person.call(courses.suggestSections, { query: { text, course_id } })
  return body.data.map(section => `${section.school[0]} ${section.term} ${section.crn}-${section.title}`)
}

test('visitors get no suggestions', async () => {
  const stranger = stack.visitor()
  expect((await stranger.call(courses.suggest, { query: { text: 'data' } })).status).toBe(401)
  expect((await stranger.call(courses.suggestSections, { query: { text: 'data' } })).status).toBe(401)
})

test('a course is found by its code with and without the space, and by the words of its title', async () => {
  const found = ['CS 201 Data Structures']
  expect(await subjects('cs201')).toEqual(found)
  expect(await subjects('CS 201')).toEqual(found)
  expect(await subjects('struct dat')).toEqual(found)
  expect(await subjects('cs data')).toEqual(['CS 201 Data Structures', 'CS 310 Big Data Systems'])
  expect(await subjects('esp101')).toEqual(['ESP-101 Español Básico'])
  expect(await subjects('programming in c++ cs 111')).toEqual(['CS 111 Programming in C++'])
  expect(await subjects('programming in c++ ee 111')).toEqual([])
})

test('accents, case and "C++" don’t matter for finding', async () => {
  expect(await subjects('espanol')).toEqual(['ESP-101 Español Básico'])
  expect(await subjects('BÁSICO')).toEqual(['ESP-101 Español Básico'])
  expect(await subjects('c++')).toEqual(['CS 111 Programming in C++'])
})

test('a match at a code’s beginning comes before other matches', async () => {
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

test('a CRN is found with the word before it, as cards show it', async () => {
  expect(await sections('CRN 10433')).toEqual(['R Fall 2026 10433-Big Data'])
})

test('a picked CRN, asked for again as `crn-title`, is found', async () => {
  expect(await sections('10433-Big Data')).toEqual(['R Fall 2026 10433-Big Data'])
})

test('a section says which course it belongs to', async () => {
  const { body } = await ann.call(courses.suggestSections, { query: { text: '20999' } })
  expect(body.data).toMatchObject([{ crn: '20999', course_subject: 'CS 201 Data Structures' }])
})

test('the sections of one course can be listed, by its id or its string', async () => {
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

test('the sections of a chosen course are all listed before anything is typed', async () => {
  const { courseId } = await addSection(stack.db, { crn: '20999', title: 'Data Structures Lab' })
  const all = [
    'R Fall 2026 10432-Data Structures I',
    'R Fall 2026 20999-Data Structures Lab',
    'R Spring 2026 10432-Data Structures I',
  ]
  expect(await sections('', String(courseId))).toEqual(all)
  expect(await sections('20', String(courseId))).toEqual([all[1]])
})

test('a section is found by its course’s code, with and without the space', async () => {
  const found = ['R Fall 2026 30111-C++']
  for (const code of ['CS 111', 'cs111', 'cs 11']) expect(await sections(code)).toEqual(found)
})

test('sections of the person’s own college come first, and of these the present term’s', async () => {
  const math = { course: 'MATH 221', courseTitle: 'Calculus III', title: 'Calculus III' }
  const own = { ...math, school: 'Harbor College' }
  const other = { ...math, school: 'Inland University' }
  await addSection(stack.db, { ...own, term: 'Past', startsOn: daysAhead(-400), crn: '60001' })
  await addSection(stack.db, { ...own, term: 'Present', startsOn: daysAhead(-30), crn: '60002' })
  await addSection(stack.db, { ...own, term: 'Next', startsOn: daysAhead(60), crn: '60003' })
  await addSection(stack.db, { ...other, term: 'Present', startsOn: daysAhead(-20), crn: '60004' })
  await addSection(stack.db, { ...other, term: 'Next', startsOn: daysAhead(70), crn: '60005' })
  const hana = await stack.signIn('hana')
  await hana.call(profiles.save, { body: { college: 'harbor college' } })
  for (const text of ['MATH 221', 'calculus iii', '6000']) {
    expect(await sections(text, undefined, hana)).toEqual([
      'H Present 60002-Calculus III',
      'H Next 60003-Calculus III',
      'H Past 60001-Calculus III',
      'I Present 60004-Calculus III',
      'I Next 60005-Calculus III',
    ])
  }
  expect((await sections('MATH 221')).slice(0, 2)).toEqual([
    'I Present 60004-Calculus III',
    'H Present 60002-Calculus III',
  ])
})

test('the person’s own college is found among many others', async () => {
  const lab = { course: 'LAB 9', courseTitle: 'Glassblowing', title: 'Glassblowing' }
  for (let n = 0; n < 25; n++) {
    const school = `Furnace College ${n}`
    await addSection(stack.db, { ...lab, school, startsOn: daysAhead(-10), crn: `8${1000 + n}` })
  }
  await addSection(stack.db, { ...lab, school: 'Kiln College', startsOn: daysAhead(-140), crn: '89999' })
  const kim = await stack.signIn('kim')
  await kim.call(profiles.save, { body: { college: 'Kiln College' } })
  for (const text of ['glassblowing', 'LAB 9']) {
    const found = await sections(text, undefined, kim)
    expect(found).toHaveLength(20)
    expect(found[0]).toBe('K Fall 2026 89999-Glassblowing')
  }
})

test('courses of the person’s own college come first, also among many of the same name', async () => {
  const glaze = { course: 'KLN 1', courseTitle: 'Glazing', title: 'Glazing' }
  for (let n = 0; n < 25; n++)
    await addSection(stack.db, { ...glaze, school: `Brush College ${n}`, crn: `9${1000 + n}` })
  const own = { school: 'Varnish University', crn: '99999', title: 'Glazing' }
  await addSection(stack.db, { ...own, course: 'KLN 1', courseTitle: 'Glazing' })
  await addSection(stack.db, { ...own, course: 'ART 1', courseTitle: 'Before KLN 1: Glazing', crn: '99998' })
  const vera = await stack.signIn('vera')
  await vera.call(profiles.save, { body: { college: 'varnish university' } })
  const found = async (text: string, person = vera) => {
    const { body } = await person.call(courses.suggest, { query: { text } })
    expect(body.data.length).toBeLessThanOrEqual(20)
    return body.data.map(({ subject, school }) => `${school[0]} ${subject}`)
  }
  for (const text of ['KLN 1', 'kln1']) {
    const suggested = await found(text)
    expect(suggested[0]).toBe('V KLN 1 Glazing')
    expect(suggested).toContain('B KLN 1 Glazing')
  }
  expect((await found('glazing')).slice(0, 3)).toEqual([
    'V ART 1 Before KLN 1: Glazing',
    'V KLN 1 Glazing',
    'B KLN 1 Glazing',
  ])
  expect((await found('glazing', ann)).slice(0, 2)).toEqual([
    'V ART 1 Before KLN 1: Glazing',
    'B KLN 1 Glazing',
  ])
})

test('a school’s name leads to its courses, and alone to none', async () => {
  const weave = { course: 'WEV 1', courseTitle: 'Weaving', title: 'Weaving' }
  for (let n = 0; n < 25; n++)
    await addSection(stack.db, { ...weave, school: `Warp College ${n}`, crn: `6${1000 + n}` })
  await addSection(stack.db, { ...weave, school: 'Zettel College of Threads', crn: '69999' })
  const schools = async (text: string) => {
    const { body } = await ann.call(courses.suggest, { query: { text } })
    return body.data.map(({ school }) => school)
  }
  for (const text of ['weaving zettel', 'WEV 1 Zettel College', 'zettel wev1']) {
    expect(await schools(text)).toEqual(['Zettel College of Threads'])
  }
  expect(await schools('Zettel College')).toEqual([])
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

/** A course that no other test searches for. */
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

test('terms to choose from are the latest twenty, of all schools or of one', async () => {
  const school = 'College of Terms'
  const termsOf = async (school?: string) => (await ann.call(courses.terms, { query: { school } })).body.terms
  const years = Array.from({ length: 22 }, (_, n) => 2078 + n)
  for (const year of years)
    await addSection(stack.db, {
      ...seafaring,
      school,
      term: `Winter ${year}`,
      startsOn: `${year}-01-04`,
      crn: '40003',
    })
  const latest = years
    .toReversed()
    .slice(0, 20)
    .map(year => `Winter ${year}`)
  expect(await termsOf()).toEqual(latest)
  expect(await termsOf(school)).toEqual(latest)
  expect(await termsOf('Nowhere')).toEqual([])
  const { problem } = await ann.call(courses.terms, { query: { school: 'a\u0000b' } })
  expect(problem.errors?.[0]?.path).toBe('query.school')
  expect((await stack.visitor().call(courses.terms, { query: {} })).status).toBe(401)
})
