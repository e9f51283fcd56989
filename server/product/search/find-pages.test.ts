import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import { posts } from '#shared/api/posts.ts'
import { type FoundPage, search } from '#shared/api/search.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePdf } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ann: Person
let ben: Person
let physics: Section
let history: Section

const lesson: Record<number, string> = {
  3: 'The second law says that the entropy of an isolated system never decreases. Heat flows from hot to cold.',
  7: 'Entropy is measured in joules per kelvin. Where x<y and z>w, the enthalpy is another matter.',
  9: 'Clausius coined the word in 1865; O’Brien’s naïve résumé of it is often quoted.',
}

beforeAll(async () => {
  stack = await startStack()
  ann = await stack.signIn('ann')
  ben = await stack.signIn('ben')
  physics = await addSection(stack.db, { course: 'PHYS 201', crn: '20201' })
  history = await addSection(stack.db, { course: 'HIST 110', crn: '30110' })
  const text = (page: number) => lesson[page] ?? 'Exercises for the week, without solutions.'
  await addPost(ann, physics, { name: 'Thermal notes', file: await makePdf({ pages: 10, text }) })
  await addPost(ann, history, {
    name: 'The industrial age',
    file: await makePdf({ text: 'Steam engines came before anybody could say what entropy was.' }),
  })
  await stack.jobsDone()
})
afterAll(() => stack.close())

async function find(text: string, { person = ben, crn = '' } = {}): Promise<FoundPage[]> {
  const { status, body } = await person.call(search.pages, { query: { text, crn } })
  expect(status).toBe(200)
  return body.pages
}

/** The title and the page of what is found. */
const placesOf = (found: FoundPage[]) => found.map(({ post, page }) => `${post.post_name}, ${page}`)
const find1 = async (text: string) => placesOf(await find(text))

const onPage3 = ['Thermal notes, 3']

describe('a search in documents', () => {
  test('finds a sentence deep in a PDF, with its page and the words marked', async () => {
    const [found, ...others] = await find('entropy of an isolated system')
    expect(others).toEqual([])
    expect(found).toMatchObject({ page: 3, heading: 'Page 3', other_pages: [], post: { username: 'ann' } })
    expect(found!.excerpt.filter(piece => piece.found).map(({ text }) => text)).toEqual([
      'entropy',
      'isolated',
      'system',
    ])
    expect(found!.excerpt.map(({ text }) => text).join('')).toContain(lesson[3])
    const { x, y, width, height } = found!.place!
    expect([x > 0.02, y > 0.02, x + width < 0.98, height > 0.01, height < 0.2]).toEqual(Array(5).fill(true))
  })

  test('names each document once, with the other pages that have the words', async () => {
    const found = await find('entropy')
    expect(placesOf(found).toSorted()).toEqual([
      'The industrial age, 1',
      expect.stringMatching(/^Thermal notes, [37]$/),
    ])
    const thermal = found.find(({ post }) => post.post_name === 'Thermal notes')!
    expect([thermal.page, ...thermal.other_pages.map(({ page }) => page)].toSorted()).toEqual([3, 7])
  })

  test.each([
    ['another form of a word', 'isolating systems'],
    ['a typo', 'entorpy decreases'],
    ['two swapped letters of a short word', 'ehat flows'],
    ['an unfinished last word', 'second law isol'],
    ['fillers', 'the entropy and the isolated'],
    ['other case and accents', 'ISOLATED sÿstem'],
    ['a phrase', '“second law”'],
    ['a phrase with fillers', '"entropy of an isolated system"'],
    ['a phrase and a word', '"isolated system" heat'],
  ])('finds it by %s', async (_, text) => {
    expect(await find1(text)).toEqual(onPage3)
  })

  test('finds an ordinary phrase of another language, without its fillers, and leaves English as it is', async () => {
    const text =
      'La derivada de una función es la pendiente de la recta tangente, y su integral es el área bajo la curva entre dos puntos.'
    await addPost(ann, physics, { name: 'Cálculo', file: await makePdf({ text }) })
    await stack.jobsDone()
    for (const phrase of ['la derivada de una función', 'pendiente de las rectas', '“área bajo la curva”'])
      expect(await find1(phrase)).toEqual(['Cálculo, 1'])
    expect((await ben.call(search.pages, { query: { text: 'entre la curva' } })).body.exact).toBe(true)
    // “Sin” and “son” are fillers in Spanish only.
    expect(await find1('entropy sin')).toEqual([])
    expect(await find1('derivada giraffe')).toEqual([])
  })

  test('says if a word was mistyped', async () => {
    const exact = async (text: string) => (await ben.call(search.pages, { query: { text } })).body.exact
    expect(await exact('entropy decr')).toBe(true)
    expect(await exact('entorpy')).toBe(false)
  })

  test.each(["o'brien", 'O’Brien', 'obrien resume', 'naive résumé', 'clausius 1865'])(
    'finds a name, a number and accents by %j',
    async text => {
      const [found, ...others] = await find(text)
      expect(others).toEqual([])
      expect(found?.page).toBe(9)
      expect(found?.excerpt.some(piece => piece.found)).toBe(true)
    },
  )

  test.each([
    'entropy giraffe',
    '"isolated entropy"',
    'the of and',
    '"the of"',
    '',
    '???',
    "'",
    '\\',
    '"',
    ':*',
    '%',
    '_',
    '!(&|) <->',
    'エントロピー',
    'q',
  ])('%j finds nothing', async text => {
    expect(await find(text)).toEqual([])
  })

  test.each(['a\u0000b', 'x'.repeat(101)])('%j is refused', async text => {
    const { status, problem } = await ben.call(search.pages, { query: { text } })
    expect(status).toBe(422)
    expect(problem.errors?.[0]?.path).toBe('query.text')
  })

  test('can be for one CRN', async () => {
    expect(placesOf(await find('entropy', { crn: '30110' }))).toEqual(['The industrial age, 1'])
    expect(placesOf(await find('entropy', { crn: '30110-Section' }))).toEqual(['The industrial age, 1'])
    expect(await find('entropy', { crn: '99999' })).toEqual([])
    expect(await find('entropy', { crn: 'no CRN' })).toEqual([])
  })

  test('shows what looks like a tag as it stands', async () => {
    const [found] = await find('enthalpy')
    expect(found!.excerpt.map(({ text }) => text).join('')).toContain('Where x<y and z>w, the enthalpy')
  })

  test('needs a login', async () => {
    expect((await stack.visitor().call(search.pages, { query: { text: 'entropy' } })).status).toBe(401)
  })
})

