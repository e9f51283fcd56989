import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { account } from '#shared/api/account.ts'
import { alerts } from '#shared/api/alerts.ts'
import { blocks } from '#shared/api/blocks.ts'
import { bookings } from '#shared/api/bookings.ts'
import { conversations } from '#shared/api/conversations.ts'
import { follows } from '#shared/api/follows.ts'
import { messages } from '#shared/api/messages.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { sessions } from '#shared/api/sessions.ts'
import { beginJob } from '../../../local/jobs.ts'
import { factsOfEachKind } from '../../../test/factories/alert-facts.ts'
import { addAlert, signing } from '../../../test/factories/alerts.ts'
import { accept, freeTiles, request } from '../../../test/factories/bookings.ts'
import { addSection } from '../../../test/factories/catalog.ts'
import { makeConversation, write as writeIn } from '../../../test/factories/conversations.ts'
import { enrolIn, holdPlaceIn, payPlaceIn } from '../../../test/factories/enrolments.ts'
import { stopTheClock } from '../../../test/factories/money.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { dayAhead, makeSession, savePlan } from '../../../test/factories/sessions.ts'
import { makeTutor } from '../../../test/factories/tutors.ts'
import { enterLive, heard } from '../../../test/harness/live.ts'
import type { Person } from '../../../test/harness/person.ts'
import { signInTo } from '../../../test/harness/sign-in.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { kinds, knownKinds } from '../alert-kinds.ts'
import { readMessages, tellOfMessage } from './message-alerts.ts'
import { remind } from './remind.ts'
import { subscriptionToken } from './subscription.ts'
import { tell } from './tell.ts'

let stack: Stack
let second: string

beforeAll(async () => {
  stack = await startStack()
  second = await stack.startSecond()
  await stopTheClock(stack)
})
afterAll(() => stack?.close())

const idOf = async (person: Person) => (await person.call(profiles.own)).body.profile.id

async function listOf(person: Person, query: { unread?: 'true'; cursor?: string } = {}) {
  return (await person.call(alerts.list, { query })).body
}

const kindsOf = async (person: Person) => (await listOf(person)).data.map(({ kind }) => kind)
const unreadOf = async (person: Person) => (await person.call(alerts.unread)).body.unread

type Mail = { subject: string; text: string; html: string | null }

async function mailsTo(name: string): Promise<Mail[]> {
  await stack.jobsDone()
  const response = await fetch(`${stack.url}/local/mail/messages?to=${name}@example.edu`)
  return ((await response.json()) as { messages: Mail[] }).messages
}

/** For these tests' own alerts; the servers send mails and live events. */
const deps = (): Pick<Deps, 'db' | 'jobs' | 'now' | 'realtime'> => {
  const unheard = { enqueue: async () => {}, tell: async () => {} } as unknown as Deps['jobs'] &
    Deps['realtime']
  return { db: stack.db, now: stack.clock.now, jobs: unheard, realtime: unheard }
}

describe('the list', () => {
  test('shows every kind, in words and with the person, the latest first, and skips what it can’t read', async () => {
    const ana = await stack.signIn('ana.all')
    const ben = await stack.signIn('ben.busy')
    const id = await idOf(ana)
    const ids = {
      other: await idOf(ben),
      booking: id,
      session: id,
      post: id,
      conversation: id,
    }
    for (const [kind, facts] of Object.entries(factsOfEachKind(ids))) await addAlert(stack, id, kind, facts)
    await addAlert(stack, id, 'of_a_later_version', {})
    const first = await listOf(ana)
    const second = await listOf(ana, { cursor: first.next_cursor! })
    const all = [...first.data, ...second.data]
    expect(all.map(({ kind }) => kind)).toEqual(knownKinds.names.toReversed())
    expect(second.next_cursor).toBeNull()
    expect(all.find(({ kind }) => kind === 'follow')).toMatchObject({
      title: 'Ben Busy started following you',
      together: 'started following you',
      link: '/profile/ben.busy',
      read: false,
      person: { username: 'ben.busy', name: 'Ben Busy' },
    })
    expect(await unreadOf(ana)).toBe(all.length)
    expect(await kindsOf(ben)).toEqual([])
  })

  test('names a document as its post is called now, and stores no title', async () => {
    const ana = await stack.signIn('ana.author')
    const id = await idOf(ana)
    const post = await addPost(ana, await addSection(stack.db), { name: 'Heaps' })
    const { document_id: documentId } = await stack.db
      .selectFrom('posts')
      .select('document_id')
      .where('id', '=', post.id)
      .executeTakeFirstOrThrow()
    await beginJob(stack.db, 'tell-document-indexed', { documentId })
    await stack.jobsDone()
    const { rows } = await sql<{ facts: object }>`
      select facts from alerts where user_id = ${id} and kind = 'document_indexed'`.execute(stack.db)
    expect(JSON.stringify(rows)).toContain(post.id)
    expect(JSON.stringify(rows)).not.toContain('Heaps')
    // As a former release stored it.
    await addAlert(stack, id, 'document_indexed', { post_id: post.id, title: 'Heaps' })
    await sql`update posts set title = 'Trees' where id = ${post.id}`.execute(stack.db)
    const abouts = async () => (await listOf(ana)).data.map(({ about }) => about)
    expect(await abouts()).toEqual(['Trees', 'Trees'])
    await ana.call(posts.remove, { query: { id: post.id } })
    expect(await abouts()).toEqual(['A post', 'A post'])
  })

  test('refuses an invalid cursor or zone', async () => {
    const ana = await stack.signIn('ana.all')
    expect((await ana.call(alerts.list, { query: { cursor: 'x' } })).status).toBe(422)
    expect((await ana.call(alerts.list, { query: { timezone: 'Mars/Olympus' } })).status).toBe(422)
  })
})

