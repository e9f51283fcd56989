import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { migrate, migratorOf } from '#server/platform/db/migrate.ts'
import { openPool } from '#server/platform/db/pool.ts'
import { posts } from '#shared/api/posts.ts'
import { search } from '#shared/api/search.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { dropDatabase, emptyDatabase } from '../../../test/harness/databases.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { readCatalogFile } from './catalog-file.ts'
import { importCatalog } from './import.ts'
import { findSection } from './queries.ts'

const header = 'school,term,term_starts,crn,course,course_title,section_title'
const structures = 'Riverbend,Fall 2026,2026-08-24,10432,CS 201,Data Structures,Data Structures I'

function read(...lines: string[]) {
  return readCatalogFile(Buffer.from([header, ...lines].join('\n')))
}

describe('a catalog file', () => {
  test('is read with columns in any order, quotes, a byte order mark, CRLF, and empty lines and rows', () => {
    const text =
      '\ufeffcrn,ignored,School,term,term_starts,course,course_title,section_title\r\n\r\n' +
      'a1b,x,"River, bend", Fall 2026 ,2026-08-24,CS 201,"The ""C"" language",One\r\n,,,,, ,,\r\n'
    expect(readCatalogFile(Buffer.from(text))).toEqual({
      faults: [],
      rows: [
        {
          school: 'River, bend',
          term: 'Fall 2026',
          term_starts: '2026-08-24',
          crn: 'A1B',
          course: 'CS 201',
          course_title: 'The "C" language',
          section_title: 'One',
        },
      ],
    })
  })

  test('has every fault listed with its line', () => {
    const { faults } = read(
      structures,
      'Riverbend,Fall 2026,2026-02-30,1,CS 201,Data Structures,Data Structures I',
      'Riverbend,Fall 2026,2026-08-24',
      '',
      `${'x'.repeat(201)},Fall 2026,2026-08-24,10434,CS 201,,Data\u0000`,
    )
    expect(faults).toEqual([
      { line: 3, message: 'term_starts is a date like 2026-08-24.' },
      { line: 3, message: 'crn has 3 to 12 letters and digits.' },
      { line: 4, message: '3 fields where the header line has 7.' },
      { line: 6, message: 'school can have up to 200 characters.' },
      { line: 6, message: 'course_title is required.' },
      { line: 6, message: 'section_title can’t include some of the characters you used.' },
    ])
  })

  test('spells a name in one way, whatever a spreadsheet does to its blanks and accents', () => {
    const { rows, faults } = read(
      'Caf\u00e9 U,Fall 2026,2026-08-24,10432,CS 201,Data Structures,Lecture',
      'Cafe\u0301  U,Fall\u00a02026,2026-08-24,10433,CS  201,Data Structures,Lab',
      'CAF\u00c9 U,Fall 2026,2026-08-24,10434,CS 201,Data Structures,Lab',
      'Caf\u00e9 U,fall 2026,2026-08-24,10435,cs 201,Data Structures,Lab',
      'Caf\u00e9 U,Fall 2026,2026-08-24,10436,CS201,Data Structures,Lab',
    )
    expect(rows[1]).toMatchObject({ school: 'Caf\u00e9 U', term: 'Fall 2026', course: 'CS 201' })
    expect(faults).toEqual([
      { line: 4, message: '“CAF\u00c9 U” is spelled “Caf\u00e9 U” in line 2.' },
      { line: 5, message: '“fall 2026” is spelled “Fall 2026” in line 2.' },
      { line: 5, message: '“cs 201” is spelled “CS 201” in line 2.' },
      { line: 6, message: '“CS201” is spelled “CS 201” in line 2.' },
    ])
  })

  test('may repeat itself but not contradict itself', () => {
    const { faults } = read(
      structures,
      structures,
      'Riverbend,Fall 2026,2026-08-25,10500,CS 201,Data Structures,Lab',
      'Riverbend,Fall 2026,2026-08-24,10501,CS 201,Data Structure,Lab',
      'Riverbend,Fall 2026,2026-08-24,10432,CS 202,Algorithms,Algorithms I',
      'Riverbend,Spring 2027,2027-01-11,10432,CS 202,Algorithms,Algorithms I',
      'Lakeshore,Fall 2026,2026-08-31,10432,CS 201,Structures of Data,Evening',
    )
    expect(faults).toEqual([
      { line: 4, message: 'The start of Fall 2026, Riverbend differs from line 2.' },
      { line: 5, message: 'The title of CS 201, Riverbend differs from line 2.' },
      { line: 6, message: 'CRN 10432, Fall 2026, Riverbend differs from line 2.' },
    ])
  })

  test.each([
    ['', 1, 'The file is empty.'],
    [
      'school;term\n',
      1,
      'The header line lacks school, term, term_starts, crn, course, course_title, section_title.',
    ],
    [
      `${header}\n"never closed`,
      2,
      'Quote Not Closed: the parsing is finished with an opening quote at line 2',
    ],
  ])('%j is refused', (text, line, message) => {
    expect(readCatalogFile(Buffer.from(text))).toEqual({ rows: [], faults: [{ line, message }] })
  })

  test('in another encoding than UTF-8 is refused', () => {
    const latin = Buffer.from(`${header}\n${structures.replace('Data', 'Español')}`, 'latin1')
    expect(readCatalogFile(latin).faults).toEqual([{ line: 1, message: 'The file isn’t text in UTF-8.' }])
  })
})

