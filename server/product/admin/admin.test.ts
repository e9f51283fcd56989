import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { admin, decisions } from '#shared/api/admin.ts'
import { files } from '#shared/api/files.ts'
import { logins } from '#shared/api/logins.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { reports } from '#shared/api/reports.ts'
import { search } from '#shared/api/search.ts'
import { support } from '#shared/api/support.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePng } from '../../../test/factories/documents.ts'
import { addPost } from '../../../test/factories/posts.ts'
import { storedObjects } from '../../../test/factories/stored-objects.ts'
import { earn } from '../../../test/factories/wallets.ts'
import type { Person } from '../../../test/harness/person.ts'
import { signInTo } from '../../../test/harness/sign-in.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let section: Section
let author: Person
let reader: Person
let operator: Person
let colleague: Person

beforeAll(async () => {
  stack = await startStack({ OPERATOR_EMAILS: 'opal.operator@example.edu, Omar.Operator@example.edu' })
  section = await addSection(stack.db)
})

// One of the tests moves the clock past the end of a login.
beforeEach(async () => {
  author = await stack.signIn('ana.author')
  reader = await stack.signIn('ray.reader')
  operator = await stack.signIn('opal.operator')
  colleague = await stack.signIn('omar.operator')
})

afterAll(() => stack?.close())

const reason = 'It holds the answers of an exam that is being written.'

const hide = (person: Person, id: string) => person.call(admin.hidePost, { body: { id, reason } })
const show = (person: Person, id: string) => person.call(admin.showPost, { body: { id } })
const remove = (person: Person, id: string) => person.call(admin.removePost, { body: { id, reason } })
const suspend = (person: Person, username: string) =>
  person.call(admin.suspend, { body: { username, reason } })
const reinstate = (person: Person, username: string) => person.call(admin.reinstate, { body: { username } })
const report = (person: Person, about: { post_id: string } | { username: string }) =>
  person.call(reports.create, { body: { ...about, reason: 'integrity', details: 'Page 3.' } })
const close = (person: Person, id: string, outcome: 'upheld' | 'dismissed') =>
  person.call(admin.closeReport, { body: { id, outcome } })
/** Every open report, across pages. */
async function open(person: Person) {
  const found = []
  let cursor: string | undefined
  do {
    const { body } = await person.call(admin.reports, { query: { cursor } })
    found.push(...body.reports)
    cursor = body.next_cursor ?? undefined
  } while (cursor)
  return found
}

async function entries() {
  const { rows } = await sql<{ action: string; operator: string; person: string | null }>`
    select action, o.username as operator, p.username as person, post_title, reason
    from audit_entries e join users o on o.id = e.operator_id left join users p on p.id = e.person_id
    order by e.id`.execute(stack.db)
  return rows
}

type Mail = { subject: string; text: string }

async function mailTo(email: string): Promise<Mail[]> {
  await stack.jobsDone()
  const response = await fetch(`${stack.url}/local/mail/messages?to=${encodeURIComponent(email)}`)
  return ((await response.json()) as { messages: Mail[] }).messages
}

/** The ways to reach a post, and whether this person can reach it there. */
async function placesOf(post: PostCard, person: Person) {
  const feed = await person.call(posts.list, { query: {} })
  const own = await person.call(posts.ofPerson, { query: { username: post.username } })
  const found = await person.call(search.posts, { query: { text: post.post_name } })
  const saved = await person.call(posts.saved, { query: {} })
  const has = (cards: { id: string }[] | undefined) => (cards ?? []).some(card => card.id === post.id)
  const thumbnail = await fetch(new URL(post.thumb_url!, stack.url))
  await thumbnail.body?.cancel()
  return {
    feed: has(feed.body.posts),
    person: has(own.body.posts),
    search: has(found.body.posts),
    saved: has(saved.body.posts),
    page: (await person.call(posts.get, { params: { id: post.id } })).status,
    document: (await person.call(files.download, { body: { key: post.doc_url } })).status,
    thumbnail: thumbnail.status,
  }
}

const everywhere = {
  feed: true,
  person: true,
  search: true,
  saved: true,
  page: 200,
  document: 200,
  thumbnail: 200,
}
const nowhere = {
  feed: false,
  person: false,
  search: false,
  saved: false,
  page: 404,
  document: 404,
  thumbnail: 404,
}