describe('a new follower', () => {
  test('makes one alert, live on every server, which a block removes', async () => {
    const ana = await stack.signIn('ana.followed')
    const ben = await stack.signIn('ben.fickle')
    const [here, there] = await Promise.all([enterLive(ana, '/product'), enterLive(ana, '/product', second)])
    const both = Promise.all([heard<{ id: string }>(here, 'alert'), heard<{ id: string }>(there, 'alert')])
    const username = 'ana.followed'
    await ben.call(follows.follow, { body: { username } })
    const [one, other] = await both
    expect(one.id).toBe(other.id)
    expect(await listOf(ana)).toMatchObject({ data: [{ id: one.id, kind: 'follow' }] })
    await ben.call(follows.unfollow, { body: { username } })
    await ben.call(follows.follow, { body: { username } })
    expect(await kindsOf(ana)).toEqual(['follow'])
    expect(await mailsTo('ana.followed')).not.toContainEqual(
      expect.objectContaining({ subject: expect.stringContaining('follows') }),
    )
    const gone = heard(there, 'alerts_read')
    await ana.call(blocks.block, { body: { username: 'ben.fickle' } })
    await gone
    expect(await kindsOf(ana)).toEqual([])
    here.disconnect()
    there.disconnect()
  })
})

test('a page that connects is told how many alerts are unread', async () => {
  const ana = await stack.signIn('ana.connects')
  await addAlert(stack, await idOf(ana), 'payouts_ready', {})
  const { promise: told, resolve } = Promise.withResolvers()
  const page = await enterLive(ana, '/product', second, socket => socket.once('alerts_unread', resolve))
  expect(await told).toEqual({ unread: 1 })
  page.disconnect()
})

describe('marking', () => {
  test('counts down, and only for the person’s own alerts', async () => {
    const [ana, ben] = [await stack.signIn('ana.marks'), await stack.signIn('ben.pries')]
    const id = await idOf(ana)
    const { id: one } = await addAlert(stack, id, 'payouts_ready', {})
    await addAlert(stack, id, 'payouts_ready', {})
    expect((await ben.call(alerts.mark, { body: { ids: [one], read: true } })).status).toBe(404)
    expect((await ana.call(alerts.mark, { body: { ids: [one], read: true } })).body.unread).toBe(1)
    expect((await listOf(ana, { unread: 'true' })).data).toHaveLength(1)
    expect((await ana.call(alerts.mark, { body: { ids: [one], read: false } })).body.unread).toBe(2)
  })

  test('all leaves out alerts that the reader hadn’t been shown, even with an older id, and can be undone', async () => {
    const ana = await stack.signIn('ana.races')
    const id = await idOf(ana)
    const early = await addAlert(stack, id, 'payouts_ready', {})
    await ana.call(alerts.mark, { body: { ids: [early.id], read: true } })
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const { promise: written, resolve: isWritten } = Promise.withResolvers<void>()
    const open = stack.db.transaction().execute(async trx => {
      await tell(trx, deps(), id, { kind: kinds.payout_paid, facts: { amount: '$1.00' } })
      isWritten()
      await mayCommit
    })
    await written
    await addAlert(stack, id, 'payout_paid', { amount: '$2.00' })
    const { data, seen } = await listOf(ana)
    expect(data.map(({ read }) => read)).toEqual([false, true])
    commit()
    await open
    stack.clock.advance({ seconds: 1 })
    const { body } = await ana.call(alerts.markAll, { body: { seen } })
    expect(body).toMatchObject({ marked: 1, unread: 1 })
    const after = (await listOf(ana)).data
    expect(after.map(({ title, read }) => ({ title, read }))).toEqual([
      { title: '$2.00 is in your bank account', read: true },
      { title: '$1.00 is in your bank account', read: false },
      { title: 'You can withdraw now', read: true },
    ])
    expect((await ana.call(alerts.unmarkAll, { body: { read_at: body.read_at } })).body.unread).toBe(2)
    expect((await listOf(ana)).data.at(-1)!.read).toBe(true)
    for (const strange of ['5:4:', '1:9:9,1', '99999999999999999999999:1:', 'x']) {
      expect((await ana.call(alerts.markAll, { body: { seen: strange } })).status).toBe(422)
    }
  })
})

