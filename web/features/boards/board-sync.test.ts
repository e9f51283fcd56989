import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BoardElement } from '#shared/api/boards.ts'
import { beats } from '#shared/domain/element-versions.ts'
import { BoardSync, type Scene } from './board-sync.ts'
import { idOf, versionOf } from './elements.ts'
import type { UnsentEdits } from './unsent-edits.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const stroke = (id: string, changes: Partial<BoardElement> = {}): BoardElement => ({
  id,
  type: 'freedraw',
  version: 1,
  versionNonce: 1,
  isDeleted: false,
  points: Array.from({ length: 300 }, (_, at) => [at, 1000 + at]),
  ...changes,
})

const scene: Scene = {
  merge: () => undefined,
  edited: () => new Set(),
  outdo: () => undefined,
  keepOnly: () => undefined,
  remove: () => undefined,
  unsentPictures: () => [],
  tell: () => undefined,
  sendPictures: async () => null,
}

/** What a browser keeps of unsent drawing. */
function device() {
  const kept = new Map<string, BoardElement>()
  const edits: UnsentEdits = {
    read: async () => [...kept.values()],
    readPicture: async () => undefined,
    async keep(elements) {
      for (const element of elements) kept.set(idOf(element), element)
      return true
    },
    async forget(elements) {
      for (const element of elements) {
        const there = kept.get(idOf(element))
        if (there && !beats(versionOf(there), versionOf(element))) kept.delete(idOf(element))
      }
    },
  }
  return { kept, edits }
}

/** A server with a board; `draw` answers what is drawn, and may refuse it. */
function serve(
  draw: (elements: BoardElement[]) => Response | Promise<Response>,
  elements: BoardElement[] = [],
) {
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) =>
    body
      ? draw(JSON.parse(body as string).elements)
      : Response.json({ status: 'success', elements, sequence: elements.length, more: false, whole: true }),
  )
}

test('tells drawing of this tab from that of others', async () => {
  serve(() => Response.json({ status: 'success', accepted: [], refused: [], sequence: 1 }))
  const sync = new BoardSync('board', device().edits, () => undefined)
  await sync.open()
  sync.start(scene)
  const theirs = stroke('theirs')
  sync.heard({ board_id: 'board', before: 0, sequence: 1, elements: [theirs] })
  expect(sync.changed([theirs])).toBe(false)
  expect(sync.changed([theirs, stroke('own')])).toBe(true)
  sync.end()
})

test('a stroke is sent with two decimals, which triples what fits of it', async () => {
  const sent: BoardElement[] = []
  serve(elements => {
    sent.push(...elements)
    return Response.json({ status: 'success', accepted: [], refused: [], sequence: 1 })
  })
  const sync = new BoardSync('board', device().edits, () => undefined)
  await sync.open()
  sync.start(scene)
  sync.changed([
    stroke('own', {
      points: [
        [0, 0],
        [103.33333333333331, 0.1],
      ],
      pressures: [0.26660156],
    }),
  ])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent[0]).toMatchObject({
    points: [
      [0, 0],
      [103.33, 0.1],
    ],
    pressures: [0.27],
  })
  sync.end()
})

test('what shows nothing isn’t sent, or is erased for the others if they have seen it', async () => {
  const sent: unknown[][] = []
  serve(elements => {
    sent.push(...elements.map(({ id, version, isDeleted }) => [id, version, isDeleted]))
    return Response.json({ status: 'success', sequence: 1, refused: [] })
  })
  const sync = new BoardSync('board', device().edits, () => undefined)
  await sync.open()
  sync.start(scene)
  const shape = (version: number, side: number) =>
    stroke('shape', { type: 'ellipse', points: undefined, version, width: side, height: side })
  const text = (version: number, text: string) =>
    stroke('text', { type: 'text', points: undefined, version, text })
  const image = (version: number, fileId: string | null) =>
    stroke('image', { type: 'image', points: undefined, version, width: 100, height: 100, fileId })
  const nothing = [shape(1, 0), text(1, ''), stroke('point', { points: [[0, 0]] }), image(1, null)]
  expect(sync.changed(nothing)).toBe(false)
  for (const drawn of [
    [shape(2, 9), text(2, 'a'), image(2, 'picture')],
    [shape(3, 0), text(3, '')],
    [shape(3, 0), text(4, 'b')],
  ]) {
    sync.changed(drawn)
    await vi.advanceTimersByTimeAsync(1000)
  }
  expect(sent).toEqual([
    ['shape', 2, false],
    ['text', 2, false],
    ['image', 2, false],
    ['shape', 3, true],
    ['text', 3, true],
    ['text', 4, false],
  ])
  sync.end()
})

