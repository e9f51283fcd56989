import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { admin } from '#shared/api/admin.ts'
import { blocks } from '#shared/api/blocks.ts'
import type { Call } from '#shared/api/contract.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { search } from '#shared/api/search.ts'
import { freePort } from '../../../local/ports.ts'
import { runnerOf } from '../../../local/postgres/runner.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { type Balancer, startBalancer } from '../../../test/harness/balancer.ts'
import { eventually } from '../../../test/harness/eventually.ts'
import { type FollowedPostgres, startFollowedPostgres } from '../../../test/harness/followed-postgres.ts'
import { Person } from '../../../test/harness/person.ts'
import { type Stack, startStackOn } from '../../../test/harness/stack.ts'
import { readContract } from '../../../test/rules/contract.ts'
import { createReplica, mostLagMs } from './replica.ts'

let postgres: FollowedPostgres
let stack: Stack
/** The way to the standby, which can break. */
let line: Balancer
let port: number
let replicaUrl: string
/** Two servers that read from the standby. The stack's own doesn't. */
let servers: string[]
let section: Section
let ann: Person
let ben: Person
let cara: Person
let opal: Person
let post: PostCard

const openLine = async () => {
  line = await startBalancer(port, [postgres.standby.url])
}

beforeAll(async () => {
  postgres = await startFollowedPostgres()
  stack = await startStackOn(postgres.url)
  port = await freePort()
  await openLine()
  const url = new URL(runnerOf(stack.databaseUrl))
  url.port = String(port)
  replicaUrl = url.href
  const env = { DATABASE_REPLICA_URL: replicaUrl, LOG_LEVEL: 'fatal' }
  servers = [await stack.startSecond(env), await stack.startSecond(env)]
  const signIn = async (name: string) => (await stack.signIn(name)).at(servers[0]!)
  ann = await signIn('ann')
  ben = await signIn('ben')
  cara = await signIn('cara')
  opal = await signIn('opal.operator')
  section = await addSection(stack.db)
  post = await addPost(ann, section, { name: 'Ann on heaps' })
  await stack.jobsDone()
}, 120_000)
afterAll(async () => {
  await stack?.close()
  await line?.close()
  await postgres?.close()
})

beforeEach(async () => {
  await eventually('the replica has caught up and is read', isRead)
})

/** As the browser some seconds later: it has dropped the cookie that says that it wrote. */
function later(person: Person): Person {
  person.cookies.delete('ignite.wrote')
  return person
}

async function isRead(): Promise<boolean> {
  const { standby } = await postgres.statementsDuring(async () => {
    for (const url of servers) await new Person(url).call(posts.list)
  })
  return standby.length >= 2
}

const shows = async (person: Person) => {
  const { status, body } = await person.call(posts.list)
  expect(status).toBe(200)
  return body.posts.some(({ id }) => id === post.id)
}

test('feeds, searches and profiles are read from the replica, and the primary only says who asks', async () => {
  const inputs: Record<string, object> = {
    'posts.list': { query: { type: 'classes' } },
    'posts.ofPerson': { query: { username: 'ann' } },
    'posts.ofCourse': { query: { course_id: section.courseId } },
    'posts.saved': {},
    'search.posts': { query: { text: 'heaps' } },
    'search.pages': { query: { text: 'heaps' } },
    'search.ownPosts': { query: { text: 'heaps' } },
    'search.people': { query: { text: 'ann' } },
    'profiles.own': {},
    'profiles.ofPerson': { query: { username: 'ann' } },
    'profiles.ofEmail': { body: { email: 'ben@example.edu' } },
    'profiles.uniqueCrns': { body: { username: 'ann' } },
  }
  const calls = [...(await readContract())].filter(([, call]) => call.mayLag)
  expect(calls.map(([name]) => name).sort()).toEqual(Object.keys(inputs).sort())
  for (const [name, call] of calls) {
    // The server's own work goes on meanwhile.
    await eventually(`only the replica answers ${name}`, async () => {
      const { primary, standby } = await postgres.statementsDuring(async () => {
        const { status } = await later(ben).call(call as Call, inputs[name] as never)
        expect([name, status]).toEqual([name, 200])
        expect(ben.cookies.has('ignite.wrote')).toBe(false)
      })
      const others = primary.filter(statement => !/from logins|platform\.call_counts/.test(statement))
      return standby.length > 0 && others.length === 0
    })
  }
})

test('after a write, the primary answers whoever wrote, on every server; later the replica does', async () => {
  const saved = await ben.call(posts.save, { body: { post_id: post.id, notes: 'for Friday' } })
  expect(saved.status).toBe(200)
  for (const url of servers) {
    const { primary, standby } = await postgres.statementsDuring(async () => {
      const { body } = await ben.at(url).call(posts.saved)
      expect(body.posts.map(({ notes }) => notes)).toEqual(['for Friday'])
    })
    expect(primary.some(statement => statement.includes('saved_posts'))).toBe(true)
    expect(standby).toEqual([])
  }
  const { standby } = await postgres.statementsDuring(async () => void (await later(ben).call(posts.saved)))
  expect(standby).not.toEqual([])
})

test('the browser drops the mark of its write only when a replica that is read has the write', async () => {
  const { headers } = await ann.call(profiles.save, { body: { description: 'Likes heaps.' } })
  const [mark] = headers.getSetCookie().filter(cookie => cookie.startsWith('ignite.wrote='))
  expect(mark).toMatch(/; HttpOnly; SameSite=Lax$/)
  // Browsers count whole seconds.
  expect(Number(/Max-Age=(\d+)/.exec(mark!)![1]) - 1).toBeGreaterThan(mostLagMs / 1000)
})