async function addPicturedPost(name: string): Promise<PostCard> {
  const post = await addPost(author, section, { name, file: await makePng(), type: 'image/png' })
  await reader.call(posts.save, { body: { post_id: post.id, notes: 'for the exam' } })
  return post
}

describe('hiding a post', () => {
  test('hides it from everyone but its author, who reads why, and showing it restores everything', async () => {
    const post = await addPicturedPost('Zygomorphic petals')
    expect(await placesOf(post, reader)).toEqual(everywhere)
    expect((await hide(operator, post.id)).status).toBe(200)
    expect(await placesOf(post, reader)).toEqual(nowhere)
    const own = await author.call(posts.get, { params: { id: post.id } })
    expect([own.status, own.body.post.hidden_reason]).toEqual([200, reason])
    expect((await author.call(files.download, { body: { key: post.doc_url } })).status).toBe(200)
    const { body } = await author.call(decisions)
    expect(body.decisions[0]).toMatchObject({
      action: 'hide_post',
      post_id: post.id,
      post_title: 'Zygomorphic petals',
      reason,
    })
    expect((await show(operator, post.id)).status).toBe(200)
    expect(await placesOf(post, reader)).toEqual(everywhere)
  })

  test('leaves it open to operators, with the reason and the document, but not in their lists', async () => {
    const post = await addPicturedPost('Quokka habitats')
    await hide(operator, post.id)
    const seen = await colleague.call(posts.get, { params: { id: post.id } })
    expect([seen.status, seen.body.post.hidden_reason]).toEqual([200, reason])
    expect((await colleague.call(files.download, { body: { key: post.doc_url } })).status).toBe(200)
    expect(await placesOf(post, colleague)).toMatchObject({ feed: false, person: false, search: false })
  })

  test('is not undone by reindexing the post', async () => {
    const post = await addPicturedPost('Xylem vessels')
    await hide(operator, post.id)
    await sql`update sections set title = 'Botany' where id = ${section.sectionId}`.execute(stack.db)
    await stack.db.updateTable('posts').set({ details: 'Xylem again' }).where('id', '=', post.id).execute()
    expect((await placesOf(post, reader)).search).toBe(false)
  })

  test('tells the author by email, once, with the reason and where to write', async () => {
    const post = await addPicturedPost('Mailed about')
    await hide(operator, post.id)
    const mails = (await mailTo('ana.author@example.edu')).filter(({ text }) => text.includes('Mailed about'))
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toBe('Your post was hidden')
    expect(mails[0]!.text).toContain(reason)
    expect(mails[0]!.text).toContain('/faq?contact=1')
    expect(mails[0]!.text).not.toMatch(/opal/i)
  })

  test('needs a reason', async () => {
    const post = await addPost(author, section)
    const { status, problem } = await operator.call(admin.hidePost, { body: { id: post.id, reason: '  ' } })
    expect([status, problem.detail]).toEqual([422, 'Reason is required.'])
  })

  test('by two operators at once happens once; the second gets a 409, and so does one who shows a visible post', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const post = await addPost(author, section)
      const before = (await entries()).length
      const hidden = await Promise.all([hide(operator, post.id), hide(colleague, post.id)])
      expect(hidden.map(({ status }) => status).sort()).toEqual([200, 409])
      const shown = await Promise.all([show(operator, post.id), show(colleague, post.id)])
      expect(shown.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await entries()).length).toBe(before + 2)
    }
    expect((await hide(operator, '01999999-9999-7999-8999-999999999999')).status).toBe(404)
  })
})

