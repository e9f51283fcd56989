import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import { type Session, sessions } from '#shared/api/sessions.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { dayAhead, makeSession } from '../../../test/factories/sessions.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let tutor: Person
let student: Person
let heaps: Session
let trees: Session
let graphs: Session

beforeAll(async () => {
  stack = await startStack({ PLATFORM_FEE_PERCENT: '10' })
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  await addSection(stack.db, { crn: '10432', title: 'Data Structures I' })
  await addSection(stack.db, { crn: '10433', title: 'Algorithms' })
  await addSection(stack.db, { crn: '10432', title: 'Poetry', school: 'Hill College', course: 'EN 1' })
  const base = { crns: ['10432-Data Structures I'], description: 'Bring your laptops.' }
  graphs = await makeSession(stack, tutor, {
    title: 'Graphs',
    crns: ['10433'],
    starts_on: dayAhead(stack, 9),
  })
  trees = await makeSession(stack, tutor, {
    ...base,
    title: 'Trees and forests',
    starts_on: dayAhead(stack, 5),
  })
  heaps = await makeSession(stack, tutor, { ...base, title: 'Heaps', starts_on: dayAhead(stack, 3) })
})

afterAll(() => stack?.close())

const find = async (query: { crn?: string; text?: string; cursor?: string }, person = student) => {
  const { status, body } = await person.call(sessions.ofClass, { query })
  return status === 200 ? body.sessions.map(({ title }) => title) : [`${status}`]
}

describe('upcoming sessions are found', () => {
  test('with the price of a place, including the platform’s fee', () => {
    expect(heaps).toMatchObject({ rate: '30.00', price: '30.00', fee: '3.00', total: '33.00' })
  })

  test('by a CRN, alone or with its title, the next first', async () => {
    expect(await find({ crn: '10432' })).toEqual([heaps.title, trees.title])
    expect(await find({ crn: '10432-Poetry' })).toEqual([heaps.title, trees.title])
    expect(await find({ crn: '10433' })).toEqual([graphs.title])
    expect(await find({ crn: '99999' })).toEqual([])
    expect(await find({ crn: '?' })).toEqual([])
  })

  test('by words of the title and the description, the last one perhaps unfinished', async () => {
    expect(await find({ text: 'LAPTOPS trées' })).toEqual([trees.title])
    expect(await find({ text: 'lapt' })).toEqual([heaps.title, trees.title])
    expect(await find({ text: 'lapt trees' })).toEqual([])
    expect(await find({ text: "'); drop table sessions; --" })).toEqual([])
    expect(await find({ text: '…!' })).toEqual([])
    expect(await find({ text: 'forests', crn: '10433' })).toEqual([])
  })

  test('all, if nothing is searched for, page by page', async () => {
    expect(await find({})).toEqual([heaps.title, trees.title, graphs.title])
    expect(await find({ cursor: `${heaps.starts_at}_${heaps.id}` })).toEqual([trees.title, graphs.title])
    expect(await find({ cursor: 'there' })).toEqual(['422'])
  })

  test('not once they are deleted or over, nor by a person whom their owner blocked', async () => {
    await addSection(stack.db, { crn: '10434', title: 'Logic' })
    const owner = await stack.signIn('olga.owner')
    const makeOf = (title: string, days: number) =>
      makeSession(stack, owner, { title, crns: ['10434'], starts_on: dayAhead(stack, days) })
    const [proofs, sets, models] = [
      await makeOf('Proofs', 1),
      await makeOf('Sets', 2),
      await makeOf('Models', 4),
    ]
    const blocked = await stack.signIn('bo.blocked')
    await owner.call(blocks.block, { body: { username: 'bo.blocked' } })
    expect(await find({ crn: '10434' }, blocked)).toEqual([])
    await owner.call(sessions.remove, { body: { id: models.id } })
    expect(await find({ crn: '10434' })).toEqual(['Proofs', 'Sets'])
    stack.clock.advance(stack.clock.now().until(proofs.ends_at))
    expect(await find({ crn: '10434' })).toEqual(['Sets'])
    await owner.call(sessions.remove, { body: { id: sets.id } })
  })
})
