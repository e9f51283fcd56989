import type { Socket } from 'socket.io-client'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { blocks } from '#shared/api/blocks.ts'
import type { BoardDrawn, BoardPointed } from '#shared/api/board-events.ts'
import { type BoardElement, boards } from '#shared/api/boards.ts'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { beats } from '#shared/domain/element-versions.ts'
import { drawOn, makeBoard, readBoard, rectangle } from '../../../test/factories/boards.ts'
import { enrolIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { makeSession, savePlan } from '../../../test/factories/sessions.ts'
import { earn } from '../../../test/factories/wallets.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { type KillableStack, killableStack } from '../../../test/harness/killable-stack.ts'
import { ask, enterLive, heard } from '../../../test/harness/live.ts'
import { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import type { Element } from './element.ts'

let stack: Stack
let second: string
let tutor: Person
let student: Person
let stranger: Person
let killable: KillableStack
const sockets: Socket[] = []

beforeAll(async () => {
  stack = await startStack()
  second = await stack.startSecond()
  tutor = await stack.signIn('tara.tutor')
  student = await stack.signIn('stan.student')
  stranger = await stack.signIn('stella.stranger')
  killable = await killableStack()
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.disconnect()
})
afterAll(async () => {
  await killable?.close()
  await stack?.close()
})

/** The person on the other server. */
function there(person: Person): Person {
  const same = new Person(second)
  for (const [name, value] of person.cookies) same.cookies.set(name, value)
  return same
}

async function lookAt(person: Person, board_id: string): Promise<Socket> {
  const socket = await enterLive(person, '/boards')
  sockets.push(socket)
  expect(await ask(socket, 'enter', { board_id })).toMatchObject({ ok: true })
  return socket
}

async function meetingBoard(): Promise<string> {
  const session = await makeSession(stack, tutor, { rate: '', starts_on: dayAfter() })
  await enrolIn(session, student)
  const { body } = await tutor.call(boards.ofMeeting, { body: { meetingId: session.upcoming[0]!.id } })
  return body.board.id
}

let days = 2
const dayAfter = () =>
  stack.clock.now().toZonedDateTimeISO('America/New_York').toPlainDate().add({ days: days++ }).toString()

test('drawings and pointers on one server reach the other, and nobody else', async () => {
  const board_id = await meetingBoard()
  const socket = await lookAt(tutor, board_id)
  const far = await lookAt(there(student), board_id)
  const outside = await enterLive(stranger, '/boards')
  sockets.push(outside)
  expect(await ask(outside, 'enter', { board_id })).toMatchObject({ ok: false, code: 'not_found' })
  const point = { board_id, x: 1, y: 2, tool: 'pointer', button: 'up', selected: [] }
  expect(await ask(outside, 'point', point)).toMatchObject({ ok: false, code: 'not_found' })
  const overheard: unknown[] = []
  outside.onAny((event, data) => overheard.push([event, data]))

  const element = rectangle()
  const drawn = heard<BoardDrawn>(far, 'drawn')
  await drawOn(tutor, board_id, [element])
  expect(await drawn).toEqual({ board_id, before: 0, sequence: 1, elements: [element] })
  // A connection that still sends something else drops a pointer: the next one is newer.
  const pointed: BoardPointed[] = []
  socket.on('pointed', (one: BoardPointed) => pointed.push(one))
  await eventually('a pointer arrives', async () => {
    await ask(far, 'point', point)
    return pointed.length > 0
  })
  expect(pointed[0]).toEqual({ ...point, id: far.id, name: 'Stan Student', username: expect.any(String) })
  // Changes that don't fit into a notification are announced, and fetched.
  const many = Array.from({ length: 50 }, () => rectangle())
  const announced = heard<BoardDrawn>(far, 'drawn')
  await drawOn(tutor, board_id, many)
  expect(await announced).toEqual({ board_id, before: 1, sequence: 51, elements: null })
  const gone = heard(socket, 'left')
  far.disconnect()
  expect(await gone).toMatchObject({ board_id })
  expect(overheard).toEqual([])
})

test('whoever loses access to a board, or may only read it, is out of it at once, on every server', async () => {
  const finished = await earn(stack, 'tara.tutor', 4000, { student: 'stan.student' })
  const session = await makeSession(stack, tutor, { rate: '', starts_on: dayAfter() })
  const paid = await makeSession(stack, tutor, { starts_on: dayAfter() })
  const free = await makeSession(stack, tutor, { rate: '', starts_on: dayAfter() })
  const boardOf = async (meetingId: string) =>
    (await tutor.call(boards.ofMeeting, { body: { meetingId } })).body.board.id
  const left = await boardOf(session.upcoming[0]!.id)
  const canceled = await boardOf(paid.upcoming[0]!.id)
  const priced = await boardOf(free.upcoming[0]!.id)
  const over = await boardOf(finished)
  await enrolIn(session, student)
  await enrolIn(free, student)
  const place = await payPlaceIn(stack, paid, student)
  const point = { x: 1, y: 2, tool: 'pointer', button: 'up', selected: [] }
  for (const [board_id, end, code] of [
    [left, () => student.call(enrolments.leave, { body: { id: session.id } }), 'not_found'],
    [canceled, () => student.call(bookings.cancel, { body: { bookingId: place } }), 'not_found'],
    [priced, () => savePlan(stack, tutor, free, { rate: '20.00' }), 'not_found'],
    [over, () => tutor.call(blocks.block, { body: { username: 'stan.student' } }), null],
  ] as const) {
    const host = await lookAt(tutor, board_id)
    const socket = await lookAt(there(student), board_id)
    const [out, gone] = [heard(socket, 'disconnect'), heard(host, 'left')]
    expect((await end()).status).toBe(200)
    await out
    if (code) expect(await gone).toMatchObject({ board_id })
    const again = await enterLive(there(student), '/boards')
    sockets.push(again)
    expect(await ask(again, 'enter', { board_id })).toMatchObject(code ? { ok: false, code } : { ok: true })
    expect(await ask(again, 'point', { board_id, ...point })).toMatchObject({ ok: false })
  }
  await tutor.call(blocks.unblock, { body: { username: 'stan.student' } })
})

test('three people drawing over each other on two servers end up with the same board, which is the stored one', async () => {
  const board_id = await meetingBoard()
  const authors = [tutor, student, there(student)]
  const editors = await Promise.all(authors.map(person => startEditor(person, board_id)))
  const ids = Array.from({ length: 12 }, (_, at) => `shared-${at}`)
  for (let round = 0; round < 15; round++) {
    await Promise.all(
      editors.map((editor, at) => editor.change(ids[(round + at * (round % 3)) % ids.length]!, at)),
    )
  }
  const stored = byId(await readBoard(tutor, board_id))
  await eventually('all see the same', () =>
    Promise.resolve(
      editors.every(({ seen }) => JSON.stringify(byId([...seen.values()])) === JSON.stringify(stored)),
    ),
  )
  expect(stored.length).toBe(12)
})

test('a server that is killed while people draw loses nothing that it acknowledged', {
  timeout: 120_000,
}, async () => {
  await killable.start()
  const people = await Promise.all(['ann', 'bob', 'cy'].map(name => killable.signIn(name)))
  const ids = await Promise.all(people.map(person => makeBoard(person)))
  const kept = new Map(ids.map(id => [id, new Map<string, number>()]))
  const drawing = people.map(async (person, at) => {
    for (let version = 1; ; version++) {
      const element = rectangle({ id: `e${version % 7}`, version })
      const status = await drawOn(person, ids[at]!, [element]).catch(() => 0)
      if (status !== 200) return
      kept.get(ids[at]!)!.set(String(element.id), version)
    }
  })
  await eventually('everyone has drawn', () =>
    Promise.resolve([...kept.values()].every(one => one.size === 7)),
  )
  await killable.kill()
  await Promise.all(drawing)
  await killable.start()
  for (const [at, person] of people.entries()) {
    const stored = new Map(
      (await readBoard(person, ids[at]!)).map(({ id, version }) => [id, version as number]),
    )
    for (const [id, version] of kept.get(ids[at]!)!) expect(stored.get(id)).toBeGreaterThanOrEqual(version)
  }
})

type Editor = { seen: Map<string, BoardElement>; change: (id: string, at: number) => Promise<void> }

/**
 * Somebody with the board open: merges events as the editor does, and fetches when the numbers have a gap.
 */
async function startEditor(person: Person, boardId: string): Promise<Editor> {
  const seen = new Map<string, BoardElement>()
  let sequence = 0
  const merge = (elements: BoardElement[]) => {
    for (const element of elements) {
      const known = seen.get(String(element.id))
      if (!known || beats(element as Element, known as Element)) seen.set(String(element.id), element)
    }
  }
  const socket = await lookAt(person, boardId)
  socket.on('drawn', async (drawn: BoardDrawn) => {
    if (drawn.elements === null || drawn.before > sequence) {
      const { body } = await person.call(boards.elements, {
        params: { id: boardId },
        query: { since: sequence },
      })
      merge(body.elements)
    } else merge(drawn.elements)
    sequence = Math.max(sequence, drawn.sequence)
  })
  return {
    seen,
    async change(id, at) {
      const version = ((seen.get(id)?.version as number | undefined) ?? 0) + 1
      const element = rectangle({ id, version, x: at })
      merge([element])
      expect(await drawOn(person, boardId, [element])).toBe(200)
    },
  }
}

/** The fields that identify an element's state. */
function byId(elements: BoardElement[]): unknown[][] {
  return elements
    .map(({ id, version, versionNonce, x }) => [id, version, versionNonce, x])
    .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1))
}