describe('removing a post', () => {
  test('deletes it with its document for good; its author and its reports still say what it was', async () => {
    await stack.jobsDone()
    const stored = () => storedObjects(stack.storageDir)
    const before = await stored()
    const post = await addPicturedPost('Answers of Friday')
    await report(reader, { post_id: post.id })
    expect((await stored()).length).toBeGreaterThan(before.length)
    const [one, other] = await Promise.all([remove(operator, post.id), remove(colleague, post.id)])
    expect([one.status, other.status].sort()).toEqual([200, 404])
    expect(await placesOf(post, reader)).toEqual(nowhere)
    expect((await author.call(posts.get, { params: { id: post.id } })).status).toBe(404)
    await stack.jobsDone()
    expect(await stored()).toHaveLength(before.length)
    const row = (await open(operator)).find(({ post_title }) => post_title === 'Answers of Friday')
    expect(row).toMatchObject({ post: null, person: { username: 'ana.author' }, alike: 1 })
    const { body } = await author.call(decisions)
    expect(body.decisions[0]).toMatchObject({
      action: 'remove_post',
      post_title: 'Answers of Friday',
      reason,
    })
    const mails = await mailTo('ana.author@example.edu')
    expect(mails.map(({ subject }) => subject)).toContain('Your post was removed')
    expect((await close(operator, row!.id, 'upheld')).status).toBe(200)
  })
})

describe('suspending a person', () => {
  test('ends every login, refuses sign-in, hides their posts, and reinstating undoes it', async () => {
    const sam = await stack.signIn('sam.suspended')
    const second = await stack.signIn('sam.suspended')
    const post = await addPost(sam, section, { name: 'Sams umbrella notes' })
    const hiddenApart = await addPost(sam, section, { name: 'Sams own fault' })
    await hide(operator, hiddenApart.id)
    // Looked up a moment ago: the node's cache must not keep them signed in.
    expect((await sam.call(posts.list, { query: { type: 'following' } })).status).toBe(200)
    expect((await suspend(operator, '@Sam.Suspended')).status).toBe(200)
    for (const person of [sam, second]) {
      expect((await person.call(posts.list, { query: { type: 'following' } })).status).toBe(401)
      expect((await person.call(logins.read)).body.login).toBeNull()
    }
    expect((await reader.call(posts.get, { params: { id: post.id } })).status).toBe(404)
    expect((await reader.call(posts.ofPerson, { query: { username: 'sam.suspended' } })).status).toBe(404)
    const found = await reader.call(search.posts, { query: { text: 'umbrella' } })
    expect(found.body.posts).toEqual([])
    expect(await signInTo(stack.visitor(), 'sam.suspended@example.edu')).toBe(
      '/login?error=suspended&provider=google&next=%2Fexplore',
    )
    expect((await reinstate(operator, 'sam.suspended')).status).toBe(200)
    expect(await signInTo(stack.visitor(), 'sam.suspended@example.edu')).toBe('/explore')
    expect((await reader.call(posts.get, { params: { id: post.id } })).status).toBe(200)
    expect((await reader.call(posts.get, { params: { id: hiddenApart.id } })).status).toBe(404)
    const again = await reader.call(search.posts, { query: { text: 'umbrella' } })
    expect(again.body.posts.map(({ id }) => id)).toEqual([post.id])
    const mails = await mailTo('sam.suspended@example.edu')
    expect(mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['Your account is suspended', 'Your account is active again']),
    )
  })

  test('also hides a post that was being created at that moment', async () => {
    for (let turn = 0; turn < 5; turn++) {
      const name = `hasty${turn}`
      const person = await stack.signIn(name)
      const id = await sql<{ id: string }>`select id from users where username = ${name}`
        .execute(stack.db)
        .then(({ rows }) => rows[0]!.id)
      const template = await addPost(person, section)
      const [suspended] = await Promise.all([
        suspend(operator, name),
        sql`with file as (
            insert into files (owner_id, purpose, name, type, size, sha256, pages, state, upload_key, object_key, accepted_at)
            select owner_id, purpose, name, type, size, sha256, pages, state, upload_key || 'b', object_key || 'b', accepted_at
            from files where id = ${template.doc_url} returning id)
          insert into posts (author_id, course_id, section_id, document_id, title, details)
          select ${id}, ${section.courseId}, ${section.sectionId}, id, 'Hasty', 'In the same moment' from file`.execute(
          stack.db,
        ),
      ])
      expect(suspended.status).toBe(200)
    }
    const { rows } = await sql`select title from posts join users on users.id = author_id
      where users.suspended_at is not null and posts.visible`.execute(stack.db)
    expect(rows).toEqual([])
  })

  test('is refused for oneself and for another operator, in any case of the address', async () => {
    const oneself = await suspend(operator, 'opal.operator')
    expect([oneself.status, oneself.problem.detail]).toEqual([422, 'You can’t suspend yourself.'])
    expect((await suspend(operator, 'omar.operator')).status).toBe(422)
    expect((await suspend(operator, 'nobody.at.all')).status).toBe(404)
  })

  test('by two operators at once happens once; so does reinstating', async () => {
    await stack.signIn('tim.twice')
    for (let turn = 0; turn < 5; turn++) {
      const before = (await entries()).length
      const out = await Promise.all([suspend(operator, 'tim.twice'), suspend(colleague, 'tim.twice')])
      expect(out.map(({ status }) => status).sort()).toEqual([200, 409])
      const back = await Promise.all([reinstate(operator, 'tim.twice'), reinstate(colleague, 'tim.twice')])
      expect(back.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await entries()).length).toBe(before + 2)
    }
  })
})

