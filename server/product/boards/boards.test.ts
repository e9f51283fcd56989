import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { createApp } from '#server/platform/http/app.ts'
import { blocks } from '#shared/api/blocks.ts'
import { type BoardElement, boardLimits, boards, thumbnailId } from '#shared/api/boards.ts'
import { bookings } from '#shared/api/bookings.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { meetings } from '#shared/api/meetings.ts'
import { sessions } from '#shared/api/sessions.ts'
import { uploadLimits } from '#shared/domain/file-types.ts'
import {
  drawOn,
  image,
  makeBoard,
  putPictureOn,
  readBoard,
  rectangle,
  writing,
} from '../../../test/factories/boards.ts'
import { makePng } from '../../../test/factories/documents.ts'
import { enrolIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { range } from '../../../test/factories/made-up.ts'
import { meetIn } from '../../../test/factories/meetings.ts'
import { dayAhead, makeSession, savePlan, weekly } from '../../../test/factories/sessions.ts'
import { earn } from '../../../test/factories/wallets.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { enterLive, ask as liveAnswer } from '../../../test/harness/live.ts'
import { openSocket } from '../../../test/harness/open-socket.ts'
import { pauseAt } from '../../../test/harness/pause.ts'
import type { Person } from '../../../test/harness/person.ts'
import { leastSettings } from '../../../test/harness/settings.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { createSendings, temporaryBounds } from '../../platform/storage/send-bounds.ts'
import type { FileProcesses } from '../files/file-processes.ts'
import { draw } from './draw.ts'
import { putPicture } from './pictures.ts'

let stack: Stack
let owner: Person
let other: Person
let people = 0

beforeAll(async () => {
  stack = await startStack()
})
afterAll(() => stack?.close())
beforeEach(async () => {
  people++
  owner = await stack.signIn(`ada${people}.owner`)
  other = await stack.signIn(`otto${people}.other`)
})

const listOf = async (person: Person) => (await person.call(boards.list, { query: {} })).body.boards

const wholeHead =
  '--b\r\ncontent-disposition: form-data; name="file"; filename="p"\r\ncontent-type: image/png\r\n\r\n'

/** Begins to send a picture, and stops. */
function beginPicture(url: string, person: Person, id: string, body: string): Socket {
  const socket = openSocket(url)
  const lines = [
    `POST /api/boards/${id}/pictures/slow HTTP/1.1`,
    `host: ${new URL(url).host}`,
    `cookie: ${[...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    'content-type: multipart/form-data; boundary=b',
    'content-length: 1000',
  ]
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
  return socket
}

async function ownerOf(id: string): Promise<string> {
  const board = await stack.db.selectFrom('boards').select('owner_id').where('id', '=', id).executeTakeFirst()
  return board!.owner_id!
}

describe('a person’s boards', () => {
  test('are listed, the last drawn on first, can be renamed, deleted and restored', async () => {
    const first = await makeBoard(owner, 'First')
    stack.clock.advance({ minutes: 1 })
    const second = await makeBoard(owner, 'Second')
    stack.clock.advance({ minutes: 1 })
    await drawOn(owner, first, [rectangle()])
    await owner.call(boards.rename, { params: { id: second }, body: { title: 'Second, renamed' } })
    expect((await listOf(owner)).map(({ title }) => title)).toEqual(['First', 'Second, renamed'])
    expect(await listOf(other)).toEqual([])
    expect((await owner.call(boards.remove, { params: { id: first } })).status).toBe(200)
    expect(await drawOn(owner, first, [rectangle()])).toBe(404)
    expect((await listOf(owner)).map(({ id }) => id)).toEqual([second])
    expect((await owner.call(boards.bringBack, { params: { id: first } })).body.board.title).toBe('First')
    expect(await readBoard(owner, first)).toHaveLength(1)
  })

  test('are as many as the limit says, also when a deleted one comes back', async () => {
    const first = await makeBoard(owner, 'First')
    await owner.call(boards.remove, { params: { id: first } })
    await sql`insert into boards (owner_id, title, created_at, updated_at)
      select owner_id, 'Board ' || n, now(), now() from boards, generate_series(1, ${boardLimits.boards}) n
      where boards.id = ${first}`.execute(stack.db)
    for (const refused of [
      await owner.call(boards.create, { body: { title: 'One more' } }),
      await owner.call(boards.bringBack, { params: { id: first } }),
    ])
      expect([refused.status, refused.problem.code]).toEqual([429, 'quota_exceeded'])
    const { id } = (await listOf(owner))[0]!
    await owner.call(boards.remove, { params: { id } })
    expect((await owner.call(boards.bringBack, { params: { id: first } })).status).toBe(200)
  })

  test('that are sent again after a lost answer are the same board', async () => {
    const client_id = randomUUID()
    const create = (person: Person) => person.call(boards.create, { body: { title: 'Once', client_id } })
    const answers = await Promise.all([create(owner), create(owner)])
    expect(answers.map(({ body }) => body.board.id)).toEqual([client_id, client_id])
    expect(await listOf(owner)).toHaveLength(1)
    expect((await create(other)).problem.code).toBe('invalid')
    expect((await create(owner)).body.board.title).toBe('Once')
  })

  test('that were deleted can be restored, the latest twenty of them', async () => {
    const boardIds: string[] = []
    for (let number = 0; number <= boardLimits.latestDeleted; number++) {
      const id = await makeBoard(owner, `Board ${number}`)
      await owner.call(boards.remove, { params: { id } })
      boardIds.push(id)
    }
    const [first, second] = boardIds
    const deletedOf = async (person: Person) => (await person.call(boards.deleted)).body.boards
    expect((await deletedOf(owner)).map(({ title }) => title)).toEqual(
      range(0, boardLimits.latestDeleted).map(nth => `Board ${boardLimits.latestDeleted - nth}`),
    )
    expect(await deletedOf(other)).toEqual([])
    expect((await owner.call(boards.bringBack, { params: { id: first! } })).status).toBe(404)
    expect((await owner.call(boards.bringBack, { params: { id: second! } })).status).toBe(200)
    expect((await deletedOf(owner)).map(({ id }) => id)).not.toContain(second)
  })

  test('page by time, each once', async () => {
    for (let number = 0; number < 26; number++) await makeBoard(owner, `Board ${number}`)
    const { body: page } = await owner.call(boards.list, { query: {} })
    const { body: rest } = await owner.call(boards.list, { query: { cursor: page.next_cursor! } })
    expect(new Set([...page.boards, ...rest.boards].map(({ id }) => id)).size).toBe(26)
    expect(rest.next_cursor).toBe(null)
    expect((await owner.call(boards.list, { query: { cursor: 'nowhere' } })).status).toBe(422)
  })
})

describe('drawing', () => {
  test('keeps the winning state, whatever order states come in, and returns what changed since', async () => {
    const id = await makeBoard(owner)
    const element = rectangle({ version: 3, versionNonce: 50 })
    const { body } = await owner.call(boards.draw, { params: { id }, body: { elements: [element] } })
    await drawOn(owner, id, [{ ...element, version: 2, x: 1 }])
    await drawOn(owner, id, [{ ...element, versionNonce: 60, x: 2 }])
    expect(await readBoard(owner, id)).toEqual([element])
    expect(await readBoard(owner, id, body.sequence)).toEqual([])
    await drawOn(owner, id, [
      { ...element, versionNonce: 40, x: 3 },
      { ...element, version: 1 },
    ])
    expect(await readBoard(owner, id, body.sequence)).toEqual([{ ...element, versionNonce: 40, x: 3 }])
    await drawOn(owner, id, [{ ...element, version: 4, isDeleted: true }])
    expect(await readBoard(owner, id)).toMatchObject([{ version: 4, isDeleted: true }])
  })

  test('reads a large board page by page, each element once', async () => {
    const id = await makeBoard(owner)
    const elements = Array.from({ length: 700 }, () => rectangle())
    await drawOn(owner, id, elements.slice(0, 500))
    await drawOn(owner, id, elements.slice(500))
    const read = await readBoard(owner, id)
    expect(read.map(element => element.id)).toEqual(elements.map(element => element.id))
  })

  test('keeps only the fields of an element that the editor draws, and refuses other objects', async () => {
    const id = await makeBoard(owner)
    const text = writing('<script>alert(1)</script>')
    const { body } = await owner.call(boards.draw, {
      params: { id },
      body: {
        elements: [
          { ...text, link: 'javascript:alert(1)', customData: { html: '<b>' }, owner: 'me' },
          rectangle({ id: 'nul', type: 'text', text: 'a\u0000b' }),
          writing('a\u0000b', { id: 'nul-text' }),
          writing('\ud800', { id: 'lone' }),
          rectangle({ id: 'endless', width: 1e12 }),
          rectangle({ id: 'style', strokeColor: 'url(https://evil.example)' }),
          rectangle({ id: 'embedded', type: 'embeddable', link: 'https://evil.example' }),
          rectangle({ id: 'framed', type: 'iframe' }),
          rectangle({ id: 'versionless', version: 0 }),
          rectangle({ id: 'a'.repeat(65) }),
          'no element',
          null,
        ],
      },
    })
    expect(body.refused).toEqual([
      'nul',
      'nul-text',
      'lone',
      'endless',
      'style',
      'embedded',
      'framed',
      'versionless',
    ])
    expect(await readBoard(owner, id)).toEqual([{ ...text, link: null }])
  })

  test('refuses a version that nobody could continue from', async () => {
    const id = await makeBoard(owner)
    const element = rectangle({ version: 1_000_000 })
    const draw = async (one: BoardElement) =>
      (await owner.call(boards.draw, { params: { id }, body: { elements: [one] } })).body.refused
    expect(await draw({ ...element, version: 1_000_001 })).toEqual([element.id])
    expect(await draw({ ...element, version: 2 ** 31 - 1 })).toEqual([element.id])
    expect(await draw(element)).toEqual([])
    expect(await draw({ ...element, version: 2_000_001 })).toEqual([element.id])
    expect(await draw({ ...element, version: 2_000_000 })).toEqual([])
    expect(await readBoard(owner, id)).toMatchObject([{ version: 2_000_000 }])
  })

  test('and restoring continue from any existing version', async () => {
    const id = await makeBoard(owner)
    const [first, second] = [rectangle(), rectangle()]
    await drawOn(owner, id, [first, second])
    stack.clock.advance({ minutes: 6 })
    await drawOn(owner, id, [rectangle()])
    const [kept] = (await owner.call(boards.versions, { params: { id }, query: {} })).body.versions
    // The way boards used to accept them.
    await sql`
      update board_elements set version = 2147483647, data = data || '{"version":2147483647,"x":666}'
      where board_id = ${id}::uuid`.execute(stack.db)
    const gone = { ...first, version: 2 ** 31, isDeleted: true }
    expect(await drawOn(owner, id, [gone])).toBe(200)
    expect(await readBoard(owner, id)).toContainEqual(gone)
    const restored = await owner.call(boards.restore, { params: { id }, body: { version_id: kept!.id } })
    expect(restored.status).toBe(200)
    const live = (await readBoard(owner, id)).filter(({ isDeleted }) => !isDeleted)
    expect(live).toMatchObject([
      { id: first.id, x: first.x, version: 2 ** 31 + 1 },
      { id: second.id, x: second.x, version: 2 ** 31 },
    ])
  })

  test('stays within a board’s limits, which the database counts', async () => {
    const id = await makeBoard(owner)
    const long = Array.from({ length: 9_000 }, (_, at) => [at, at / 2])
    const line = rectangle({
      id: 'long',
      type: 'freedraw',
      points: long,
      pressures: [],
      simulatePressure: true,
    })
    const { body } = await owner.call(boards.draw, { params: { id }, body: { elements: [line] } })
    expect(body.refused).toEqual(['long'])
    await sql`insert into board_elements (board_id, id, version, version_nonce, deleted, sequence, data, bytes, changed_at)
      select ${id}, 'filler-' || number, 1, 1, false, number, '{}', 2, now()
      from generate_series(1, ${boardLimits.elements} - 1) number`.execute(stack.db)
    await sql`update boards set sequence = ${boardLimits.elements} where id = ${id}`.execute(stack.db)
    expect(await drawOn(owner, id, [rectangle({ id: 'last' })])).toBe(200)
    expect(await drawOn(owner, id, [rectangle({ id: 'too-many' })])).toBe(413)
    expect(await drawOn(owner, id, [rectangle({ id: 'last', version: 2 })])).toBe(200)
    const many = Array.from({ length: boardLimits.elementsAtOnce + 1 }, () => rectangle())
    expect(await drawOn(owner, id, many)).toBe(422)
  })

  test('isn’t even looked at if it is for a board that the person may not change', async () => {
    const id = await makeBoard(owner)
    const unread = new Proxy([], {
      get() {
        throw new Error('somebody looked')
      },
    })
    const drawing = draw(
      { ...stack.clock, db: stack.db, realtime: undefined! },
      crypto.randomUUID(),
      id,
      unread,
    )
    await expect(drawing).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('versions', () => {
  const versionsOf = async (id: string) =>
    (await owner.call(boards.versions, { params: { id }, query: {} })).body.versions

  test('are saved before a change every five minutes, and restoring one saves the current state too', async () => {
    const id = await makeBoard(owner)
    const [first, second] = [rectangle(), rectangle()]
    await drawOn(owner, id, [first])
    stack.clock.advance({ minutes: 4 })
    await drawOn(owner, id, [second])
    expect(await versionsOf(id)).toEqual([])
    stack.clock.advance({ minutes: 2 })
    // A person who finds the board wiped can see what it was.
    await drawOn(
      owner,
      id,
      [first, second].map(element => ({ ...element, version: 2, isDeleted: true })),
    )
    const [kept] = await versionsOf(id)
    expect(kept).toMatchObject({ elements: 2, before_restore_by: null })
    const third = rectangle()
    await drawOn(owner, id, [third])
    const { body } = await owner.call(boards.version, { params: { id, versionId: kept!.id } })
    expect(body.elements).toEqual([first, second])
    const restored = await owner.call(boards.restore, { params: { id }, body: { version_id: kept!.id } })
    expect(restored.status).toBe(200)
    const live = (await readBoard(owner, id)).filter(element => !element.isDeleted)
    expect(live).toMatchObject([
      { id: first.id, version: 3 },
      { id: second.id, version: 3 },
    ])
    expect(await versionsOf(id)).toMatchObject([
      { elements: 1, before_restore_by: `Ada${people} Owner` },
      { elements: 2 },
    ])
    expect((await owner.call(boards.restore, { params: { id }, body: { version_id: id } })).status).toBe(404)
  })

  test('bring back what was erased days ago, also where a browser has been open since', async () => {
    const id = await makeBoard(owner)
    const [drawn, stays] = [rectangle(), rectangle()]
    await drawOn(owner, id, [drawn, stays])
    stack.clock.advance({ minutes: 6 })
    const erased = { ...drawn, version: 9, isDeleted: true }
    await drawOn(owner, id, [erased])
    const [kept] = await versionsOf(id)
    stack.clock.advance({ hours: 25 })
    await drawOn(owner, id, [{ ...stays, version: 2 }])
    expect(await readBoard(owner, id)).toMatchObject([{ id: stays.id }])
    await owner.call(boards.restore, { params: { id }, body: { version_id: kept!.id } })
    const back = (await readBoard(owner, id)).find(element => element.id === drawn.id)!
    expect(back).toMatchObject({ isDeleted: false, x: drawn.x })
    expect(back.version).toBeGreaterThan(erased.version)
  })

  test('are read and restored on their own board only', async () => {
    const [id, elsewhere] = [await makeBoard(owner), await makeBoard(other)]
    await drawOn(owner, id, [rectangle()])
    stack.clock.advance({ minutes: 6 })
    await drawOn(owner, id, [rectangle()])
    const [kept] = await versionsOf(id)
    const read = { params: { id: elsewhere, versionId: kept!.id } }
    expect((await other.call(boards.version, read)).status).toBe(404)
    const restored = { params: { id: elsewhere }, body: { version_id: kept!.id } }
    expect((await other.call(boards.restore, restored)).status).toBe(404)
    expect(await readBoard(other, elsewhere)).toEqual([])
  })

  test('fill 48 MiB at most: the oldest make room for the latest', async () => {
    const id = await makeBoard(owner)
    await drawOn(owner, id, [rectangle()])
    stack.clock.advance({ minutes: 6 })
    await drawOn(owner, id, [rectangle()])
    for (const place of [1, 2, 3]) {
      // 17 MB of digits that the database can’t compress.
      await sql`
        insert into board_versions (board_id, sequence, elements, count, kept_at)
        select ${id}, ${-place}, jsonb_build_array(string_agg(md5(n::text), '')), 1, now()
        from generate_series(1, 530000) n`.execute(stack.db)
    }
    const all = (await versionsOf(id)).map(version => version.id)
    expect(all).toHaveLength(4)
    await owner.call(boards.restore, { params: { id }, body: { version_id: all.at(-1)! } })
    const left = (await versionsOf(id)).map(version => version.id)
    expect(left.slice(1)).toEqual(all.slice(0, 2))
    const { rows } = await sql<{ bytes: number }>`
      select sum(pg_column_size(elements))::int as bytes from board_versions where board_id = ${id}`.execute(
      stack.db,
    )
    expect(rows[0]!.bytes).toBeLessThanOrEqual(boardLimits.versionBytes)
  })

  test('are fifty at most; old deleted elements are removed, and a client that missed that reads everything', async () => {
    const id = await makeBoard(owner)
    const gone = rectangle()
    const stays = rectangle()
    await drawOn(owner, id, [gone, stays])
    const { body: before } = await owner.call(boards.elements, { params: { id }, query: {} })
    await drawOn(owner, id, [{ ...gone, version: 2, isDeleted: true }])
    stack.clock.advance({ hours: 25 })
    for (let version = 2; version < boardLimits.versions + 5; version++) {
      await drawOn(owner, id, [{ ...stays, version }])
      stack.clock.advance({ minutes: 6 })
    }
    const { rows } = await sql<{ count: number }>`
      select count(*) from board_versions where board_id = ${id}`.execute(stack.db)
    expect(rows[0]!.count).toBe(boardLimits.versions)
    const { body } = await owner.call(boards.elements, { params: { id }, query: { since: before.sequence } })
    expect(body).toMatchObject({ whole: true, elements: [{ id: stays.id }] })
    const { body: next } = await owner.call(boards.elements, {
      params: { id },
      query: { since: body.sequence },
    })
    expect(next).toMatchObject({ whole: false, elements: [] })
  })
})

describe('pictures', () => {
  const show = (person: Person, id: string, pictureId: string) =>
    person.fetch(`/api/boards/${id}/pictures/${pictureId}`)

  test('are redrawn, never change, and are visible to everyone who sees the board', async () => {
    const id = await makeBoard(owner)
    const png = await makePng()
    expect(await putPictureOn(owner, id, 'page-1', png)).toBe(200)
    const shown = await show(owner, id, 'page-1')
    expect(shown.headers.get('content-type')).toBe('image/webp')
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP')
    const larger = (await makePng({ width: 700, height: 20 })) as Uint8Array<ArrayBuffer>
    expect(await putPictureOn(owner, id, 'page-1', larger)).toBe(200)
    expect(Buffer.from(await (await show(owner, id, 'page-1')).arrayBuffer())).toEqual(bytes)
    expect((await show(other, id, 'page-1')).status).toBe(404)
    expect(await putPictureOn(other, id, 'page-2', png)).toBe(404)
    expect((await show(owner, id, 'page-2')).status).toBe(404)
    expect(await putPictureOn(owner, id, 'svg', '<svg onload="alert(1)"/>', 'image/svg+xml')).toBe(415)
    expect(await putPictureOn(owner, id, 'lie', '<svg onload="alert(1)"/>')).toBe(422)
    const element = rectangle()
    await drawOn(owner, id, [element])
    expect((await listOf(owner))[0]!.thumbnail).toBe(null)
    expect(await putPictureOn(owner, id, thumbnailId, png)).toBe(200)
    const [listed] = await listOf(owner)
    expect((await owner.fetch(listed!.thumbnail!)).status).toBe(200)
    stack.clock.advance({ minutes: 1 })
    expect(await putPictureOn(owner, id, thumbnailId, larger)).toBe(200)
    expect((await listOf(owner))[0]!.thumbnail).not.toBe(listed!.thumbnail)
    await drawOn(owner, id, [{ ...element, version: 2, isDeleted: true }])
    expect((await listOf(owner))[0]!.thumbnail).toBe(null)
  })

  test('come four at once from a person: a fifth is refused until one ends, if only by hanging up', async () => {
    const id = await makeBoard(owner)
    const png = await makePng()
    const sockets = range(0, 4).map(nth => beginPicture(stack.url, owner, id, nth % 2 ? wholeHead : ''))
    const charges = stack.db.selectFrom('upload_charges').where('person_id', '=', await ownerOf(id))
    const charged = async () => (await charges.select('bytes').execute()).map(({ bytes }) => bytes)
    await eventually('all four are charged', async () => (await charged()).length === 4)
    expect(await charged()).toEqual(Array(4).fill(1000))
    expect(await putPictureOn(owner, id, 'page-1', png)).toBe(429)
    expect(await putPictureOn(other, await makeBoard(other), 'page-1', png)).toBe(200)
    for (const socket of sockets) socket.destroy()
    await eventually('there is room', async () => (await putPictureOn(owner, id, 'page-1', png)) === 200)
  })

  test('are as many in an hour as a person can send, on whichever board', async () => {
    const [id, png] = [await makeBoard(owner), await makePng()]
    await sql`insert into upload_charges (person_id, kind, bytes)
      select ${await ownerOf(id)}, 'board', 1 from generate_series(2, ${uploadLimits.board.perHour})`.execute(
      stack.db,
    )
    expect(await putPictureOn(owner, id, 'page-1', png)).toBe(200)
    expect(await putPictureOn(owner, await makeBoard(owner), 'page-2', png)).toBe(429)
    expect(await putPictureOn(other, await makeBoard(other), 'page-2', png)).toBe(200)
  })

  test('leave room if their person hung up before we looked at them', async () => {
    const id = await makeBoard(owner)
    const counting = await pauseAt(stack.databaseUrl, 'lock table platform.call_counts')
    const sockets = range(0, 4).map(() => beginPicture(stack.url, owner, id, ''))
    await eventually('all four are about to be counted', async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
          and query like '%insert into platform.call_counts%'`.execute(stack.db)
      return rows.length === 4
    })
    for (const socket of sockets) socket.destroy()
    await counting.release()
    const png = await makePng()
    await eventually(
      'there is room',
      async () => (await putPictureOn(owner, id, 'page-1', png)) === 200,
      10_000,
    )
  })

  test('are cut off if they take too long to arrive', async () => {
    const id = await makeBoard(owner)
    const person = await ownerOf(id)
    const app = await createApp(loadConfig({ ...leastSettings, LOG_LEVEL: 'error' }))
    const fileProcesses = { hold: createSendings(temporaryBounds) } as FileProcesses
    const deps = { db: stack.db, now: stack.clock.now, fileProcesses }
    const failures: string[] = []
    app.post('/api/boards/:id/pictures/slow', async request => {
      const sent = putPicture(deps, person, { id, pictureId: 'slow' }, request, 50)
      return sent.catch(({ code }) => failures.push(code))
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    for (const head of ['', wholeHead]) await once(beginPicture(url, owner, id, head), 'close')
    await eventually('both are over', async () => failures.length === 2)
    const charging = await pauseAt(stack.databaseUrl, 'lock table upload_charges in access exclusive mode')
    const early = beginPicture(url, owner, id, '')
    await charging.reached()
    early.destroy()
    await charging.release()
    await eventually(
      'so is one whose person hung up before its folder',
      async () => failures.length === 3,
      10_000,
    )
    expect(failures).toEqual(['malformed', 'malformed', 'malformed'])
    await app.close()
  })

  test('come before the elements that show them: without its picture, an element is refused', async () => {
    const id = await makeBoard(owner)
    const [shown, broken] = [image('page-1'), image('page-2')]
    const draw = async (...elements: BoardElement[]) =>
      (await owner.call(boards.draw, { params: { id }, body: { elements } })).body.refused
    await putPictureOn(owner, await makeBoard(owner), 'page-2', await makePng())
    expect(await draw(shown)).toEqual([shown.id])
    await putPictureOn(owner, id, 'page-1', await makePng())
    const erased = { ...broken, version: 2, isDeleted: true }
    expect(await draw(shown, broken)).toEqual([broken.id])
    expect(await draw(erased)).toEqual([])
    expect(await readBoard(owner, id)).toEqual([shown, erased])
  })

  test('are a hundred at most, and make room once neither the board nor one of its versions shows them', async () => {
    const id = await makeBoard(owner)
    const [shown, erased, png] = [image('page-1'), image('page-2'), await makePng()]
    for (const name of ['page-1', 'page-2']) await putPictureOn(owner, id, name, png)
    await drawOn(owner, id, [shown, erased])
    stack.clock.advance({ minutes: 6 })
    await drawOn(owner, id, [{ ...erased, version: 2, isDeleted: true }])
    const read = { params: { id }, query: {} }
    const [kept] = (await owner.call(boards.versions, read)).body.versions
    await sql`
      insert into board_pictures (board_id, id, bytes, created_at)
      select ${id}::uuid, 'filler-' || n, '.', ${stack.clock.now()}::timestamptz
      from generate_series(3, ${boardLimits.pictures}) n`.execute(stack.db)
    expect(await putPictureOn(owner, id, thumbnailId, png)).toBe(200)
    expect(await putPictureOn(owner, id, 'page-3', png)).toBe(429)
    stack.clock.advance({ hours: 25 })
    // One that is sent again is about to be shown.
    expect(await putPictureOn(owner, id, 'filler-3', png)).toBe(200)
    await drawOn(owner, id, [rectangle()])
    expect(await putPictureOn(owner, id, 'page-3', png)).toBe(200)
    expect(await drawOn(owner, id, [image('filler-3')])).toBe(200)

    // The oldest goes as soon as it is restored.
    await sql`
      insert into board_versions (board_id, sequence, elements, count, kept_at)
      select ${id}, -n, '[]', 0, now() from generate_series(2, ${boardLimits.versions}) n`.execute(stack.db)
    await owner.call(boards.restore, { params: { id }, body: { version_id: kept!.id } })
    const gone = await owner.call(boards.version, { params: { id, versionId: kept!.id } })
    expect(gone.status).toBe(404)
    const names = ['page-1', 'page-2', 'page-3', 'filler-3', 'filler-4', thumbnailId]
    const statuses = await Promise.all(names.map(async name => (await show(owner, id, name)).status))
    expect(statuses).toEqual([200, 200, 200, 200, 404, 200])
  })
})