test('what an earlier tab kept stays on the device only if the server still needs it', async () => {
  const offline = () => Promise.reject(new TypeError('no network'))
  serve(offline, [stroke('saved', { version: 2 }), stroke('changed'), stroke('beaten', { version: 7 })])
  const { kept, edits } = device()
  await edits.keep(
    [
      stroke('saved', { version: 2 }),
      stroke('changed', { version: 2 }),
      stroke('beaten', { version: 3 }),
      stroke('new'),
      stroke('erased', { isDeleted: true }),
      stroke('picture', { type: 'image', fileId: 'page' }),
      stroke('erased picture', { type: 'image', fileId: 'other', isDeleted: true }),
      stroke('erased copy', { type: 'image', fileId: 'page', isDeleted: true }),
    ],
    [],
  )
  const sync = new BoardSync('board', edits, () => undefined)
  await sync.open()
  // With the erased copy, the device would forget the picture, too.
  expect([...kept.keys()]).toEqual(['changed', 'new', 'picture', 'erased copy'])
})

test('what others change of an element that is edited here shows once that ends, unless it was changed here', async () => {
  const sent: BoardElement[] = []
  const there = [stroke('read'), stroke('written')]
  serve(elements => {
    sent.push(...elements)
    return Response.json({ status: 'success', sequence: 3, refused: [] })
  }, there)
  const sync = new BoardSync('board', device().edits, () => undefined)
  const here = new Map((await sync.open()).map(element => [idOf(element), { ...element }]))
  const editor = () => sync.changed([...here.values()])
  let edited = ['read', 'written']
  const shown: BoardElement[] = []
  sync.start({
    ...scene,
    edited: () => new Set(edited),
    merge(elements) {
      shown.push(...elements)
      for (const element of elements) here.set(idOf(element), element)
      editor()
    },
    outdo: other => Object.assign(here.get(idOf(other))!, { version: versionOf(other).version + 1 }),
  })
  const theirs = there.map(element => ({ ...element, version: 9, x: 7 }))
  sync.heard({ board_id: 'board', before: 2, sequence: 3, elements: theirs })
  editor()
  expect(shown).toEqual([])
  // The last change and the end of the edit come in one.
  here.set('written', stroke('written', { version: 2, text: 'Heaps' }))
  edited = []
  editor()
  expect(shown).toMatchObject([{ id: 'read', x: 7 }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toMatchObject([{ id: 'written', version: 10, text: 'Heaps' }])
  expect(here.get('written')).toMatchObject({ version: 10, text: 'Heaps' })
  sync.end()
})

test('what is sent while it is edited, and heard before the server answers, is sent once', async () => {
  const sent: BoardElement[] = []
  serve(async elements => {
    sent.push(...elements)
    sync.heard({ board_id: 'board', before: sent.length - 1, sequence: sent.length, elements })
    return Response.json({ status: 'success', accepted: [], refused: [], sequence: sent.length })
  })
  const sync = new BoardSync('board', device().edits, () => undefined)
  await sync.open()
  const own = stroke('own')
  sync.start({
    ...scene,
    edited: () => new Set(['own']),
    outdo: () => Object.assign(own, { version: versionOf(own).version + 1 }),
  })
  sync.changed([own])
  await vi.advanceTimersByTimeAsync(3000)
  expect(sent).toMatchObject([{ id: 'own', version: 1 }])
  sync.end()
})

test('everything drawn without a network is on the device, however much it is', async () => {
  serve(() => {
    throw new TypeError('no network')
  })
  const { kept, edits } = device()
  const sync = new BoardSync('board', edits, () => undefined)
  await sync.open()
  sync.start(scene)
  const strokes = Array.from({ length: 120 }, (_, at) => stroke(`stroke-${at}`))
  sync.changed(strokes)
  await vi.advanceTimersByTimeAsync(1000)
  expect(kept.size).toBe(120)
  // The next one comes while the last attempt to send still waits for its turn.
  sync.changed([...strokes, stroke('late')])
  await vi.advanceTimersByTimeAsync(600)
  expect(kept.size).toBe(121)
  sync.changed([...strokes, stroke('late'), stroke('last')])
  sync.end()
  expect(kept.size).toBe(122)
})

test('a person hears whether what waits is on the device, and it is stored once there is room', async () => {
  serve(() => {
    throw new TypeError('no network')
  })
  const { kept, edits } = device()
  let isFull = true
  const heard: boolean[] = []
  const keep: UnsentEdits['keep'] = async (elements, pictures) => !isFull && edits.keep(elements, pictures)
  const sync = new BoardSync(
    'board',
    { ...edits, keep },
    () => undefined,
    isKept => heard.push(isKept),
  )
  await sync.open()
  sync.start(scene)
  sync.changed([stroke('first')])
  await vi.advanceTimersByTimeAsync(1000)
  expect([new Set(heard), kept.size]).toEqual([new Set([false]), 0])
  isFull = false
  sync.changed([stroke('first'), stroke('second')])
  await vi.advanceTimersByTimeAsync(1000)
  expect([heard.at(-1), kept.size]).toEqual([true, 2])
  sync.end()
})

test('what the device refused isn’t only here once the server has it', async () => {
  const server = Promise.withResolvers<void>()
  serve(async () => {
    await server.promise
    return Response.json({ status: 'success', sequence: 1, refused: [] })
  })
  const heard: boolean[] = []
  const answers: ((isKept: boolean) => void)[] = []
  const keep = () => new Promise<boolean>(resolve => answers.push(resolve))
  const refuse = async () => {
    answers.shift()!(false)
    await vi.advanceTimersByTimeAsync(1000)
  }
  const sync = new BoardSync(
    'board',
    { ...device().edits, keep },
    () => undefined,
    isKept => heard.push(isKept),
  )
  await sync.open()
  sync.start(scene)
  sync.changed([stroke('first')])
  await vi.advanceTimersByTimeAsync(1000)
  await refuse()
  expect(heard.at(-1)).toBe(false)
  server.resolve()
  await vi.advanceTimersByTimeAsync(1000)
  expect(heard.at(-1)).toBe(true)
  sync.changed([stroke('first'), stroke('second')])
  await vi.advanceTimersByTimeAsync(1000)
  await refuse()
  expect(heard.at(-1)).toBe(true)
  sync.end()
})

test('texts in any script fit into what a call takes, and one that never does is taken off the board', async () => {
  const sent: string[] = []
  serve(elements => {
    const bytes = new TextEncoder().encode(JSON.stringify({ elements })).length
    if (bytes > 256 * 1024) return Response.json({ code: 'too_large', detail: 'Too large.' }, { status: 413 })
    sent.push(...elements.map(idOf))
    return Response.json({ status: 'success', sequence: 1, refused: [] })
  })
  const states: string[] = []
  const removed: BoardElement[] = []
  const sync = new BoardSync('board', device().edits, state => states.push(state))
  await sync.open()
  sync.start({ ...scene, remove: elements => removed.push(...elements) })
  const text = (id: string, length: number) =>
    stroke(id, { type: 'text', points: [], text: '堆'.repeat(length) })
  sync.changed([text('first', 50_000), text('endless', 100_000), text('second', 50_000)])
  await vi.advanceTimersByTimeAsync(2000)
  expect([states.at(-1), sent, removed.map(idOf)]).toEqual(['saved', ['first', 'second'], ['endless']])
  sync.end()
})

test('a stroke for which a full board has no room keeps nobody’s other changes from the others', async () => {
  const server = new Map<string, BoardElement>()
  const sentence = 'This board is full. Continue on another one.'
  serve(elements => {
    if (elements.some(({ id }) => String(id).startsWith('too-much'))) {
      return Response.json({ code: 'too_large', detail: sentence }, { status: 413 })
    }
    for (const element of elements) server.set(idOf(element), element)
    return Response.json({ status: 'success', sequence: 1, refused: [] })
  })
  const { kept, edits } = device()
  const states: string[] = []
  const said: string[] = []
  const sync = new BoardSync('board', edits, state => states.push(state))
  await sync.open()
  sync.start({ ...scene, tell: text => said.push(text) })
  const [there, tooMuch] = [stroke('there'), stroke('too-much')]
  sync.changed([there])
  await vi.advanceTimersByTimeAsync(1000)
  sync.changed([{ ...there, version: 2, x: 7 }, tooMuch, stroke('too-much-too')])
  await vi.advanceTimersByTimeAsync(1000)
  expect(server.get('there')).toMatchObject({ version: 2, x: 7 })
  expect([states.at(-1), [...kept.keys()]]).toEqual(['no room', ['too-much', 'too-much-too']])

  const erased = (element: BoardElement) => ({ ...element, version: 3, isDeleted: true })
  sync.changed([erased(there), erased(tooMuch), stroke('too-much-too')])
  await vi.advanceTimersByTimeAsync(1000)
  expect(server.get('there')).toMatchObject({ isDeleted: true })
  expect([states.at(-1), [...kept.keys()]]).toEqual(['no room', ['too-much-too']])
  await vi.advanceTimersByTimeAsync(120_000)
  expect(said).toEqual([sentence])

  sync.changed([erased(there), erased(tooMuch), erased(stroke('too-much-too'))])
  await vi.advanceTimersByTimeAsync(1000)
  expect([states.at(-1), [...kept.keys()], [...server.keys()]]).toEqual(['saved', [], ['there']])
})

test('a picture that the server has no room for waits on the device, and the other drawing goes on', async () => {
  const sent: string[] = []
  serve(elements => {
    sent.push(...elements.map(idOf))
    return Response.json({ status: 'success', sequence: 1, refused: [] })
  })
  const detail = 'You’ve reached the limit for board pictures. Try again in an hour.'
  const image = stroke('image', { type: 'image', fileId: 'page' })
  let isFull = true
  const { kept, edits } = device()
  const states: string[] = []
  const said: string[] = []
  const sync = new BoardSync('board', edits, state => states.push(state))
  await sync.open()
  sync.start({
    ...scene,
    tell: text => said.push(text),
    sendPictures: async elements =>
      isFull ? { elements: elements.filter(({ type }) => type === 'image'), detail } : null,
  })
  sync.changed([stroke('stroke'), image])
  await vi.advanceTimersByTimeAsync(1000)
  expect([states.at(-1), sent, [...kept.keys()], said]).toEqual(['no room', ['stroke'], ['image'], [detail]])
  isFull = false
  await vi.advanceTimersByTimeAsync(60_000)
  expect([states.at(-1), sent, [...kept.keys()]]).toEqual(['saved', ['stroke', 'image'], []])
})

test('a stroke doesn’t wait for a picture that is on its way', async () => {
  const sent: string[] = []
  serve(elements => {
    sent.push(...elements.map(idOf))
    return Response.json({ status: 'success', sequence: 1, refused: [] })
  })
  const states: string[] = []
  const picture = Promise.withResolvers<null>()
  const sync = new BoardSync('board', device().edits, state => states.push(state))
  await sync.open()
  sync.start({ ...scene, sendPictures: () => picture.promise })
  const image = stroke('image', { type: 'image', fileId: 'page' })
  sync.changed([image, stroke('before')])
  await vi.advanceTimersByTimeAsync(1000)
  sync.changed([image, stroke('before'), stroke('after')])
  await vi.advanceTimersByTimeAsync(1000)
  expect([states.at(-1), sent]).toEqual(['saving', ['before', 'after']])
  picture.resolve(null)
  await vi.advanceTimersByTimeAsync(0)
  expect([states.at(-1), sent]).toEqual(['saved', ['before', 'after', 'image']])
})

test('a sweep of what was erased between two pages of a fetch takes nothing else off the screen', async () => {
  const page = (answer: object) => Response.json({ status: 'success', sequence: 5, more: false, ...answer })
  const answers = [
    page({ elements: [stroke('old')], whole: false }),
    page({ elements: [stroke('new')], sequence: 7, more: true, whole: false }),
    page({ elements: [stroke('newer')], sequence: 9, whole: true }),
    page({ elements: [stroke('old'), stroke('new')], sequence: 7, more: true, whole: true }),
    page({ elements: [stroke('newer')], sequence: 9, whole: true }),
  ]
  const asked: (string | null)[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(new URL(url, 'http://board').searchParams.get('after'))
    return answers.shift()
  })
  const sync = new BoardSync('board', device().edits, () => undefined)
  await sync.open()
  const left: string[][] = []
  sync.start({ ...scene, keepOnly: ids => left.push([...ids]) })
  await sync.catchUp()
  expect(left).toEqual([['old', 'new', 'newer']])
  expect(asked).toEqual([null, null, '7', null, '7'])
  sync.end()
})

test('others see what somebody draws without a rest, in a few calls a second', async () => {
  const sentAt: number[] = []
  serve(async () => {
    sentAt.push(Date.now())
    await new Promise(resolve => setTimeout(resolve, 30))
    return Response.json({ status: 'success', sequence: 1, refused: [] })
  })
  const sync = new BoardSync('board', device().edits, () => undefined)
  await sync.open()
  sync.start(scene)
  const begun = Date.now()
  for (let version = 1; version <= 100; version++) {
    sync.changed([stroke('long', { version })])
    await vi.advanceTimersByTimeAsync(20)
  }
  expect(sentAt[0]! - begun).toBeLessThan(200)
  expect(sentAt.length).toBeGreaterThan(9)
  expect(sentAt.length).toBeLessThan(15)
  sync.end()
})

test('what the server refuses goes; if it was a change, what the server has comes back, and can be changed again', async () => {
  const there = stroke('there', { version: 5 })
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { body }: RequestInit) => {
    if (!body) {
      return Response.json({ status: 'success', elements: [there], sequence: 3, more: false, whole: true })
    }
    const elements: BoardElement[] = JSON.parse(body as string).elements
    sent.push(...elements.map(({ id, version }) => `${id} ${version}`))
    const refused = elements.filter(({ opacity }) => opacity === 7).map(idOf)
    return Response.json({ status: 'success', sequence: 3, refused })
  })
  const shown = new Map<string, BoardElement>()
  const removed: [string[], boolean][] = []
  const sync = new BoardSync('board', device().edits, () => undefined)
  for (const element of await sync.open()) shown.set(idOf(element), element)
  sync.start({
    ...scene,
    merge(elements) {
      for (const element of elements) shown.set(idOf(element), element)
    },
    remove(elements, comeBack) {
      for (const id of elements.map(idOf)) shown.delete(id)
      removed.push([elements.map(idOf), comeBack])
    },
  })
  sync.changed([{ ...there, version: 9, opacity: 7 }, stroke('new', { opacity: 7 })])
  await vi.advanceTimersByTimeAsync(1000)
  expect(removed).toEqual([
    [['new'], false],
    [['there'], true],
  ])
  expect([...shown.values()]).toEqual([there])
  sync.changed([{ ...there, version: 6 }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(sent).toEqual(['there 9', 'new 1', 'there 6'])
  sync.end()
})

test.each([
  ['offline', () => Promise.reject(new TypeError('no network'))],
  ['signed out', () => Response.json({ code: 'unauthenticated' }, { status: 401 })],
  ['signed out', () => Response.json({ code: 'identity_mismatch' }, { status: 403 })],
  ['failing', () => Response.json({ code: 'rate_limited' }, { status: 429 })],
  ['failing', () => Response.json({ code: 'unavailable' }, { status: 503 })],
] as const)('a person reads why drawing isn’t saved: %s', async (state, answer) => {
  serve(answer)
  const states: string[] = []
  const { kept, edits } = device()
  const sync = new BoardSync('board', edits, next => states.push(next))
  await sync.open()
  sync.start(scene)
  sync.changed([stroke('own')])
  await vi.advanceTimersByTimeAsync(1000)
  expect([states.at(-1), [...kept.keys()]]).toEqual([state, ['own']])
  sync.end()
})

test.each([
  ['showing what others drew', { merge: fail }],
  ['sending a picture', { sendPictures: fail }],
] as const)(
  'a bug in %s is logged and not tried again, and drawing stays on the device',
  async (_, broken) => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    const calls = vi.fn(() => Response.json({ status: 'success', sequence: 1, refused: [] }))
    serve(calls, [stroke('theirs')])
    const states: string[] = []
    const { kept, edits } = device()
    const sync = new BoardSync('board', edits, next => states.push(next))
    await sync.open()
    sync.start({ ...scene, ...broken })
    const first = stroke('first', { type: 'image', fileId: 'page' })
    sync.changed([first])
    await sync.catchUp()
    await vi.advanceTimersByTimeAsync(60_000)
    sync.changed([first, stroke('second')])
    sync.retry()
    await sync.catchUp()
    await vi.advanceTimersByTimeAsync(60_000)
    expect([states.at(-1), [...kept.keys()], calls.mock.calls.length]).toEqual([
      'broken',
      ['first', 'second'],
      0,
    ])
    expect(logged.mock.calls).toEqual([
      ['A board isn’t synced anymore: This is a bug.', expect.any(TypeError)],
    ])
  },
)