describe('people', () => {
  const find = async (text: string, cursor?: string) => {
    const { body } = await operator.call(admin.people, { query: { text, cursor } })
    return body
  }
  const names = async (text: string) => (await find(text)).people.map(({ person }) => person.username)

  test('are found by username, address and name, suspended or not, and say what an operator has to know', async () => {
    await stack.signIn('petra.people')
    await stack.signIn('petra.peoples')
    await suspend(operator, 'petra.people')
    expect(await names('@Petra.People')).toEqual(['petra.people', 'petra.peoples'])
    expect(await names('petra')).toEqual(['petra.peoples', 'petra.people'])
    const [found] = (await find(' Petra.People@example.edu')).people
    expect(found).toMatchObject({
      person: { username: 'petra.people', name: 'Petra People' },
      address: 'petra.people@example.edu',
      address_confirmed: true,
      operator: false,
    })
    expect(Temporal.Instant.compare(found!.suspended_on!, stack.clock.now())).toBeLessThanOrEqual(0)
    expect((await find('omar.operator')).people).toMatchObject([{ operator: true, suspended_on: null }])
    expect(await names('%')).toEqual([])
  })

  test('without a text are those who are suspended, page by page', async () => {
    await stack.db
      .insertInto('users')
      .values(
        Array.from({ length: 25 }, (_, n) => ({
          name: `Sus ${n}`,
          username: `sus.number${n}`,
          email: `sus.number${n}@example.edu`,
          suspended_at: stack.clock.now(),
        })),
      )
      .execute()
    const first = await find('')
    const second = await find('', first.next_cursor!)
    const all = [...first.people, ...second.people]
    expect(all.every(({ suspended_on }) => suspended_on !== null)).toBe(true)
    expect(new Set(all.map(({ person }) => person.username)).size).toBe(all.length)
    expect(all.filter(({ person }) => person.username.startsWith('sus.number'))).toHaveLength(25)
    expect(second.next_cursor).toBeNull()
  })

  test('whose account is closed are found no more', async () => {
    await stack.signIn('gus.gone')
    await operator.call(admin.closeAccount, { body: { username: 'gus.gone' } })
    expect(await names('gus.gone')).toEqual([])
    expect(await names('gus.gone@example.edu')).toEqual([])
  })

  test('aren’t closed while they have money here, and the operator reads how much and where', async () => {
    await stack.signIn('rita.rich')
    await earn(stack, 'rita.rich', 2000, { student: 'stan.rich' })
    const refused = await operator.call(admin.closeAccount, { body: { username: 'rita.rich' } })
    expect(refused).toMatchObject({
      status: 409,
      problem: { detail: expect.stringContaining('you have $20.00 in your wallet.') },
    })
  })
})