describe('a person’s own boards together', () => {
  type Together = 'elementBytesTogether' | 'versionBytesTogether' | 'pictureBytesTogether'

  function allow(what: Together, bytes: number): void {
    const limits: Record<Together, number> = boardLimits
    const before = limits[what]
    onTestFinished(() => {
      limits[what] = before
    })
    limits[what] = bytes
  }

  /** As many full boards, each with a version of 40 KB that the database can’t compress. */
  async function fill(name: string, count: number): Promise<void> {
    await sql`
      with made as (
        insert into boards (owner_id, title, bytes, created_at, updated_at)
        select id, 'Full', 12582912, now(), now() from users, generate_series(1, ${count}) where username = ${name}
        returning id
      )
      insert into board_versions (board_id, sequence, elements, count, kept_at)
      select made.id, 1, jsonb_build_array(string_agg(md5(n::text), '')), 1, now()
      from made, generate_series(1, 1250) n group by made.id`.execute(stack.db)
  }

  const boardsOf = async (name: string) => {
    const { rows } = await sql<{ id: string }>`
      select id from boards where title = 'Full' and owner_id = (select id from users where username = ${name})`.execute(
      stack.db,
    )
    return rows.map(({ id }) => id)
  }

  test('hold 256 MiB of elements; beyond that, nothing grows until one is deleted', async () => {
    const name = `frida${people}.fills`
    const frida = await stack.signIn(name)
    const id = await makeBoard(frida)
    const draw = (elements: BoardElement[]) => frida.call(boards.draw, { params: { id }, body: { elements } })
    const first = rectangle()
    await fill(name, 21)
    expect((await draw([first])).status).toBe(200)
    await fill(name, 1)
    const refused = await draw([rectangle()])
    expect([refused.status, refused.problem.detail]).toEqual([
      413,
      'Your boards are full. Delete one that you don’t need.',
    ])
    expect((await draw([{ ...first, version: 2 }])).status).toBe(200)
    const [full] = await boardsOf(name)
    await frida.call(boards.remove, { params: { id: full! } })
    expect((await draw([rectangle()])).status).toBe(200)
  })

  test('hold a limited size of versions, of which the oldest go first', async () => {
    allow('versionBytesTogether', 100_000)
    const name = `vera${people}.versions`
    const vera = await stack.signIn(name)
    await fill(name, 4)
    const id = await makeBoard(vera)
    await drawOn(vera, id, [rectangle()])
    stack.clock.advance({ minutes: 6 })
    await drawOn(vera, id, [rectangle()])
    const { rows } = await sql<{ board_id: string }>`
      select board_id from board_versions join boards on boards.id = board_id
      where owner_id = (select id from users where username = ${name}) order by board_versions.id desc`.execute(
      stack.db,
    )
    expect(rows).toHaveLength(3)
    expect(rows[0]!.board_id).toBe(id)
  })

  test('hold a limited size of pictures, until a board is deleted', async () => {
    allow('pictureBytesTogether', 10)
    const pia = await stack.signIn(`pia${people}.pictures`)
    const [id, other, png] = [await makeBoard(pia), await makeBoard(pia), await makePng()]
    expect(await putPictureOn(pia, other, 'page-1', png)).toBe(200)
    expect(await putPictureOn(pia, id, 'page-1', png)).toBe(429)
    await pia.call(boards.remove, { params: { id: other } })
    expect(await putPictureOn(pia, id, 'page-1', png)).toBe(200)
  })
})

