import { expect, test } from 'vitest'
import { Delivery, type OutboxStore, type Setback } from './delivery.ts'
import { inOrder, type Outgoing, readOutgoing } from './outbox.ts'

/** The storage that a browser's tabs share, and a server that remembers what it got. */
class World {
  readonly kept = new Map<string, Outgoing>()
  readonly arrived: string[] = []
  readonly tried: string[] = []
  answer: (message: Outgoing) => void = () => {}
  readonly waits: (() => void)[] = []
  refusesLocks = false
  #last: Promise<void> = Promise.resolve()

  readonly store: OutboxStore = {
    fresh: () => inOrder(this.kept.values()),
    keep: message => void this.kept.set(message.id, message),
    remove: id => void this.kept.delete(id),
  }

  tab(): Delivery {
    return new Delivery({
      store: this.store,
      send: async message => {
        this.tried.push(message.id)
        await Promise.resolve()
        this.answer(message)
        if (!this.arrived.includes(message.id)) this.arrived.push(message.id)
      },
      setbackOf: error => error as Setback,
      alone: work => {
        if (this.refusesLocks) return Promise.reject(new DOMException('Not now.', 'AbortError'))
        this.#last = this.#last.then(work)
        return this.#last
      },
      now: () => 1_000,
      wait: (_ms, then) => {
        this.waits.push(then)
        return () => {}
      },
    })
  }
}

const written = (id: string) => ({
  id,
  conversationId: 'c',
  text: `text of ${id}`,
  replyTo: null,
  attachments: [],
  writtenAt: '2026-11-21T12:00:00.000Z',
})
const offline: Setback = { kind: 'passing', words: 'offline' }

test('messages arrive in the order they were written, each once', async () => {
  const world = new World()
  const tab = world.tab()
  for (const id of ['z', 'a', 'm']) tab.add(written(id))
  await tab.deliver()
  await expect.poll(() => world.arrived).toEqual(['z', 'a', 'm'])
  expect(world.tried).toEqual(['z', 'a', 'm'])
  expect(world.kept.size).toBe(0)
})

test('without a network everything waits, with the reason, and is sent in order once it is back', async () => {
  const world = new World()
  const tab = world.tab()
  world.answer = () => {
    throw offline
  }
  for (const id of ['1', '2', '3']) tab.add(written(id))
  await expect.poll(() => tab.waitingFor()).toBe('offline')
  await expect.poll(() => world.waits.length).toBeGreaterThan(0)
  expect([...world.kept.keys()]).toEqual(['1', '2', '3'])
  expect(new Set(world.tried)).toEqual(new Set(['1']))
  world.answer = () => {}
  world.waits.at(-1)!()
  await expect.poll(() => world.arrived).toEqual(['1', '2', '3'])
  expect(tab.waitingFor()).toBeNull()
})

test('a message whose answer was lost is sent again, and the server stores it once', async () => {
  const world = new World()
  const tab = world.tab()
  let lost = false
  world.answer = message => {
    if (message.id === '1' && !lost) {
      lost = true
      world.arrived.push('1')
      throw offline
    }
  }
  for (const id of ['1', '2']) tab.add(written(id))
  await expect.poll(() => world.waits.length).toBe(1)
  world.waits[0]!()
  await expect.poll(() => world.kept.size).toBe(0)
  expect(world.arrived).toEqual(['1', '2'])
  expect(world.tried.filter(id => id === '1')).toHaveLength(2)
})

test('a refused message stays with its reason while the others are sent, and can be retried or discarded', async () => {
  const world = new World()
  const tab = world.tab()
  const refused: Setback = { kind: 'refused', words: 'Too long.' }
  world.answer = ({ id }) => {
    if (id !== '2') return
    throw refused
  }
  for (const id of ['1', '2', '3']) tab.add(written(id))
  await expect.poll(() => world.arrived).toEqual(['1', '3'])
  await expect.poll(() => world.kept.get('2')?.refusal).toBe('Too long.')
  tab.retry('2')
  await expect.poll(() => world.tried.filter(id => id === '2').length).toBe(2)
  await expect.poll(() => world.kept.get('2')?.refusal).toBe('Too long.')
  world.answer = () => {}
  tab.retry('2')
  await expect.poll(() => world.arrived).toEqual(['1', '3', '2'])
  tab.remove('2')
  expect(world.kept.size).toBe(0)
})

test('a message at which the server fails again and again is refused, and those after it are sent', async () => {
  const world = new World()
  const tab = world.tab()
  const failed: Setback = { kind: 'failed', words: 'Something went wrong.' }
  world.answer = ({ id }) => {
    if (id === '1') throw failed
  }
  for (const id of ['1', '2']) tab.add(written(id))
  await expect
    .poll(() => {
      world.waits.splice(0).at(-1)?.()
      return world.arrived
    })
    .toEqual(['2'])
  expect(world.tried.filter(id => id === '1')).toHaveLength(5)
  expect(world.kept.get('1')?.refusal).toBe('Something went wrong.')
  expect(tab.waitingFor()).toBeNull()
})

test('a waiting message can be discarded, and the next one is tried at once', async () => {
  const world = new World()
  const tab = world.tab()
  world.answer = ({ id }) => {
    if (id === '1') throw offline
  }
  for (const id of ['1', '2']) tab.add(written(id))
  await expect.poll(() => world.waits.length).toBe(1)
  await tab.remove('1')
  expect(world.arrived).toEqual(['2'])
  expect(world.kept.size).toBe(0)
})

test('a message that is discarded while it is on its way is gone either way', async () => {
  const world = new World()
  const tab = world.tab()
  const refused: Setback = { kind: 'refused', words: 'Too long.' }
  let removed = Promise.resolve()
  world.answer = ({ id }) => {
    removed = world.tab().remove(id)
    if (id === '2') throw refused
  }
  tab.add(written('1'))
  await expect.poll(() => world.arrived).toEqual(['1'])
  await removed
  tab.add(written('2'))
  await expect.poll(() => world.tried).toContain('2')
  await removed
  expect(world.arrived).toEqual(['1'])
  expect(world.kept.size).toBe(0)
})

test('a tab that got no lock sends later', async () => {
  const world = new World()
  const tab = world.tab()
  world.refusesLocks = true
  world.store.keep({ ...written('1'), order: 1, refusal: null })
  await expect(tab.deliver()).rejects.toThrow('Not now.')
  world.refusesLocks = false
  await tab.deliver()
  expect(world.arrived).toEqual(['1'])
})

test('two tabs send each message once', async () => {
  const world = new World()
  const [one, other] = [world.tab(), world.tab()]
  one.add(written('1'))
  other.add(written('2'))
  one.add(written('3'))
  await Promise.all([one.deliver(), other.deliver()])
  await expect.poll(() => world.arrived).toEqual(['1', '2', '3'])
  expect(world.tried).toEqual(['1', '2', '3'])
})

test('stored messages are read back unchanged, and anything else is ignored', () => {
  const message: Outgoing = { ...written('1'), order: 5, refusal: null }
  expect(readOutgoing(JSON.stringify(message))).toEqual(message)
  const broken = [null, '', 'no json', '[]', '{}', JSON.stringify({ ...message, order: '5' })]
  broken.push(JSON.stringify({ ...message, attachments: [{ id: 1 }] }))
  broken.push(JSON.stringify({ ...message, replyTo: {} }))
  for (const json of broken) expect(readOutgoing(json), json ?? '').toBeNull()
})