test('a bug in showing what another screen draws ends the exchange, whatever the sending under way is answered', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  const answer = Promise.withResolvers<Response>()
  serve(() => answer.promise)
  const states: string[] = []
  const { kept, edits } = device()
  const sync = new BoardSync('board', edits, next => states.push(next))
  await sync.open()
  sync.start({ ...scene, merge: fail })
  sync.changed([stroke('first')])
  await vi.advanceTimersByTimeAsync(1000)
  sync.heard({ board_id: 'board', before: 0, sequence: 1, elements: [stroke('theirs')] })
  answer.reject(new TypeError('no network'))
  await vi.advanceTimersByTimeAsync(1000)
  sync.changed([stroke('first'), stroke('second')])
  await vi.advanceTimersByTimeAsync(1000)
  expect([states, [...kept.keys()]]).toEqual([
    ['saving', 'broken'],
    ['first', 'second'],
  ])
  expect(logged.mock.calls).toEqual([['A board isn’t synced anymore: This is a bug.', expect.any(TypeError)]])
})

test('a bug in showing what had to wait costs no stroke drawn meanwhile', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  serve(() => Response.json({ status: 'success', sequence: 1, refused: [] }))
  const states: string[] = []
  const { kept, edits } = device()
  const sync = new BoardSync('board', edits, next => states.push(next))
  await sync.open()
  const edited = vi.fn(() => new Set<string>()).mockReturnValueOnce(new Set(['theirs']))
  sync.start({ ...scene, edited, merge: fail })
  sync.heard({ board_id: 'board', before: 0, sequence: 1, elements: [stroke('theirs')] })
  expect(sync.changed([stroke('own')])).toBe(true)
  await vi.advanceTimersByTimeAsync(1000)
  expect([states, [...kept.keys()]]).toEqual([['broken'], ['own']])
  expect(logged).toHaveBeenCalledOnce()
})

function fail(): never {
  throw new TypeError('This is a bug.')
}