describe('the board of a meeting', () => {
  test('is one for everyone who may enter, is listed for them, and stays with the meeting', async () => {
    const stranger = await stack.signIn(`stella${people}.stranger`)
    const session = await makeSession(stack, owner, { rate: '' })
    await enrolIn(session, other)
    const meetingId = session.upcoming[0]!.id
    const ask = (person: Person) => person.call(boards.ofMeeting, { body: { meetingId } })
    const [{ body: mine }, { body: theirs }] = await Promise.all([ask(owner), ask(other)])
    expect(mine.board).toMatchObject({ title: session.title, meeting_id: meetingId, is_owner: true })
    expect(theirs.board).toMatchObject({ id: mine.board.id, is_owner: false })
    const { id } = mine.board
    expect((await ask(stranger)).status).toBe(404)
    expect(await drawOn(stranger, id, [rectangle()])).toBe(404)
    expect(await drawOn(other, id, [rectangle()])).toBe(200)
    expect(await readBoard(owner, id)).toHaveLength(1)
    expect((await listOf(other)).map(board => board.id)).toEqual([id])
    expect((await listOf(stranger)).length).toBe(0)
    expect((await owner.call(boards.remove, { params: { id } })).status).toBe(409)
    expect((await other.call(boards.remove, { params: { id } })).status).toBe(404)
    expect((await other.call(boards.rename, { params: { id }, body: { title: 'Mine' } })).status).toBe(404)
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(session.upcoming[0]!.ends_at)))
    stack.clock.advance({ hours: 1 })
    expect(await drawOn(other, id, [rectangle()])).toBe(200)
    expect((await ask(other)).body.board.id).toBe(id)
  })

  test('isn’t made for a meeting that was canceled', async () => {
    const session = await makeSession(stack, owner)
    const [occurrence] = session.upcoming
    const placeId = await payPlaceIn(stack, session, other)
    await owner.call(sessions.skip, { body: { occurrence_id: occurrence!.id } })
    for (const meetingId of [occurrence!.id, placeId]) {
      const { problem } = await owner.call(boards.ofMeeting, { body: { meetingId } })
      expect(problem.detail).toBe('There’s no board because the meeting was canceled.')
    }
    expect(await listOf(owner)).toEqual([])
  })

  test('can only be read once the meeting is over and one of its two people blocks the other', async () => {
    const names = [`ada${people}.owner`, `otto${people}.other`] as const
    const meet = () => earn(stack, names[0], 4000, { student: names[1] })
    const ask = (person: Person, meetingId: string) => person.call(boards.ofMeeting, { body: { meetingId } })
    const rename = () => owner.call(boards.rename, { params: { id }, body: { title: 'Read this!' } })
    const { id } = (await ask(owner, await meet())).body.board
    const unopened = await meet()
    const png = await makePng()
    expect(await drawOn(other, id, [rectangle()])).toBe(200)
    stack.clock.advance({ minutes: boardLimits.versionMinutes })
    expect(await drawOn(owner, id, [rectangle()])).toBe(200)
    const { versions } = (await owner.call(boards.versions, { params: { id }, query: {} })).body
    await owner.call(blocks.block, { body: { username: names[1] } })
    for (const person of [owner, other]) {
      expect(await readBoard(person, id)).toHaveLength(2)
      expect(await listOf(person)).toMatchObject([{ id, can_change: false }])
      expect(await drawOn(person, id, [rectangle()])).toBe(409)
      expect(await putPictureOn(person, id, thumbnailId, png)).toBe(409)
      const restored = { params: { id }, body: { version_id: versions[0]!.id } }
      expect((await person.call(boards.restore, restored)).status).toBe(409)
      expect((await ask(person, unopened)).problem.detail).toBe(
        'There’s no board because nobody opened one before the meeting ended.',
      )
      const socket = await enterLive(person, '/boards')
      expect(await liveAnswer(socket, 'enter', { board_id: id })).toMatchObject({ ok: true })
      const point = { board_id: id, x: 1, y: 2, tool: 'pointer', button: 'up', selected: [] }
      expect(await liveAnswer(socket, 'point', point)).toMatchObject({ ok: false })
      socket.disconnect()
    }
    expect((await rename()).problem.detail).toBe('This board can’t be changed anymore.')
    await owner.call(blocks.unblock, { body: { username: names[1] } })
    expect((await rename()).body.board).toMatchObject({ title: 'Read this!', can_change: true })
    expect(await drawOn(other, id, [rectangle()])).toBe(200)
  })

  test('of a session stays its owner’s to change, when a student who was there blocks them', async () => {
    const session = await makeSession(stack, owner)
    const [occurrence] = session.upcoming
    await payPlaceIn(stack, session, other)
    const { id } = (await owner.call(boards.ofMeeting, { body: { meetingId: occurrence!.id } })).body.board
    await other.call(blocks.block, { body: { username: `ada${people}.owner` } })
    // The place is paid, and so the meeting to come is theirs as before.
    expect(await drawOn(other, id, [rectangle()])).toBe(200)
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(occurrence!.ends_at)))
    await owner.call(bookings.settle)
    expect(await drawOn(other, id, [rectangle()])).toBe(409)
    expect(await readBoard(other, id)).toHaveLength(1)
    expect(await drawOn(owner, id, [rectangle()])).toBe(200)
  })

  test('stays with those who could be in the meeting, whatever the session costs later', async () => {
    const ask = (meetingId: string) => other.call(boards.ofMeeting, { body: { meetingId } })
    for (const [before, later] of [
      ['', '30.00'],
      ['30.00', ''],
    ] as const) {
      const session = await makeSession(stack, owner, { ...weekly(dayAhead(stack, 1)), rate: before })
      await enrolIn(session, other)
      const [first, next] = session.upcoming
      await owner.call(boards.ofMeeting, { body: { meetingId: first!.id } })
      stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(first!.ends_at)))
      const changed = await savePlan(stack, owner, session, { ...weekly(session.starts_on), rate: later })
      expect(changed.status).toBe(200)
      expect((await ask(first!.id)).status).toBe(before === '' ? 200 : 404)
      expect((await ask(next!.id)).status).toBe(before === '' ? 404 : 200)
      const listed = (await listOf(other)).map(board => board.meeting_id)
      expect(listed).toEqual([before === '' ? first!.id : next!.id])
      const { body } = await other.call(enrolments.meetings, { query: { when: 'passed' } })
      expect(body.data.map(({ occurrence }) => occurrence.id)).toEqual(before === '' ? [first!.id] : [])
      await other.call(enrolments.leave, { body: { id: session.id } })
    }
  })

  test('of a free session stays readable to those who attended and leave, and nobody else who leaves', async () => {
    const session = await makeSession(stack, owner, { ...weekly(dayAhead(stack, 1)), rate: '' })
    const [first] = session.upcoming
    const [came, blocked] = [`cara${people}.came`, `bo${people}.blocked`] as const
    const guests = [await stack.signIn(came), await stack.signIn(blocked)] as const
    for (const person of [other, ...guests]) await enrolIn(session, person)
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(first!.starts_at)))
    await meetIn(stack, first!.id, [owner, ...guests])
    const ask = (person: Person) => person.call(boards.ofMeeting, { body: { meetingId: first!.id } })
    const { id } = (await ask(owner)).body.board
    for (const person of [other, ...guests]) expect(await drawOn(person, id, [rectangle()])).toBe(200)
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(first!.ends_at)))
    await owner.call(blocks.block, { body: { username: blocked } })
    for (const person of [other, guests[0]]) {
      await person.call(enrolments.leave, { body: { id: session.id } })
    }
    for (const person of guests) {
      expect(await readBoard(person, id)).toHaveLength(3)
      expect(await listOf(person)).toMatchObject([{ id, can_change: false }])
      expect((await ask(person)).body.board).toMatchObject({ id, can_change: false })
      expect(await drawOn(person, id, [rectangle()])).toBe(409)
    }
    expect((await other.call(boards.get, { params: { id } })).status).toBe(404)
    expect(await listOf(other)).toEqual([])
    await enrolIn(session, guests[0])
    expect(await drawOn(guests[0], id, [rectangle()])).toBe(200)
  })

  test('isn’t for a person who enrolls after the end, but is for those who attended', async () => {
    const session = await makeSession(stack, owner, { ...weekly(dayAhead(stack, 1)), rate: '' })
    const [first, next] = session.upcoming
    const came = await stack.signIn(`cara${people}.came`)
    await enrolIn(session, other)
    await enrolIn(session, came)
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(first!.starts_at)))
    await meetIn(stack, first!.id, [owner, came])
    const ask = (person: Person, meetingId: string) => person.call(boards.ofMeeting, { body: { meetingId } })
    const { id } = (await ask(other, first!.id)).body.board
    await drawOn(other, id, [rectangle()])
    stack.clock.advance(stack.clock.now().until(Temporal.Instant.from(first!.ends_at)))
    const late = await stack.signIn(`lars${people}.late`)
    for (const person of [late, came]) {
      await person.call(enrolments.leave, { body: { id: session.id } })
      await enrolIn(session, person)
    }
    expect((await ask(late, first!.id)).status).toBe(404)
    expect((await late.call(boards.get, { params: { id } })).status).toBe(404)
    expect(await drawOn(late, id, [rectangle()])).toBe(404)
    expect(await listOf(late)).toEqual([])
    const attendance = { query: { bookingId: first!.id } }
    expect((await late.call(meetings.attendance, attendance)).status).toBe(404)
    expect((await ask(late, next!.id)).status).toBe(200)
    for (const person of [other, came]) {
      expect((await ask(person, first!.id)).body.board.id).toBe(id)
      expect(await readBoard(person, id)).toHaveLength(1)
      expect((await person.call(meetings.attendance, attendance)).status).toBe(200)
    }
  })
})