describe('while the replica applies nothing', () => {
  beforeEach(() => postgres.pauseStandby())
  afterEach(() => postgres.resumeStandby())

  test('people see at once what they wrote themselves', async () => {
    for (const description of ['Likes heaps.', 'Likes trees.']) {
      await ann.call(profiles.save, { body: { description } })
      for (const url of servers) {
        const { body } = await ann.at(url).call(profiles.own)
        expect(body.profile.description).toBe(description)
      }
    }
    const second = await addPost(ann, section, { name: 'Ann on trees' })
    for (const url of servers) {
      const { body } = await ann.at(url).call(posts.list)
      expect(body.posts[0]!.id).toBe(second.id)
    }
    await ann.call(posts.remove, { query: { id: second.id } })
    expect((await ann.call(posts.list)).body.posts.map(({ id }) => id)).toEqual([post.id])
  })

  test('a profile is found by a name that only the primary has', async () => {
    // The replica is left when it has applied nothing for a second: then the answer says nothing.
    await eventually('the replica was asked', async () => {
      const username = `cara.${crypto.randomUUID().slice(0, 8)}`
      expect((await cara.call(profiles.rename, { body: { username } })).status).toBe(200)
      const { standby } = await postgres.statementsDuring(async () => {
        const { status, body } = await later(ben).call(profiles.ofPerson, { query: { username } })
        expect([status, body.profile.username]).toEqual([200, username])
      })
      if (standby.length > 0) return true
      await postgres.resumeStandby()
      await eventually('the replica is read again', isRead)
      await postgres.pauseStandby()
      return false
    })
  })

  test.each([
    {
      what: 'its author blocks them',
      hide: () => ann.call(blocks.block, { body: { username: 'ben' } }),
      undo: () => ann.call(blocks.unblock, { body: { username: 'ben' } }),
    },
    {
      what: 'an operator hides it',
      hide: () => opal.call(admin.hidePost, { body: { id: post.id, reason: 'A test.' } }),
      undo: () => opal.call(admin.showPost, { body: { id: post.id } }),
    },
  ])('a second after $what, a post is in no list of people who may not see it', async ({ hide, undo }) => {
    expect(await shows(later(ben))).toBe(true)
    expect((await hide()).status).toBe(200)
    const hiddenAt = performance.now()
    for (;;) {
      const askedAt = performance.now()
      const shown = await shows(ben)
      if (askedAt - hiddenAt > mostLagMs) expect(shown).toBe(false)
      if (!shown) break
    }
    // The next reading is the primary's as well: a replica that was left stays left until it has caught up.
    expect(await shows(ben)).toBe(false)
    await undo()
  })
})

describe('when the replica fails', () => {
  /** Returns how long the slowest read took. */
  const readAll = async () => {
    const tookMs: number[] = []
    const timed = async (read: () => Promise<void>) => {
      const began = performance.now()
      await read()
      tookMs.push(performance.now() - began)
    }
    for (const url of servers) {
      await timed(async () => expect(await shows(later(ben).at(url))).toBe(true))
      await timed(async () => {
        const found = await ben.at(url).call(search.people, { query: { text: 'ann' } })
        expect(found.status).toBe(200)
      })
    }
    return Math.max(...tookMs)
  }

  test('no read fails while it is down, and it is read again when it is back', async () => {
    const reading = Promise.all(Array.from({ length: 20 }, readAll))
    await line.close()
    await reading
    for (let n = 0; n < 20; n++) await readAll()
    await openLine()
    await eventually('the replica is read again', isRead)
  })

  test('no read fails or waits for long while it hangs, and it is read again when it goes on', async () => {
    const thaw = await postgres.freezeStandby()
    try {
      const longestMs = await Promise.all(Array.from({ length: 12 }, readAll))
      // Security D-2.
      expect(Math.max(...longestMs)).toBeLessThan(10_000)
    } finally {
      thaw()
    }
    await eventually('the replica is read again', isRead)
  })

  test('the log says so once, and when it is back', async () => {
    const { log } = Fastify({ logger: { level: 'silent' } })
    const [warned, informed] = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
    const databaseUrl = runnerOf(stack.databaseUrl)
    const replica = createReplica({ databaseUrl, databaseReplicaUrl: replicaUrl, databasePoolSize: 2 }, log)
    replica.start()
    await eventually('it is fresh', async () => replica.isFresh())
    await line.close()
    await eventually('it isn’t fresh', async () => !replica.isFresh())
    await openLine()
    await eventually('it is fresh again', async () => replica.isFresh())
    await replica.close()
    expect(warned.mock.calls.map(([, text]) => text)).toEqual([
      'the replica isn’t usable; reads go to the primary',
    ])
    expect(informed.mock.calls.map(([text]) => text)).toEqual(['the replica is read again'])
  })

  test('a database that follows no other is no replica', async () => {
    const { log } = Fastify({ logger: { level: 'silent' } })
    const warned = vi.spyOn(log, 'warn')
    const databaseUrl = runnerOf(stack.databaseUrl)
    const replica = createReplica({ databaseUrl, databaseReplicaUrl: databaseUrl, databasePoolSize: 2 }, log)
    replica.start()
    await eventually('it is refused', async () => warned.mock.calls.length > 0)
    expect(warned.mock.calls[0]).toEqual([
      { reason: 'it is no standby' },
      'the replica isn’t usable; reads go to the primary',
    ])
    expect(replica.isFresh()).toBe(false)
    await replica.close()
  })
})

test('without the setting, the primary answers everything and no cookie is set', async () => {
  const dora = await stack.signIn('dora')
  const { standby } = await postgres.statementsDuring(async () => {
    await dora.call(profiles.save, { body: { description: 'Likes trees.' } })
    await dora.call(posts.list)
  })
  expect(standby).toEqual([])
  expect([...dora.cookies.keys()]).not.toContain('ignite.wrote')
})