describe('a document isn’t found', () => {
  test('once its post is deleted, hidden or blocked', async () => {
    const cora = await stack.signIn('cora')
    const post = async (text: string) => {
      const added = await addPost(cora, physics, { name: text, file: await makePdf({ text }) })
      await stack.jobsDone()
      expect(placesOf(await find(text))).toEqual([`${text}, 1`])
      return added
    }
    const deleted = await post('Photosynthesis')
    await cora.call(posts.remove, { query: { id: deleted.id } })
    expect(await find('photosynthesis')).toEqual([])

    const hidden = await post('Mitochondria')
    const operator = await stack.signIn('opal.operator')
    await operator.call(admin.hidePost, { body: { id: hidden.id, reason: 'Copied from a book.' } })
    expect(await find('mitochondria')).toEqual([])
    expect(await find('mitochondria', { person: cora })).toHaveLength(1)

    await post('Chlorophyll')
    await ben.call(blocks.block, { body: { username: 'cora' } })
    expect(await find('chlorophyll')).toEqual([])
    expect(await find('chlorophyll', { person: ann })).toHaveLength(1)
  })
})

test('finds each passage of a common word once, however many others were read after it', async () => {
  const later = [0, 5_000, 20_000, 80_000, 300_000, 1_300_000, 9_000_000]
  for (const [index, jump] of later.entries()) {
    await sql`select setval('assistant.passages_serial_seq', nextval('assistant.passages_serial_seq') + ${jump})`.execute(
      stack.db,
    )
    await addPost(ann, physics, {
      name: `Lecture ${index}`,
      file: await makePdf({ text: 'All about quaternions.' }),
    })
    await stack.jobsDone()
  }
  const titles = (await find('quaternions')).map(({ post }) => post.post_name)
  expect(titles.toSorted()).toEqual(later.map((_, index) => `Lecture ${index}`))
  const narrowed = await find('quaternions', { crn: physics.crn })
  expect(narrowed).toHaveLength(later.length)
})