describe('an import', () => {
  let stack: Stack
  beforeAll(async () => {
    stack = await startStack()
  })
  afterAll(() => stack.close())

  /** Three lines of two schools that nobody has imported yet. */
  function newLines() {
    schools++
    const [riverbend, lakeshore] = [`Riverbend ${schools}`, `Lakeshore ${schools}`]
    return {
      riverbend,
      structures: `${riverbend},Fall 2026,2026-08-24,10432,CS 201,Data Structures,Data Structures I`,
      spring: `${riverbend},Spring 2027,2027-01-11,10432,CS 202,Algorithms,Algorithms I`,
      lakeshore: `${lakeshore},Fall 2026,2026-08-31,10432,CS 201,Structures of Data,Evening`,
    }
  }
  let schools = 0
  const run = (...lines: string[]) => importCatalog(stack.db, read(...lines).rows)
  const none = { added: 0, changed: 0 }

  async function catalog(): Promise<string[]> {
    const { rows } = await sql<{ line: string }>`
      select concat_ws(',', schools.name, terms.name, starts_on, crn, code, courses.title, sections.title) as line
      from sections join terms on terms.id = term_id join courses on courses.id = course_id
        join schools on schools.id = terms.school_id
      order by sections.id`.execute(stack.db)
    return rows.map(row => row.line)
  }

  test('adds a section for each school, term and CRN', async () => {
    const before = await catalog()
    const { structures, spring, lakeshore } = newLines()
    const progress: number[] = []
    const { rows } = read(structures, spring, lakeshore)
    expect(await importCatalog(stack.db, rows, done => progress.push(done))).toEqual({
      schools: { added: 2, changed: 0 },
      terms: { added: 3, changed: 0 },
      courses: { added: 3, changed: 0 },
      sections: { added: 3, changed: 0 },
    })
    expect((await catalog()).toSorted()).toEqual([...before, lakeshore, structures, spring].toSorted())
    expect(progress).toEqual([3])
  })

  test('that spells a name unlike the catalog is refused as a whole', async () => {
    const { riverbend, structures } = newLines()
    await run(structures)
    const before = await catalog()
    const shout = `${riverbend},Fall 2026,2026-08-24,10499,cs 201,Data Structures,Lab`
    await expect(run(shout)).rejects.toThrow(
      'Nothing was imported. The catalog already has these names with other capitals or spaces: “cs 201” should be “CS 201”.',
    )
    await expect(run(shout.replace('cs 201', 'CS201'))).rejects.toThrow('“CS201” should be “CS 201”')
    await expect(run(shout.replace(riverbend, riverbend.toUpperCase()))).rejects.toThrow(
      `“${riverbend.toUpperCase()}” should be “${riverbend}”`,
    )
    expect(await catalog()).toEqual(before)
  })

  test('that gives a term’s name to another year’s term is refused as a whole', async () => {
    const { riverbend } = newLines()
    await run(`${riverbend},Fall,2026-08-24,10432,CS 201,Data Structures,Data Structures I`)
    const before = await catalog()
    await expect(
      run(
        `${riverbend},Spring,2027-01-11,10432,CS 202,Algorithms,Algorithms I`,
        `${riverbend},Fall,2027-08-23,10432,CHEM 101,Chemistry,Chemistry I`,
      ),
    ).rejects.toThrow(
      `Nothing was imported. In the catalog, “Fall” of ${riverbend} starts on 2026-08-24: give each year’s term a name of its own.`,
    )
    expect(await catalog()).toEqual(before)
  })

  test('changes nothing the second time', async () => {
    const { structures, spring, lakeshore } = newLines()
    await run(structures, spring, lakeshore)
    const before = await catalog()
    expect(await run(structures, spring, lakeshore)).toEqual({
      schools: none,
      terms: none,
      courses: none,
      sections: none,
    })
    expect(await catalog()).toEqual(before)
  })

  test('updates titles and dates, and leaves other rows alone', async () => {
    const before = await catalog()
    const { structures, spring, lakeshore } = newLines()
    await run(structures, spring, lakeshore)
    const renamed = lakeshore.replace('Structures of Data', 'Data Structures').replace('08-31', '09-01')
    expect(await run(renamed)).toEqual({
      schools: none,
      terms: { added: 0, changed: 1 },
      courses: { added: 0, changed: 1 },
      sections: none,
    })
    expect((await catalog()).toSorted()).toEqual([...before, renamed, structures, spring].toSorted())
  })

  test('that moves a section to another course moves its posts too, and searches find them there', async () => {
    const ann = await stack.signIn('ann')
    const { riverbend, spring } = newLines()
    await run(spring)
    const course = await stack.db
      .selectFrom('courses')
      .innerJoin('schools', 'schools.id', 'courses.school_id')
      .select('courses.id')
      .where('schools.name', '=', riverbend)
      .executeTakeFirstOrThrow()
    const section = await findSection(stack.db, { courseId: course.id, crn: '10432' })
    await addPost(ann, { courseId: course.id, crn: '10432', sectionId: section!.id }, { name: 'Sorting' })
    await run(spring.replace('CS 202,Algorithms', 'CS 303,Complexity'))
    const { body } = await ann.call(search.posts, { query: { text: 'cs303 complexity' } })
    expect(body.posts).toMatchObject([{ post_name: 'Sorting', course_subject: 'CS 303 Complexity' }])
  })

  describe('that changes a section while somebody posts to it', () => {
    const ownSection = async (school: string) =>
      stack.db
        .selectFrom('sections')
        .innerJoin('courses', 'courses.id', 'sections.course_id')
        .innerJoin('schools', 'schools.id', 'courses.school_id')
        .select(['sections.id as sectionId', 'course_id as courseId', 'crn', 'code'])
        .where('schools.name', '=', school)
        .executeTakeFirstOrThrow()
    const found = async (person: Person, text: string) =>
      (await person.call(search.posts, { query: { text } })).body.posts.map(({ id }) => id)
    const subjectOf = async (person: Person, id: string) =>
      (await person.call(posts.get, { params: { id } })).body.post.course_subject

    /** Imports a term, imports it with a change, and posts before that import has ended. */
    const postDuring = async (person: Person, before: string, after: string) => {
      const { riverbend, spring } = newLines()
      await run(spring)
      const section = await ownSection(riverbend)
      // Only what collects statistics waits for it.
      const ending = await pauseAt(stack.databaseUrl, 'lock table schools in share update exclusive mode')
      const importing = run(spring.replace(before, after))
      await ending.reached()
      const { id } = await addPost(person, section, { name: 'Posted meanwhile' })
      return { id, ending, importing, riverbend }
    }

    test('keeps nobody waiting, and takes the post along to its new course', async () => {
      const pat = await stack.signIn('pat')
      const { id, ending, importing } = await postDuring(pat, 'CS 202,Algorithms', 'CS 404,Logic')
      await ending.release()
      await importing
      expect(await subjectOf(pat, id)).toBe('CS 404 Logic')
    })

    test.each([
      ['section', 'Algorithms I', 'Backtracking'],
      ['course', 'Algorithms,', 'Heuristics,'],
    ])('has the post found by the new title of its %s', async (_, before, after) => {
      const pam = await stack.signIn('pam')
      const { id, ending, importing } = await postDuring(pam, before, after)
      await ending.release()
      await importing
      expect(await found(pam, after.replace(',', ''))).toEqual([id])
    })

    test('keeps nobody waiting while it takes posts along', async () => {
      const pip = await stack.signIn('pip')
      const { id, ending, importing, riverbend } = await postDuring(pip, 'CS 202,Algorithms', 'CS 404,Logic')
      const taking = await pauseAt(stack.databaseUrl, 'select from posts where id = $1 for update', [id])
      await ending.release()
      await taking.reached()
      await addPost(pip, await ownSection(riverbend), { name: 'After it' })
      await taking.release()
      await importing
      expect(await subjectOf(pip, id)).toBe('CS 404 Logic')
    })

    test('waits for a post that is just being written', async () => {
      const pia = await stack.signIn('pia')
      const { riverbend, spring } = newLines()
      await run(spring)
      const section = await ownSection(riverbend)
      const writing = await pauseAt(
        stack.databaseUrl,
        `insert into post_words (word, posts) values ('zugzwang', 1)`,
      )
      const posting = addPost(pia, section, { name: 'Zugzwang' })
      await writing.reached()
      const importing = run(spring.replace('CS 202,Algorithms', 'CS 404,Logic'))
      await eventually('the section moves', async () => (await ownSection(riverbend)).code === 'CS 404')
      await writing.release()
      const [{ id }] = await Promise.all([posting, importing])
      expect(await subjectOf(pia, id)).toBe('CS 404 Logic')
    })
  })

  test('that fails half-way leaves everything as it was', async () => {
    const before = await catalog()
    const { riverbend, spring } = newLines()
    const { rows } = read(spring)
    const broken = [...rows, { ...rows[0]!, crn: 'not a crn' }]
    await expect(importCatalog(stack.db, broken)).rejects.toThrow('sections_crn_check')
    expect(await catalog()).toEqual(before)
    expect(await stack.db.selectFrom('schools').select('id').where('name', '=', riverbend).execute()).toEqual(
      [],
    )
  })
})