describe('preferences', () => {
  test('decide for the screen and for emails, except where fixed', async () => {
    const [ana, ben] = [await stack.signIn('ana.prefers'), await stack.signIn('ben.new')]
    const set = (group: 'follows' | 'money', channel: 'in_app' | 'mail', wanted: boolean) =>
      ana.call(alerts.prefer, { body: { group, channel, wanted } })
    await set('follows', 'in_app', false)
    const { body } = await set('follows', 'mail', true)
    expect(body.data).toContainEqual({ group: 'follows', in_app: false, mail: true })
    await ben.call(follows.follow, { body: { username: 'ana.prefers' } })
    expect(await kindsOf(ana)).toEqual([])
    expect(await unreadOf(ana)).toBe(0)
    const [mail] = await mailsTo('ana.prefers')
    expect(mail).toMatchObject({
      subject: 'Ben New started following you',
      html: expect.stringContaining('Ben New'),
    })
    await set('follows', 'mail', false)
    const carl = await stack.signIn('carl.new')
    await carl.call(follows.follow, { body: { username: 'ana.prefers' } })
    await stack.jobsDone()
    const mails = await mailsTo('ana.prefers')
    expect(mails.filter(({ subject }) => subject.includes('following'))).toHaveLength(1)
    const refused = await set('money', 'mail', false)
    expect(refused).toMatchObject({ status: 422, problem: { detail: 'You can’t turn this off.' } })
  })

  test('for no alerts still let open pages refresh what one would be about', async () => {
    const [ana, ben] = [await stack.signIn('ana.quiet'), await stack.signIn('ben.comes')]
    for (const channel of ['in_app', 'mail'] as const) {
      await ana.call(alerts.prefer, { body: { group: 'follows', channel, wanted: false } })
    }
    const page = await enterLive(ana, '/product', second)
    const changed = heard(page, 'changed')
    await ben.call(follows.follow, { body: { username: 'ana.quiet' } })
    expect(await changed).toEqual({})
    expect(await unreadOf(ana)).toBe(0)
    page.disconnect()
  })

  test('say if the mailbox rejected an email: then no more are sent until the person asks or their address is confirmed anew', async () => {
    const username = 'nobody.there'
    const person = await stack.signIn(username)
    await stack.jobsDone()
    const rejected = async () => (await person.call(profiles.own)).body.profile.email_refused
    // The welcome mail was.
    expect(await rejected()).toBe(true)
    const since = () =>
      stack.db.selectFrom('users').select('email_refused_at').where('username', '=', username).execute()
    const first = await since()
    const becomeFollowed = async (name: string) => {
      const fan = await stack.signIn(name)
      await fan.call(follows.follow, { body: { username } })
      await stack.jobsDone()
    }
    await person.call(alerts.prefer, { body: { group: 'follows', channel: 'mail', wanted: true } })
    stack.clock.advance({ minutes: 1 })
    await becomeFollowed('fan.first')
    expect(await since()).toEqual(first)

    expect((await person.call(profiles.retryEmail)).body.profile.email_refused).toBe(false)
    await becomeFollowed('fan.second')
    expect(await rejected()).toBe(true)
    await signInTo(stack.visitor(), `${username}@example.edu`)
    expect(await rejected()).toBe(false)
  })

  test('can be switched off for one group by the link in a mail, by a mail program or a person, and by nothing else', async () => {
    const ana = await stack.signIn('ana.ends')
    const userId = await idOf(ana)
    const visitor = stack.visitor()
    await ana.call(alerts.prefer, { body: { group: 'follows', channel: 'mail', wanted: true } })
    const token = subscriptionToken(signing, { userId, group: 'follows', from: stack.clock.now() })
    const wanted = async (group: string) =>
      (await ana.call(alerts.preferences)).body.data.find(one => one.group === group)!.mail
    const [who, , until, signature] = token.split('.')
    const stale = subscriptionToken(signing, {
      userId,
      group: 'follows',
      from: stack.clock.now().subtract({ hours: 24 * 181 }),
    })
    const fixed = subscriptionToken(signing, { userId, group: 'money', from: stack.clock.now() })
    const forged = [
      `${who}.messages.${until}.${signature}`,
      `${who}.follows.9999999999.${signature}`,
      `${token}x`,
      `${token}.x`,
      'x',
      stale,
      fixed,
    ]
    for (const query of forged.map(one => ({ token: one }))) {
      expect((await visitor.call(alerts.subscription, { query })).status).toBe(404)
      expect((await visitor.call(alerts.unsubscribe, { query })).status).toBe(404)
    }
    expect(await visitor.call(alerts.subscription, { query: { token } })).toMatchObject({
      body: { group: 'follows', mail: true },
    })
    expect(await wanted('follows')).toBe(true)
    const answer = await visitor.fetch(`${alerts.unsubscribe.path}?token=${token}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    })
    expect(answer.status).toBe(200)
    expect(await wanted('follows')).toBe(false)
    expect(await wanted('messages')).toBe(true)
    const form = new FormData()
    form.append('List-Unsubscribe', 'One-Click')
    const again = await visitor.fetch(`${alerts.unsubscribe.path}?token=${token}`, {
      method: 'POST',
      body: form,
    })
    expect(again.status).toBe(200)
  })

  test('of a closed account count as off, and its mails’ link still works', async () => {
    const ana = await stack.signIn('ana.closes')
    const token = subscriptionToken(signing, {
      userId: await idOf(ana),
      group: 'messages',
      from: stack.clock.now(),
    })
    expect((await ana.call(account.remove, { body: { username: 'ana.closes' } })).status).toBe(200)
    await stack.jobsDone()
    const visitor = stack.visitor()
    for (const call of [alerts.subscription, alerts.unsubscribe]) {
      expect(await visitor.call(call, { query: { token } })).toMatchObject({
        status: 200,
        body: { group: 'messages', mail: false },
      })
    }
  })
})

describe('messages', () => {
  test('in a conversation are one alert while unread, read with the conversation, and none from a blocked person', async () => {
    const [ana, ben] = [await stack.signIn('ana.away'), await stack.signIn('ben.writes')]
    const [toId, fromId] = [await idOf(ana), await idOf(ben)]
    const conversationId = await makeConversation([ben, 'ben.writes'], [ana, 'ana.away'])
    const told = (messageId: string) =>
      tellOfMessage(deps(), { toId, fromId, conversationId, messageId, request: false })
    for (const words of ['Hello?', 'Are you there?']) await writeIn(ben, conversationId, words)
    // Two at once, and one whose job died after its commit.
    await Promise.all([told('m1'), told('m2')])
    await writeIn(ben, conversationId, 'Ana?')
    await told('m3')
    await told('m3')
    expect((await listOf(ana)).data).toMatchObject([
      { kind: 'message', title: 'Ben Writes sent you 3 messages', link: `/messages/${conversationId}` },
    ])
    await readMessages(deps(), toId, conversationId)
    expect(await unreadOf(ana)).toBe(0)
    await ana.call(blocks.block, { body: { username: 'ben.writes' } })
    await told('m4')
    expect(await kindsOf(ana)).toEqual([])
  })

  test('that were read or deleted before their job ran are no alert', async () => {
    const [amy, bob] = [await stack.signIn('amy.reads'), await stack.signIn('bob.hurries')]
    const conversationId = await makeConversation([bob, 'bob.hurries'], [amy, 'amy.reads'])
    const [toId, fromId] = [await idOf(amy), await idOf(bob)]
    const told = (messageId: string) =>
      tellOfMessage(deps(), { toId, fromId, conversationId, messageId, request: false })
    const { seq } = await writeIn(bob, conversationId, 'Are you there?')
    await amy.call(conversations.read, { params: { id: conversationId }, body: { seq } })
    await told('m1')
    const deleted = await writeIn(bob, conversationId, 'Never mind')
    await bob.call(messages.remove, { params: { id: conversationId, seq: deleted.seq } })
    await told('m2')
    expect(await kindsOf(amy)).toEqual([])
  })

  test('that were read by then aren’t mailed anymore', async () => {
    const [ivy, jon] = [await stack.signIn('ivy.away'), await stack.signIn('jon.writes')]
    const mailLate = async (seq: number) => {
      const message = {
        conversation_id: `0199aaaa-0000-7000-8000-00000000001${seq}`,
        message_id: '1',
        count: 1,
      }
      const facts = { ...message, other_id: await idOf(jon) }
      const { id } = await addAlert(stack, await idOf(ivy), 'message', facts)
      if (seq === 1) await ivy.call(alerts.mark, { body: { ids: [id], read: true } })
      await beginJob(stack.db, 'alert-mail', { alertId: id })
      await stack.jobsDone()
    }
    await mailLate(1)
    const subjects = async () => (await mailsTo('ivy.away')).map(({ subject }) => subject)
    expect(await subjects()).toEqual(['Welcome to Ignite'])
    await mailLate(2)
    expect(await subjects()).toEqual(['Jon Writes sent you a message', 'Welcome to Ignite'])
  })

  test('of a kind that only a newer server knows are mailed by that one', async () => {
    const [noa, oli] = [await stack.signIn('noa.newer'), await stack.signIn('oli.older')]
    const message = {
      conversation_id: '0199aaaa-0000-7000-8000-000000000021',
      message_id: '1',
      count: 1,
      other_id: await idOf(oli),
    }
    const { id } = await addAlert(stack, await idOf(noa), 'of_a_later_version', message)
    await sql`
      insert into pgboss.job (name, data, retry_limit, retry_delay)
      values ('alert-mail', ${JSON.stringify({ alertId: id })}, 8, 60)`.execute(stack.db)
    const waiting = () =>
      sql`select from pgboss.job where data->>'alertId' = ${id} and state = 'retry'`.execute(stack.db)
    await expect.poll(async () => (await waiting()).rows.length).toBe(1)
    // What the older server sees once the newer one has replaced it.
    await sql`update alerts set kind = 'message' where id = ${id}`.execute(stack.db)
    await stack.jobsDone()
    expect((await mailsTo('noa.newer'))[0]?.subject).toBe('Oli Older sent you a message')
  })

  test('that come after their alert was marked read are another alert and mail, and until then join it', async () => {
    const [ann, bea] = [await stack.signIn('ann.marks'), await stack.signIn('bea.writes')]
    const conversationId = await makeConversation([bea, 'bea.writes'], [ann, 'ann.marks'])
    const write = async (words: string) => {
      await writeIn(bea, conversationId, words)
      stack.clock.advance({ minutes: 3 })
      await sql`insert into pgboss.job (name) values ('alert-unread-messages')`.execute(stack.db)
      await stack.jobsDone()
      return (await listOf(ann)).data.map(({ id, title, read }) => ({ id, title, read }))
    }
    const subjects = async () => (await mailsTo('ann.marks')).map(({ subject }) => subject)
    const [first] = await write('Did you find the proof?')
    const { id } = first!
    expect(await write('It’s on page 9.')).toEqual([
      { id, title: 'Bea Writes sent you 2 messages', read: false },
    ])
    await ann.call(alerts.mark, { body: { ids: [id], read: true } })
    expect(await write('Ann?')).toMatchObject([
      { title: 'Bea Writes sent you 3 messages', read: false },
      { id, read: true },
    ])
    expect(await subjects()).toEqual([
      'Bea Writes sent you 3 messages',
      'Bea Writes sent you a message',
      'Welcome to Ignite',
    ])
  })

  test('that come a day after their unread alert are another alert and mail, which replaces it', async () => {
    const [gus, hal] = [await stack.signIn('gus.ignores'), await stack.signIn('hal.writes')]
    const conversationId = await makeConversation([hal, 'hal.writes'], [gus, 'gus.ignores'])
    const write = async (words: string) => {
      await writeIn(hal, conversationId, words)
      stack.clock.advance({ minutes: 3 })
      await beginJob(stack.db, 'alert-unread-messages')
      await stack.jobsDone()
    }
    await write('See you on Monday.')
    stack.clock.advance({ hours: 23 })
    await write('Bring the notes.')
    expect(await listOf(gus)).toMatchObject({ data: [{ title: 'Hal Writes sent you 2 messages' }] })
    stack.clock.advance({ hours: 1 })
    await write('Our meeting moved, please answer.')
    expect((await listOf(gus)).data).toMatchObject([
      { title: 'Hal Writes sent you 3 messages', read: false },
      { title: 'Hal Writes sent you 2 messages', read: true },
    ])
    expect(await unreadOf(gus)).toBe(1)
    expect((await mailsTo('gus.ignores')).map(({ subject }) => subject)).toEqual([
      'Hal Writes sent you 3 messages',
      'Hal Writes sent you a message',
      'Welcome to Ignite',
    ])
  })

  test('that follow a change of how the person wants to hear of them are told in the new way', async () => {
    const [ina, kai] = [await stack.signIn('ina.chooses'), await stack.signIn('kai.writes')]
    const conversationId = await makeConversation([kai, 'kai.writes'], [ina, 'ina.chooses'])
    const prefer = (channel: 'in_app' | 'mail', wanted: boolean) =>
      ina.call(alerts.prefer, { body: { group: 'messages', channel, wanted } })
    const write = async (words: string) => {
      await writeIn(kai, conversationId, words)
      stack.clock.advance({ minutes: 3 })
      await beginJob(stack.db, 'alert-unread-messages')
      await stack.jobsDone()
      return (await listOf(ina)).data.map(({ title }) => title)
    }
    await prefer('in_app', false)
    expect(await write('Did you find the proof?')).toEqual([])
    await prefer('in_app', true)
    expect(await write('It’s on page 9.')).toEqual(['Kai Writes sent you 2 messages'])
    expect(await unreadOf(ina)).toBe(1)

    await prefer('in_app', false)
    await prefer('mail', false)
    const page = await enterLive(ina, '/product')
    const events: string[] = []
    page.onAny(event => events.push(event))
    const changed = heard(page, 'changed')
    expect(await write('No, 10.')).toEqual(['Kai Writes sent you 2 messages'])
    await changed
    expect(events).not.toContain('alert')
    expect(await unreadOf(ina)).toBe(1)
    page.disconnect()
  })

  test('unread for three minutes in the chat become an alert and a mail, and reading them there ends it', async () => {
    const [eli, fay] = [await stack.signIn('eli.reads'), await stack.signIn('fay.writes')]
    const conversationId = await makeConversation([fay, 'fay.writes'], [eli, 'eli.reads'])
    const look = async () => {
      await sql`insert into pgboss.job (name) values ('alert-unread-messages')`.execute(stack.db)
      await stack.jobsDone()
    }
    await writeIn(fay, conversationId, 'Did you find the proof?')
    stack.clock.advance({ minutes: 2 })
    await look()
    expect(await kindsOf(eli)).toEqual([])
    stack.clock.advance({ minutes: 1 })
    await look()
    const link = `/messages/${conversationId}`
    expect((await listOf(eli)).data).toMatchObject([
      { kind: 'message', title: 'Fay Writes sent you a message', link, read: false },
    ])
    const mails = await mailsTo('eli.reads')
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Fay Writes sent you a message',
      'Welcome to Ignite',
    ])
    expect(mails[0]!.text).toContain(link)
    // The words stay in the conversation.
    expect(JSON.stringify(mails)).not.toContain('proof')
    expect(await kindsOf(fay)).toEqual([])
    await eli.call(conversations.read, { params: { id: conversationId }, body: { seq: 3 } })
    await stack.jobsDone()
    expect(await unreadOf(eli)).toBe(0)
  })
})

describe('reminders', () => {
  const remindersOf = async (person: Person) =>
    (await listOf(person)).data
      .filter(({ kind }) => kind.startsWith('meeting_'))
      .map(({ kind, title }) => ({ kind, title }))

  /** Two servers at once. */
  const look = () => Promise.all([remind(deps()), remind(deps())])
  const until = (iso: string, before: Temporal.DurationLike) => {
    const target = Temporal.Instant.from(iso).subtract(before)
    stack.clock.advance({ milliseconds: target.epochMilliseconds - stack.clock.now().epochMilliseconds })
  }

  test('come a day and ten minutes ahead to both sides, once each, and never for a canceled meeting', async () => {
    const [tia, sam] = [await stack.signIn('tia.tutor'), await stack.signIn('sam.student')]
    const postId = await makeTutor(stack, tia)
    const [slot, later] = await freeTiles(sam, postId, 4)
    const id = await request(stack, sam, postId, slot!)
    const gone = await request(stack, sam, postId, later!)
    await accept(tia, id)
    await accept(tia, gone)
    await sam.call(bookings.cancel, { body: { bookingId: gone } })
    until(slot!.start, { hours: 24, minutes: 1 })
    await look()
    expect(await remindersOf(sam)).toEqual([])
    until(slot!.start, { hours: 23, minutes: 59 })
    await look()
    await look()
    expect(await remindersOf(sam)).toEqual([
      { kind: 'meeting_tomorrow', title: expect.stringMatching(/^Meeting with Tia Tutor on /) },
    ])
    expect(await remindersOf(tia)).toMatchObject([{ kind: 'meeting_tomorrow' }])
    until(slot!.start, { minutes: 10 })
    await look()
    expect((await remindersOf(sam)).map(({ kind }) => kind)).toEqual(['meeting_soon', 'meeting_tomorrow'])
    expect(await remindersOf(tia)).toHaveLength(2)
    until(slot!.start, { minutes: -30 })
    await look()
    expect(await remindersOf(sam)).toHaveLength(2)
  })

  test('come to nobody who wants none, nor does anything else reach their pages', async () => {
    const [tim, sol] = [await stack.signIn('tim.teaches'), await stack.signIn('sol.quiet')]
    const postId = await makeTutor(stack, tim)
    const [slot] = await freeTiles(sol, postId, 4)
    await accept(tim, await request(stack, sol, postId, slot!))
    // The last-minute ones are mailed only to those who want that.
    for (const [group, channel] of [
      ['reminders', 'in_app'],
      ['reminders', 'mail'],
      ['last_reminders', 'in_app'],
    ] as const) {
      await sol.call(alerts.prefer, { body: { group, channel, wanted: false } })
    }
    const solId = await idOf(sol)
    const told: string[] = []
    const realtime = {
      tell: (_trx: unknown, _namespace: string, room: string) => told.push(room),
    } as unknown as Deps['realtime']
    for (const minutes of [23 * 60, 9]) {
      until(slot!.start, { minutes })
      await remind({ ...deps(), realtime })
    }
    expect(await remindersOf(tim)).toHaveLength(2)
    expect(told.filter(room => room === `person:${solId}`)).toEqual([])
    expect(told).toContain(`person:${await idOf(tim)}`)
    await sol.call(alerts.prefer, { body: { group: 'last_reminders', channel: 'in_app', wanted: true } })
    await look()
    expect((await remindersOf(sol)).map(({ kind }) => kind)).toEqual(['meeting_soon'])
  })

  test('that could be mailed only later aren’t, once their meeting moved, was canceled or has begun', async () => {
    const [tom, sue] = [await stack.signIn('tom.teaches'), await stack.signIn('sue.studies')]
    const [tomId, sueId] = [await idOf(tom), await idOf(sue)]
    const postId = await makeTutor(stack, tom)
    const [slot, later] = await freeTiles(sue, postId, 4)
    const id = await request(stack, sue, postId, slot!)
    await accept(tom, id)
    const session = await makeSession(stack, tom, { starts_on: dayAhead(stack, 6), rate: '' })
    const [time] = session.upcoming
    const mailLate = async (userId: string, of: object) => {
      const facts = { booking_id: null, session_id: null, other_id: null, ...of }
      const alert = await addAlert(stack, userId, 'meeting_tomorrow', facts)
      await beginJob(stack.db, 'alert-mail', { alertId: alert.id })
    }
    const student = (starts_on: string) => mailLate(sueId, { booking_id: id, starts_on, other_id: tomId })
    const owner = () => mailLate(tomId, { session_id: session.id, starts_on: time!.starts_at })
    const mailed = async () => {
      const mails = [...(await mailsTo('sue.studies')), ...(await mailsTo('tom.teaches'))]
      return mails.filter(({ subject }) => /^(Meeting with|You’re teaching)/.test(subject)).length
    }
    await student(slot!.start)
    await owner()
    expect(await mailed()).toBe(2)
    await student(later!.start)
    await sue.call(bookings.cancel, { body: { bookingId: id } })
    await student(slot!.start)
    until(time!.starts_at, { seconds: -1 })
    await owner()
    expect(await mailed()).toBe(2)
  })

  test('for a free session go to its members and its owner, again once it moves, and late while still useful', async () => {
    const [ola, eve] = [await stack.signIn('ola.owner'), await stack.signIn('eve.enrolled')]
    const session = await makeSession(stack, ola, { rate: undefined, title: 'Free heaps' })
    const lonely = await makeSession(stack, ola, { rate: undefined, start_time: '15:00', end_time: '16:00' })
    await enrolIn(session, eve)
    // Down for three hours.
    until(session.upcoming[0]!.starts_at, { hours: 21 })
    await look()
    expect(await remindersOf(eve)).toMatchObject([{ kind: 'meeting_tomorrow' }])
    expect(await remindersOf(ola)).toEqual([
      { kind: 'meeting_tomorrow', title: expect.stringMatching(/^You’re teaching on /) },
    ])
    expect(lonely.upcoming).toHaveLength(1)
    const { status } = await savePlan(stack, ola, session, {
      rate: undefined,
      title: 'Free heaps',
      start_time: '12:30',
      end_time: '13:30',
    })
    expect(status).toBe(200)
    await look()
    expect(await remindersOf(eve)).toHaveLength(2)
    // Down at that moment for four more hours: too late for the day-ahead reminder.
    until(session.upcoming[0]!.starts_at, { hours: 1 })
    await look()
    expect(await remindersOf(eve)).toHaveLength(2)
  })

  test('for a paid session go to its owner and to everyone who paid, not to those who only enrolled, pay late or canceled', async () => {
    const owner = await stack.signIn('pia.paid')
    const [payer, held, gone] = [
      await stack.signIn('pat.payer'),
      await stack.signIn('hal.held'),
      await stack.signIn('gil.gone'),
    ]
    const session = await makeSession(stack, owner, { starts_on: dayAhead(stack, 3) })
    const place = await payPlaceIn(stack, session, payer)
    const given = await payPlaceIn(stack, session, gone)
    await gone.call(bookings.cancel, { body: { bookingId: given } })
    const { starts_at } = session.upcoming[0]!
    until(starts_at, { hours: 23, minutes: 50 })
    await enrolIn(session, held)
    await holdPlaceIn(session, held)
    await look()
    expect((await listOf(payer)).data.find(({ kind }) => kind === 'meeting_tomorrow')).toMatchObject({
      title: expect.stringMatching(/^Meeting with Pia Paid on /),
      link: `/booking/${place}`,
    })
    expect(await remindersOf(owner)).toEqual([
      { kind: 'meeting_tomorrow', title: expect.stringMatching(/^You’re teaching on /) },
    ])
    until(starts_at, { minutes: 9 })
    await look()
    await look()
    expect((await remindersOf(payer)).map(({ kind }) => kind)).toEqual(['meeting_soon', 'meeting_tomorrow'])
    expect(await remindersOf(owner)).toHaveLength(2)
    for (const person of [held, gone]) expect(await remindersOf(person)).toEqual([])
  })

  test('of a session in person say where it is, and send only those who pay for it to the call', async () => {
    const [owner, fay] = [await stack.signIn('gus.gives'), await stack.signIn('fay.free')]
    const [seller, pat] = [await stack.signIn('sue.sells'), await stack.signIn('pat.pays')]
    const plan = { title: 'Heaps', location: 'Library, room 214' }
    const free = await makeSession(stack, owner, { ...plan, rate: '' })
    const paid = await makeSession(stack, seller, plan)
    await enrolIn(free, fay)
    await payPlaceIn(stack, paid, pat)
    for (const person of [owner, fay, seller, pat]) {
      const body = { group: 'last_reminders', channel: 'mail', wanted: true } as const
      await person.call(alerts.prefer, { body })
    }
    until(free.upcoming[0]!.starts_at, { minutes: 9 })
    await sql`insert into pgboss.job (name) values ('remind')`.execute(stack.db)
    const reminderTo = async (name: string) =>
      (await mailsTo(name)).find(({ subject }) => subject.includes('starts at'))!.text
    for (const [person, name, call] of [
      [fay, 'fay.free', null],
      [owner, 'gus.gives', null],
      [pat, 'pat.pays', 'Press Join Now when you get there, and stay in the call for at least 5 minutes'],
      [seller, 'sue.sells', 'Press Start Now when you get there and have your students press Join Now.'],
    ] as const) {
      const text = await reminderTo(name)
      expect(text).toContain('\nWhere: Library, room 214\n')
      expect(text).not.toContain('You can join now.')
      if (call) expect(text).toContain(call)
      else expect(text).not.toMatch(/Join Now|Start Now/)
      const { about } = (await listOf(person)).data.find(({ kind }) => kind === 'meeting_soon')!
      expect(about).toBe('Heaps · Library, room 214')
    }
    const actionIn = async (person: Person, { id }: { id: string }) =>
      (await person.call(sessions.get, { query: { id } })).body.session.upcoming[0]!.action
    expect([await actionIn(fay, free), await actionIn(owner, free)]).toEqual(['none', 'none'])
    expect([await actionIn(pat, paid), await actionIn(seller, paid)]).toEqual(['join', 'start'])
  })

  test('of a session of somebody who then blocks the reader don’t say where it is, except for a paid place', async () => {
    const [owner, fay, pat] = [
      await stack.signIn('ola.blocks'),
      await stack.signIn('fay.blocked'),
      await stack.signIn('pat.blocked'),
    ]
    const plan = { title: 'Heaps', location: 'Library, room 214' }
    const later = { start_time: '11:00', end_time: '12:00' }
    const free = await makeSession(stack, owner, { ...plan, rate: '' })
    const paid = await makeSession(stack, owner, { ...plan, ...later })
    await enrolIn(free, fay)
    await payPlaceIn(stack, paid, pat)
    until(paid.upcoming[0]!.starts_at, { hours: 22 })
    await look()
    for (const username of ['fay.blocked', 'pat.blocked'])
      await owner.call(blocks.block, { body: { username } })
    const moved = { ...plan, location: 'My kitchen', rate: '' }
    expect((await savePlan(stack, owner, free, moved)).status).toBe(200)
    const aboutTo = async (person: Person) =>
      (await listOf(person)).data.find(({ kind }) => kind === 'meeting_tomorrow')?.about
    expect(await aboutTo(fay)).toBe('Heaps')
    expect(await aboutTo(pat)).toBe('Heaps · Library, room 214')
  })
})