describe('the queue of reports', () => {
  test('shows each report with the post, the people and the number of similar ones, the oldest first', async () => {
    const post = await addPost(author, section, { name: 'Queued notes' })
    await report(reader, { post_id: post.id })
    await report(await stack.signIn('quin'), { post_id: post.id })
    await stack.signIn('sid.single')
    await report(reader, { username: 'sid.single' })
    const queue = (await open(operator)).slice(-3)
    expect(queue).toMatchObject([
      {
        reason: 'integrity',
        details: 'Page 3.',
        reporter: { username: 'ray.reader', email: null },
        person: { username: 'ana.author', email: null },
        person_suspended: false,
        post: { id: post.id, post_name: 'Queued notes', email: null },
        alike: 2,
      },
      { reporter: { username: 'quin' }, alike: 2 },
      { post: null, post_title: null, alike: 1 },
    ])
    expect((await reader.call(admin.reports, { query: {} })).status).toBe(403)
  })

  test('closes a report along with others about the same thing, and no others', async () => {
    const post = await addPost(author, section, { name: 'Closed notes' })
    await report(reader, { post_id: post.id })
    await report(await stack.signIn('quin'), { post_id: post.id })
    await report(await stack.signIn('quin'), { username: 'ana.author' })
    const before = await open(operator)
    const about = before.filter(row => row.post?.id === post.id)
    expect(about).toHaveLength(2)
    expect((await close(operator, about[1]!.id, 'dismissed')).status).toBe(200)
    expect((await open(operator)).length).toBe(before.length - 2)
    const late = await close(colleague, about[0]!.id, 'upheld')
    expect([late.status, late.problem.detail]).toEqual([409, 'This report was already dismissed.'])
    const { body } = await operator.call(admin.reports, { query: { state: 'dismissed' } })
    expect(body.reports.slice(0, 2).map(row => row.post?.id)).toEqual([post.id, post.id])
    expect((await close(operator, '01999999-9999-7999-8999-999999999999', 'upheld')).status).toBe(404)
  })

  test('closed by two operators at once, from two reports, is closed once', async () => {
    const others = await Promise.all(['una', 'uri', 'ulf', 'uwe'].map(name => stack.signIn(name)))
    for (let turn = 0; turn < 5; turn++) {
      const post = await addPost(author, section)
      for (const person of others) await report(person, { post_id: post.id })
      const about = (await open(operator)).filter(row => row.post?.id === post.id)
      const before = (await entries()).length
      const closed = await Promise.all([
        close(operator, about[0]!.id, 'upheld'),
        close(colleague, about[3]!.id, 'dismissed'),
        close(operator, about[2]!.id, 'dismissed'),
      ])
      expect(closed.map(({ status }) => status).sort()).toEqual([200, 409, 409])
      expect((await entries()).length).toBe(before + 1)
    }
  })

  test('pages without repeating or missing a report while others are being closed', async () => {
    const reporters = await Promise.all(Array.from({ length: 25 }, (_, n) => stack.signIn(`pager${n}`)))
    await Promise.all([stack.signIn('subject0'), stack.signIn('subject1')])
    for (const person of reporters) {
      await report(person, { username: 'subject0' })
      await report(person, { username: 'subject1' })
    }
    const total = await sql<{ count: number }>`select count(*) from reports where state = 'open'`.execute(
      stack.db,
    )
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const { body } = await operator.call(admin.reports, { query: { cursor } })
      seen.push(...body.reports.map(({ id }) => id))
      cursor = body.next_cursor ?? undefined
    } while (cursor)
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBe(Number(total.rows[0]!.count))
    expect((await operator.call(admin.reports, { query: { cursor: 'x' } })).status).toBe(422)
  })
})