test('an upgrade folds the names that earlier imports left as they were, unless two would be the same', async () => {
  const databaseUrl = await emptyDatabase(inject('postgresUrl'))
  const db = openDatabase(openPool({ databaseUrl, databasePoolSize: 1 }))
  try {
    await migratorOf(db).migrateTo('0073_exchanges_of_documents')
    await sql`
      with added as (
        insert into schools (name) values (${'Cafe\u0301  U'}), ('Twin U'), (${'Twin\u00a0U'}) returning id, name
      ),
      term as (insert into terms (school_id, name, starts_on) select id, ${'Fall\u00a02026'}, '2026-08-24' from added)
      insert into courses (school_id, code, title) select id, code, 'Sorting' from added, unnest(${['CS  201', 'CS 202']}::text[]) code`.execute(
      db,
    )
    await migrate(databaseUrl)
    const { rows } = await sql<{ name: string; codes: string[] }>`
      select schools.name || ', ' || terms.name as name, array_agg(code order by code) as codes
      from schools join terms on terms.school_id = schools.id join courses on courses.school_id = schools.id
      group by schools.name, terms.name order by schools.name`.execute(db)
    expect(rows).toEqual(
      ['Caf\u00e9 U', 'Twin U', 'Twin\u00a0U'].map(name => ({
        name: `${name}, Fall 2026`,
        codes: ['CS 201', 'CS 202'],
      })),
    )
  } finally {
    await db.destroy()
    await dropDatabase(databaseUrl)
  }
})