describe('the log', () => {
  test('has one entry for each action, and the person’s decisions leave out their reports', async () => {
    const ivy = await stack.signIn('ivy')
    const post = await addPost(ivy, section, { name: 'Logged notes' })
    await report(reader, { post_id: post.id })
    const { id } = await stack.db
      .selectFrom('reports')
      .select('id')
      .where('post_id', '=', post.id)
      .executeTakeFirstOrThrow()
    await hide(operator, post.id)
    await show(operator, post.id)
    await close(operator, id, 'upheld')
    await remove(colleague, post.id)
    await suspend(operator, 'ivy')
    await reinstate(colleague, 'ivy')
    const { body } = await operator.call(admin.audit, { query: {} })
    expect(body.entries.slice(0, 6)).toMatchObject([
      { action: 'reinstate_person', operator: 'omar.operator', person: 'ivy', post_id: null, reason: '' },
      { action: 'suspend_person', operator: 'opal.operator', person: 'ivy', reason },
      { action: 'remove_post', operator: 'omar.operator', post_title: 'Logged notes', reason },
      { action: 'uphold_report', operator: 'opal.operator', post_title: 'Logged notes', reason: '' },
      { action: 'show_post', operator: 'opal.operator', person: 'ivy', post_id: post.id },
      { action: 'hide_post', operator: 'opal.operator', person: 'ivy', post_id: post.id, reason },
    ])
    const own = await (await stack.signIn('ivy')).call(decisions)
    expect(own.body.decisions.map(({ action }) => action)).toEqual([
      'reinstate_person',
      'suspend_person',
      'remove_post',
      'show_post',
      'hide_post',
    ])
    expect((await reader.call(decisions)).body.decisions).toEqual([])
  })

  test('keeps its rows: no statement can change or delete one', async () => {
    const post = await addPost(await stack.signIn('rowan'), section)
    expect((await hide(operator, post.id)).status).toBe(200)
    for (const statement of [
      "update audit_entries set reason = ''",
      'delete from audit_entries',
      'truncate audit_entries',
      'truncate audit_entries cascade',
    ]) {
      await expect(sql.raw(statement).execute(stack.db)).rejects.toThrow('audit_entries keeps what it has')
    }
  })

  test('tells a person of the last 90 days only', async () => {
    const kay = await stack.signIn('kay')
    const post = await addPost(kay, section)
    await hide(operator, post.id)
    expect((await kay.call(decisions)).body.decisions).toHaveLength(1)
    stack.clock.advance({ hours: 24 * 91 })
    expect((await (await stack.signIn('kay')).call(decisions)).body.decisions).toEqual([])
  })
})

describe('messages to support', () => {
  test('can be read only by operators, newest first', async () => {
    await stack.db
      .insertInto('support_messages')
      .values([
        { name: 'Vi Visitor', email: 'vi@example.edu', category: 'other', message: 'The first.' },
        { name: 'Vi Visitor', email: 'vi@example.edu', category: 'account', message: 'The second.' },
      ])
      .execute()
    const fresh = await stack.signIn('opal.operator')
    const { body } = await fresh.call(admin.support, { query: {} })
    expect(body.messages.slice(0, 2)).toMatchObject([
      {
        name: 'Vi Visitor',
        email: 'vi@example.edu',
        username: null,
        category: 'account',
        message: 'The second.',
      },
      { message: 'The first.' },
    ])
  })

  test('say who could be anyone: visitors, and accounts whose address nobody confirmed', async () => {
    const fresh = await stack.signIn('opal.operator')
    const vic = await stack.signIn('vic.victim')
    const una = await stack.signIn('una.unconfirmed')
    await sql`update users set email_verified = false where username = 'una.unconfirmed'`.execute(stack.db)
    const send = (person: Person, body: { name?: string; email?: string } = {}) =>
      person.call(support.send, { body: { category: 'account', message: 'Close my account.', ...body } })
    await send(stack.visitor(), { name: 'Vic Victim', email: 'vic.victim@example.edu' })
    await send(vic)
    await send(una)
    const sent = (await fresh.call(admin.support, { query: {} })).body.messages.slice(0, 3)
    expect(sent).toMatchObject([
      { username: 'una.unconfirmed', stranger: false, email_confirmed: false },
      { username: 'vic.victim', stranger: false, email_confirmed: true },
      { username: null, email: 'vic.victim@example.edu', stranger: true, email_confirmed: false },
    ])

    // Confirming another address confirms nothing of what was sent before.
    await sql`update users set email = 'una@elsewhere.example', email_verified = true
      where username = 'una.unconfirmed'`.execute(stack.db)
    expect((await fresh.call(admin.support, { query: {} })).body.messages[0]).toMatchObject({
      email: 'una.unconfirmed@example.edu',
      email_confirmed: false,
    })

    // A closed account isn't a stranger.
    await fresh.call(admin.closeAccount, { body: { username: 'una.unconfirmed' } })
    await stack.jobsDone()
    const after = (await fresh.call(admin.support, { query: {} })).body.messages
    expect(after.find(({ id }) => id === sent[0]!.id)).toMatchObject({ username: null, stranger: false })
    // A visitor who gives the address of a closed account is one.
    await send(stack.visitor(), { name: 'Vic Victim', email: 'vic.victim@ignite.invalid' })
    const [last] = (await fresh.call(admin.support, { query: {} })).body.messages
    expect(last).toMatchObject({ email: 'vic.victim@ignite.invalid', stranger: true })
  })
})
