import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bookings } from '#shared/api/bookings.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { posts } from '#shared/api/posts.ts'
import { profiles } from '#shared/api/profiles.ts'
import { sessions } from '#shared/api/sessions.ts'
import { wallets } from '#shared/api/wallets.ts'
import { weekdays } from '#shared/domain/schedule.ts'
import { bookingOf } from '../factories/bookings.ts'
import { addSection, type Section } from '../factories/catalog.ts'
import { beginDialogue } from '../factories/dialogues.ts'
import { makePdf } from '../factories/documents.ts'
import { enrolIn } from '../factories/enrolments.ts'
import { addPost } from '../factories/posts.ts'
import { dayAhead, makeSession } from '../factories/sessions.ts'
import { uploadDocument } from '../factories/uploads.ts'
import type { Person } from '../harness/person.ts'
import {
  makeApprovedBooking,
  makeBookablePost,
  makeCompletedBooking,
  makeOpenMeeting,
  makeRequest,
  takeSlot,
} from './bookable.ts'
import { makeConversed } from './conversed.ts'
import { startWorld } from './start-world.ts'
import { makeInvitation, makeTaughtSession } from './teachable.ts'

/**
 * The calls that other programs may be written against, with the fields that their authors were told, and no
 * others: each has to be accepted as it stands, from the right person, and to answer what it promises. This
 * client knows only paths and fields, never the contract.
 */
type Row = {
  call: string
  as: 'owner' | 'joinee' | 'other' | 'visitor'
  /** The fields: of the path, then of the query for GET and DELETE, otherwise of the body. */
  sends?: () => Fields | Promise<Fields>
  /** They go into the query although it isn't a GET. */
  inQuery?: true
  /** The fields that it answers, by where they are: '' is the answer itself, 'posts.0' the first of its posts. */
  answers: Record<string, readonly string[]>
}
type Fields = Record<string, unknown>

const booking = [
  ...['id', 'topic', 'date', 'starts_on', 'ends_on', 'status', 'admin', 'admin_name', 'admin_username'],
  ...['joinee_name', 'joinee_username', 'joinee_profile_image', 'thumb_url', 'booking_remarks', 'post_id'],
  ...['amount', 'other_joinee', 'is_session', 'session_id'],
]
const post = [
  ...[
    'id',
    'post_name',
    'details',
    'crn',
    'course_id',
    'doc_url',
    'doc_name',
    'thumb_url',
    'date',
    'user_id',
  ],
  ...['username', 'name', 'profile_image', 'email', 'saved', 'hourly_rate'],
]
const slot = ['id', 'day', 'start_time', 'end_time']
const session = [
  ...['id', 'title', 'description', 'event_date', 'event_time', 'end_time', 'rate', 'location', 'repeat'],
  ...['repeat_days', 'crns', 'attendees', 'admin_profile'],
]
const teacher = ['username', 'name', 'profile_image', 'college', 'designation']
const profile = ['username', 'name', 'email', 'profile_image', 'designation', 'college', 'description']
const followed = ['username', 'name', 'profile_image', 'college']
const transaction = [
  ...['id', 'date', 'transaction_id', 'type', 'amount', 'email', 'to', 'from', 'message', 'profile_email'],
  ...['profile_image', 'username', 'name'],
]
const views = { '': ['success', 'error'], data: ['totalViews', 'uniqueViews'] }
const message = ['role', 'text', 'selectedText', 'sources', 'timestamp']

let world: Awaited<ReturnType<typeof startWorld>>
let section: Section
let chatToken: string | undefined

beforeAll(async () => {
  world = await startWorld()
  section = await addSection(world.stack.db)
  chatToken = await world.joinee.chatToken()
})

afterAll(() => world?.close())

const ownersEmail = 'olive.owner@example.edu'
const joineesEmail = 'jo.joinee@example.edu'
const emptyWeek = { tue: [], wed: [], thu: [], fri: [], sat: [], sun: [] }

/** The fields, once something is there. */
async function after(made: Promise<unknown>, fields: Fields): Promise<Fields> {
  await made
  return fields
}

/** A post of the owner's, for one row. */
const newPost = () => addPost(world.owner, section)

/** A paid session of the owner's on a day of its own; the joinee follows the owner. */
async function newSession(starts_on = dayAhead(world.stack, sessionDay++)) {
  await world.joinee.call(follows.follow, { body: { username: 'olive.owner' } })
  return makeSession(world.stack, world.owner, { starts_on })
}
let sessionDay = 60

async function enrolled() {
  const taught = await makeTaughtSession(world)
  await enrolIn(taught, world.joinee)
  return taught
}

/** What is known of a session beside its id. */
async function detailsOf(id: string, as: Person) {
  const { body } = await as.call(sessions.get, { query: { id } })
  return Object.fromEntries(Object.entries(body.session).filter(([name]) => session.includes(name)))
}

const rows: Row[] = [
  // Signing in
  {
    call: 'POST /api/login',
    as: 'owner',
    sends: () => ({ email: ownersEmail, name: 'Olive Owner', image: null }),
    answers: { login: ['email', 'name', 'image'] },
  },
  { call: 'GET /api/login/providers', as: 'visitor', answers: { 'providers.0': ['id', 'name'] } },

  // Files
  {
    call: 'POST /api/bucket',
    as: 'owner',
    sends: () => ({ name: 'notes.pdf', type: 'application/pdf' }),
    answers: { '': ['url'] },
  },
  {
    call: 'POST /api/bucket/download',
    as: 'joinee',
    sends: async () => ({ key: (await newPost()).doc_url }),
    answers: { '': ['url'] },
  },
  {
    call: 'POST /api/bucket/thumbnail',
    as: 'owner',
    sends: () => ({ name: 'page.png', type: 'image/png' }),
    answers: { '': ['url'] },
  },

  // Schedules
  {
    call: 'POST /api/profile/calendar',
    as: 'other',
    sends: () => ({ mon: ['09:00 - 10:30'], ...emptyWeek }),
    answers: { 'schedule.days': ['mon', 'sun'] },
  },
  {
    call: 'POST /api/profile/calendar',
    as: 'other',
    sends: () => ({ schedule: { mon: ['09:00 - 10:30'], ...emptyWeek } }),
    answers: { 'schedule.days': ['mon', 'sun'] },
  },
  {
    call: 'GET /api/profile/calendar',
    as: 'owner',
    sends: () => after(makeBookablePost(world), {}),
    answers: { 'slots.0': slot },
  },
  {
    call: 'GET /api/profile/calendar/users',
    as: 'joinee',
    sends: () => after(makeApprovedBooking(world), { email: ownersEmail }),
    answers: { 'slots.0': slot, '': ['bookings'] },
  },

  // Meetings
  {
    call: 'GET /api/meeting/bookings',
    as: 'joinee',
    sends: () => after(makeApprovedBooking(world), { offset: 0 }),
    answers: { 'bookings.0': booking },
  },
  {
    call: 'GET /api/meeting/sessions',
    as: 'owner',
    sends: () => after(makeApprovedBooking(world), { offset: 0 }),
    answers: { 'bookings.0': booking },
  },
  {
    call: 'GET /api/meeting/state/pending',
    as: 'joinee',
    sends: () => after(makeApprovedBooking(world), { offset: 0 }),
    answers: { 'bookings.0': booking },
  },
  {
    call: 'GET /api/meeting/state/passed',
    as: 'joinee',
    sends: () => after(makeCompletedBooking(world), { offset: 0 }),
    answers: { 'bookings.0': booking },
  },
  {
    call: 'POST /api/meeting/credentials',
    as: 'joinee',
    sends: async () => ({ bookingId: await makeOpenMeeting(world) }),
    answers: { '': ['token', 'room'] },
  },
  {
    call: 'POST /api/meeting/approve',
    as: 'owner',
    sends: async () => ({ bookingId: await makeRequest(world), remarks: 'See you there.' }),
    answers: { booking },
  },
  ...['I am away.', '', null].map(
    (remarks): Row => ({
      call: 'POST /api/meeting/reject',
      as: 'owner',
      sends: async () => ({ bookingId: await makeRequest(world), remarks }),
      answers: { booking },
    }),
  ),
  { call: 'GET /api/meeting/update', as: 'owner', answers: { '': ['status'] } },
  ...(['All', ['Pending', 'Meetings'], []] as const).map(
    (filters): Row => ({
      call: 'POST /api/meeting/bookings/list',
      as: 'joinee',
      sends: () => after(makeApprovedBooking(world), { filters, timezone: 'America/Los_Angeles' }),
      answers: { 'bookings.0': booking },
    }),
  ),

  // Payments
  {
    call: 'POST /api/payment/bookslot',
    as: 'other',
    async sends() {
      const {
        terms: _,
        message: __,
        start: _start,
        end: _end,
        ...fields
      } = bookingOf(await makeBookablePost(world), await takeSlot(world))
      return { ...fields, slot_id: 'any' }
    },
    answers: { '': ['status', 'url'] },
  },
  { call: 'GET /api/payment/wallet', as: 'owner', answers: { '': ['wallet'] } },
  { call: 'GET /api/payment/wallet/create', as: 'owner', answers: { '': ['wallet'] } },
  { call: 'GET /api/payment/wallet/view', as: 'owner', answers: { '': ['balances'] } },
  {
    call: 'GET /api/payment/transactions',
    as: 'joinee',
    sends: () => after(makeApprovedBooking(world), { offset: 0, limit: 10 }),
    answers: { 'transactions.0': transaction },
  },
  {
    call: 'GET /api/payment/receipt/{id}',
    as: 'joinee',
    sends: async () => ({ id: await makeApprovedBooking(world) }),
    answers: { receipt: ['amount', 'email', 'role'] },
  },
  {
    call: 'POST /api/payment/booksession',
    as: 'joinee',
    async sends() {
      const { id } = await newSession()
      await enrolIn({ id }, world.joinee)
      return { ...(await detailsOf(id, world.joinee)), timezone: 'America/Los_Angeles' }
    },
    answers: { '': ['status', 'url'] },
  },
  {
    call: 'POST /api/payment/booksession',
    as: 'other',
    async sends() {
      // Far from what the other books elsewhere.
      const { id, ends_at } = await newSession(dayAhead(world.stack, 300))
      await enrolIn({ id }, world.other)
      const unpaid = { session_id: id, ends_on: ends_at, session: await detailsOf(id, world.other) }
      return { ...unpaid, timezone: 'America/Los_Angeles' }
    },
    answers: { '': ['status', 'url'] },
  },

  // Posts
  {
    call: 'POST /api/post',
    as: 'owner',
    sends: async () => ({
      post_name: 'Heaps',
      details: 'What was said in class.',
      crn: `${section.crn}-Data Structures I`,
      doc_url: await uploadDocument(world.owner),
      doc_name: 'heaps.pdf',
      thumb_url: '',
      course_id: `${section.courseId}-CS 201 Data Structures`,
    }),
    answers: { post },
  },
  {
    call: 'GET /api/post',
    as: 'visitor',
    sends: () => after(newPost(), { type: 'recent', offset: 0 }),
    answers: { 'posts.0': post },
  },
  {
    call: 'GET /api/post/{id}',
    as: 'visitor',
    sends: async () => ({ id: (await newPost()).id }),
    answers: { post },
  },
  {
    call: 'GET /api/post/user',
    as: 'visitor',
    sends: () => after(newPost(), { username: 'olive.owner', offset: 0 }),
    answers: { 'posts.0': post },
  },
  {
    call: 'DELETE /api/post',
    as: 'owner',
    async sends() {
      const { id, doc_url, thumb_url } = await newPost()
      return { id, key: doc_url, thumb_key: thumb_url ?? '' }
    },
    answers: { '': ['status'] },
  },
  {
    call: 'POST /api/post/save',
    as: 'joinee',
    sends: async () => ({
      post_id: (await newPost()).id,
      user_id: 'Jo.Joinee@Example.edu',
      notes: 'Page 3.',
    }),
    answers: { post: ['id', 'saved', 'notes', 'was_saved'] },
  },
  {
    call: 'POST /api/post/save',
    as: 'joinee',
    // As the notes of a post are answered that isn't saved yet.
    sends: async () => ({ post_id: (await newPost()).id, user_id: joineesEmail, notes: null }),
    answers: { post: ['id', 'saved', 'notes'] },
  },
  {
    call: 'DELETE /api/post/save',
    as: 'joinee',
    sends: async () => ({ id: (await newPost()).id }),
    answers: { post: ['id', 'saved', 'notes'] },
  },
  {
    call: 'GET /api/post/save/posts',
    as: 'joinee',
    async sends() {
      await world.joinee.call(posts.save, { body: { post_id: (await newPost()).id } })
      return { offset: 0 }
    },
    answers: { 'posts.0': ['id', 'postdetails', 'notes'], 'posts.0.postdetails': post },
  },

  // Search
  {
    call: 'GET /api/search/posts',
    as: 'visitor',
    sends: () => after(newPost(), { offset: 0, text: 'lecture', crn: section.crn }),
    answers: { 'posts.0': post },
  },
  {
    call: 'GET /api/search/crn/contains',
    as: 'owner',
    sends: () => ({ text: section.crn }),
    answers: { 'data.0': ['id', 'crn', 'title'] },
  },
  {
    call: 'GET /api/search/course/contains',
    as: 'owner',
    sends: () => ({ text: 'data' }),
    answers: { 'data.0': ['id', 'subject'] },
  },
  {
    call: 'GET /api/search/user/post',
    as: 'owner',
    sends: () => after(newPost(), { text: 'lecture' }),
    answers: { 'data.0': ['id', 'post_name', 'date'] },
  },
  {
    call: 'GET /api/search',
    as: 'owner',
    sends: () => ({ offset: 0, text: 'joinee' }),
    answers: { 'data.user.0': profile },
  },

  // Sessions
  {
    call: 'POST /api/sessions/create',
    as: 'other',
    sends: () => ({
      title: 'Heaps, together',
      description: 'Last week’s problems.',
      event_date: dayAhead(world.stack, sessionDay++),
      event_time: '15:00:00',
      end_time: '16:00:00',
      rate: 30,
      location: null,
      repeat: true,
      repeat_days: ['Monday', 'Thursday'],
      crns: [section.crn],
    }),
    answers: { session, 'session.admin_profile': teacher },
  },
  {
    call: 'GET /api/sessions',
    as: 'joinee',
    sends: async () => ({ id: (await makeTaughtSession(world)).id }),
    answers: { session, 'session.admin_profile': teacher },
  },
  {
    call: 'GET /api/sessions/user',
    as: 'owner',
    sends: () => after(makeTaughtSession(world), {}),
    answers: { 'sessions.0': session },
  },
  {
    call: 'POST /api/sessions/delete',
    as: 'owner',
    sends: async () => ({ id: (await newSession()).id }),
    answers: { '': ['status'] },
  },
  {
    call: 'POST /api/sessions/enrollment/enroll',
    as: 'joinee',
    sends: async () => ({ id: (await newSession()).id }),
    answers: { '': ['status'] },
  },
  {
    call: 'PUT /api/sessions/update',
    as: 'owner',
    sends: async () => ({ id: (await makeTaughtSession(world)).id, editedDescription: 'Trees.' }),
    answers: { '': ['status'] },
  },
  {
    call: 'GET /api/sessions/enrollment/user/enrolled',
    as: 'joinee',
    sends: () => after(enrolled(), {}),
    answers: { 'data.0': ['session_id', 'ends_on', 'session'], 'data.0.session': session },
  },
  {
    call: 'GET /api/sessions/enrollment/list',
    as: 'owner',
    sends: async () => ({ id: (await enrolled()).id }),
    answers: { 'data.0': followed },
  },
  {
    call: 'POST /api/sessions/invite',
    as: 'owner',
    async sends() {
      const { id } = await newSession()
      const { body } = await world.owner.call(follows.followers, { query: { sessionId: id } })
      const people = body.data.map(({ id, name, email, profile_image, college, invited }) => {
        return { id, name, email, profile_image, college, invited }
      })
      return { ...(await detailsOf(id, world.owner)), invite: people.slice(-1) }
    },
    answers: { '': ['status'] },
  },
  {
    call: 'GET /api/sessions/user/invite',
    as: 'owner',
    sends: () => after(makeInvitation(world), {}),
    answers: {
      'data.0': ['id', 'session', 'profile'],
      'data.0.profile': ['name', 'profile_image', 'designation'],
    },
  },
  {
    call: 'POST /api/sessions/invite/accept',
    as: 'joinee',
    sends: async () => ({ id: await invitedTo((await newSession()).id) }),
    answers: { '': ['status'] },
  },
  {
    call: 'GET /api/sessions/invite/sent',
    as: 'owner',
    async sends() {
      const { id } = await newSession()
      await invitedTo(id)
      return { id }
    },
    answers: { 'data.0': ['id'] },
  },
  {
    call: 'POST /api/sessions/invite/delete',
    as: 'joinee',
    sends: async () => ({ id: await invitedTo((await newSession()).id) }),
    answers: { '': ['status'] },
  },

  // Profiles and follows
  { call: 'GET /api/profile', as: 'owner', answers: { profile } },
  {
    call: 'GET /api/profile/users',
    as: 'visitor',
    sends: () => ({ username: 'olive.owner' }),
    answers: { profile },
  },
  {
    call: 'POST /api/profile/email',
    as: 'owner',
    sends: () => ({ email: ownersEmail }),
    answers: { profile },
  },
  {
    call: 'POST /api/profile/email',
    as: 'joinee',
    sends: () => after(makeApprovedBooking(world), { email: ownersEmail }),
    answers: { profile },
  },
  {
    call: 'POST /api/profile',
    as: 'other',
    async sends() {
      const { body } = await world.other.call(profiles.own)
      const known = Object.entries(body.profile).filter(([name]) => profile.includes(name))
      return { profile: { ...Object.fromEntries(known), description: 'I explain things twice.' } }
    },
    answers: { profile },
  },
  {
    call: 'POST /api/profile/username',
    as: 'other',
    sends: () => ({ username: `other-${Math.random().toString(36).slice(2, 12)}` }),
    answers: { profile: ['username'] },
  },
  {
    call: 'POST /api/profile/uniquecrns',
    as: 'owner',
    sends: () => after(newPost(), { email: ownersEmail }),
    answers: { 'data.crns.0': ['crn', 'title', 'id'] },
  },
  {
    call: 'GET /api/follow/user',
    as: 'owner',
    sends: async () => ({ offset: 0, sessionId: (await newSession()).id }),
    answers: { 'data.0': ['id', 'name', 'email', 'profile_image', 'college', 'invited'] },
  },
  {
    call: 'GET /api/follow/following',
    as: 'joinee',
    sends: () => after(newSession(), { offset: 0 }),
    answers: { 'data.0': followed },
  },
  {
    call: 'POST /api/follow',
    as: 'other',
    sends: () => ({ username: 'jo.joinee' }),
    answers: { '': ['status'] },
  },
  {
    call: 'POST /api/follow/unfollow',
    as: 'other',
    sends: () => ({ username: 'jo.joinee' }),
    answers: { '': ['status'] },
  },

  // Payouts
  {
    call: 'POST /api/stripe/create',
    as: 'owner',
    sends: startWallet,
    answers: { '': ['account'] },
  },
  {
    call: 'POST /api/stripe/session',
    as: 'owner',
    async sends() {
      await startWallet()
      const { account } = (await (await send(world.owner, 'POST', '/api/stripe/create', {})).json()) as Fields
      return { account }
    },
    answers: { '': ['client_secret'] },
  },

  // Reading and views
  {
    call: 'GET /api/file/lastread',
    as: 'joinee',
    sends: async () => ({ fileKey: (await newPost()).doc_url }),
    answers: { '': ['success'], data: ['page_number'] },
  },
  {
    call: 'POST /api/file/lastread',
    as: 'joinee',
    sends: async () => ({ fileKey: (await newPost()).doc_url, pageNumber: 2 }),
    answers: { '': ['success'] },
  },
  {
    call: 'POST /api/analytics/document-view',
    as: 'joinee',
    async sends() {
      const { id, doc_url } = await newPost()
      return { documentId: id, documentKey: doc_url, sessionId: 'visit-1', referrer: 'https://example.edu/' }
    },
    answers: views,
  },
  {
    call: 'GET /api/analytics/document-view',
    as: 'joinee',
    sends: async () => ({ documentId: (await newPost()).id }),
    answers: views,
  },

  // Chat
  {
    call: 'POST /chat/api/auth/login',
    as: 'joinee',
    inQuery: true,
    sends: () => ({ email: joineesEmail, name: 'Jo Joinee', profile_image: '' }),
    answers: { '': ['access_token'] },
  },
  {
    call: 'GET /chat/api/conversations',
    as: 'joinee',
    sends: () => after(makeConversed(world), {}),
    answers: { 'conversations.0': ['id', 'person', 'last_message'] },
  },
  {
    call: 'GET /chat/api/conversations/{id}/messages',
    as: 'joinee',
    sends: async () => ({ id: await makeConversed(world) }),
    answers: { 'messages.0': ['text', 'sent_at'] },
  },
  {
    call: 'POST /chat/api/conversations/start',
    as: 'joinee',
    inQuery: true,
    sends: () => after(makeApprovedBooking(world), { to_email: ownersEmail }),
    answers: { conversation: ['id'] },
  },
  {
    call: 'GET /chat/api/users/search',
    as: 'joinee',
    sends: () => ({ query: 'olive' }),
    answers: { 'users.0': ['username', 'name', 'profile_image'] },
  },

  // Assistant
  {
    call: 'POST /ai/courses/{id}/process-documents',
    as: 'owner',
    sends: () => after(newPost(), { id: section.courseId }),
    answers: { '': ['status'] },
  },
  {
    call: 'POST /ai/chat/sessions',
    as: 'joinee',
    sends: async () => ({
      user_email: joineesEmail,
      post_id: (await newPost()).id,
      session_name: 'Before the exam',
    }),
    answers: {
      '': ['session_id'],
      session: ['user_email', 'post_id', 'session_name', 'session_id'],
    },
  },
  {
    call: 'POST /ai/chat/message',
    as: 'joinee',
    sends: async () => ({
      session_id: await beginDialogue(world.joinee, (await newPost()).id),
      content: 'What is this about?',
    }),
    answers: { '': ['content', 'done', 'message', 'sources'], message },
  },
  ...[
    { content: 'What is this about?', message: '', selectedText: '' },
    { content: null, message: 'What is this about?', selectedText: null },
    { content: '', message: '', selectedText: 'in class' },
  ].map(
    (texts): Row => ({
      call: 'POST /ai/chat/message',
      as: 'joinee',
      sends: async () => ({
        session_id: await beginDialogue(world.joinee, (await newPost()).id),
        ...texts,
      }),
      answers: { message },
    }),
  ),
  {
    call: 'GET /ai/chat/sessions/{id}',
    as: 'joinee',
    sends: async () => ({ id: await beginDialogue(world.joinee, (await newPost()).id) }),
    answers: { '': ['messages'] },
  },
]

describe('a call from its documented fields alone', () => {
  const named = rows.map((row, n) => ({ ...row, name: `${row.call} (${row.as}, ${n + 1})` }))

  test.each(named)(
    '$name is accepted and answers what it promises',
    async ({ call, as, sends, inQuery, answers }) => {
      const [method = '', path = ''] = call.split(' ')
      const response = await send(world[as], method, path, (await sends?.()) ?? {}, inQuery)
      const body = (await response.json()) as Fields
      expect([response.status, body.detail]).toEqual([200, undefined])
      for (const [place, fields] of Object.entries(answers)) {
        expect(Object.keys(at(body, place)), place).toEqual(expect.arrayContaining([...fields]))
      }
    },
  )

  test('a file goes to the signed address, which answers its etag, and comes back from another', async () => {
    const { owner } = world
    const file = await makePdf()
    const { url, key } = await answerOf(owner, '/api/bucket', { name: 'a.pdf', type: 'application/pdf' })
    // A browser sends a file with its type.
    const body = new Blob([Uint8Array.from(file)], { type: 'application/pdf' })
    const sent = await fetch(String(url), { method: 'PUT', body })
    expect([sent.status, sent.headers.has('etag')]).toEqual([200, true])
    const { post_name, details, crn, course_id } = await newPost()
    const about = { post_name, details, crn, course_id, doc_name: 'a.pdf' }
    const made = await answerOf(owner, '/api/post', { ...about, doc_url: key })
    const { doc_url } = made.post as { doc_url: string }
    const link = await answerOf(owner, '/api/bucket/download', { key: doc_url })
    const back = await fetch(String(link.url))
    expect([back.status, (await back.text()).slice(0, 5)]).toEqual([200, '%PDF-'])
  })

  test('a session planned by moments of UTC takes place at them, in its owner’s own zone', async () => {
    const planner = await world.stack.signIn('pia.planner')
    await planner.call(profiles.save, { body: { time_zone: 'America/Los_Angeles' } })
    const event_date = dayAhead(world.stack, 30, 'UTC')
    const times = { event_date, event_time: '03:00:00', end_time: '04:30:00' }
    const about = { title: 'Late', description: 'x' }
    const { session } = await answerOf(planner, '/api/sessions/create', { ...about, ...times })
    expect(session).toMatchObject({ ...times, time_zone: 'America/Los_Angeles', minutes: 90, rate: null })

    const plannedBetween = (change: Temporal.ZonedDateTime, from: number, until: number) => {
      const [start, end] = [from, until].map(minutes =>
        change.add({ minutes }).toInstant().toZonedDateTimeISO('UTC').toPlainDateTime(),
      )
      const [event_date, event_time] = start!.toString({ smallestUnit: 'second' }).split('T')
      return { event_date, event_time, end_time: end!.toPlainTime().toString({ smallestUnit: 'second' }) }
    }
    let change = world.stack.clock.now().add({ hours: 24 }).toZonedDateTimeISO('America/Los_Angeles')
    for (let changes = 0; changes < 2; changes++) {
      change = change.getTimeZoneTransition('next')!
      const across = plannedBetween(change, -30, 90)
      const answer = await answerOf(planner, '/api/sessions/create', { ...about, ...across })
      expect(answer.session).toMatchObject({ ...across, minutes: 120 })
      if (change.hour !== 1) continue
      const again = plannedBetween(change, 30, 90)
      const { errors } = await answerOf(planner, '/api/sessions/create', { ...about, ...again })
      expect(errors).toMatchObject([
        { path: 'body.start_time', message: expect.stringContaining('show this time twice') },
      ])
    }
  })

  test.each([20, 20.5, '20.5', '20.50'])('a session’s rate may be %j', async rate => {
    const fields = { title: 'Late', description: 'x', event_time: '03:00:00', end_time: '04:00:00', rate }
    const event_date = dayAhead(world.stack, sessionDay++, 'UTC')
    const { session } = await answerOf(world.other, '/api/sessions/create', { ...fields, event_date })
    expect(session).toMatchObject({ rate: Number(rate).toFixed(2) })
  })

  test('a place is booked in the named occurrence, otherwise in the next', async () => {
    const { stack, other } = world
    const first = dayAhead(stack, 200)
    const plan = { starts_on: first, repeat: true, repeat_days: [...weekdays] }
    const { id, upcoming } = await makeSession(stack, await stack.signIn('tom.teacher'), plan)
    await enrolIn({ id }, other)
    const [next, second, third] = upcoming
    const bookedBy = async (fields: Fields) => {
      const { booking_id } = await answerOf(other, '/api/payment/booksession', { ...fields, timezone: 'UTC' })
      const { body } = await other.call(bookings.get, { params: { id: String(booking_id) }, query: {} })
      await other.call(bookings.cancel, { body: { bookingId: String(booking_id) } })
      return body.booking.starts_on
    }
    expect(await bookedBy({ id })).toBe(next!.starts_at)
    expect(await bookedBy({ session_id: id, ends_on: second!.ends_at })).toBe(second!.starts_at)
    const [event_date, time] = third!.starts_at.split('T')
    expect(await bookedBy({ session: { id, event_date, event_time: time!.slice(0, 8) } })).toBe(
      third!.starts_at,
    )
    expect(await bookedBy({ session_id: id, occurrence: { id: third!.id } })).toBe(third!.starts_at)
  })

  test('an answer of the assistant is streamed in lines, up to its end', async () => {
    const session_id = await beginDialogue(world.joinee, (await newPost()).id)
    const instruction = 'Answer in markdown without backquotes.'
    const asked = { session_id, message: 'What is this about?', selectedText: 'in class', instruction }
    const response = await send(world.joinee, 'POST', '/ai/chat/message/stream', asked)
    const lines = (await response.text()).split('\n').filter(line => line !== '')
    expect(lines.every(line => line.startsWith('data: '))).toBe(true)
    expect(lines.at(-1)).toBe('data: [DONE]')
    const last = JSON.parse(lines.at(-2)!.slice('data: '.length))
    expect(last).toMatchObject({ content: expect.any(String), done: true, sources: expect.any(Array) })
    expect(Object.keys(last.message)).toEqual(expect.arrayContaining(message))
  })
})

/** The part of an answer at a place such as 'posts.0'. */
function at(answer: Fields, place: string): Fields {
  const names = place.split('.').filter(name => name !== '')
  return names.reduce((value, name) => (value[name] ?? {}) as Fields, answer)
}

async function startWallet(): Promise<Fields> {
  await world.owner.call(wallets.create, { body: { terms: true } })
  return {}
}

async function invitedTo(id: string): Promise<string> {
  await world.owner.call(invitations.send, { body: { id, invite: ['jo.joinee'] } })
  const { body } = await world.joinee.call(invitations.received, { query: {} })
  return body.data.find(invitation => invitation.session.id === id)!.id
}

async function answerOf(person: Person, path: string, body: Fields): Promise<Fields> {
  return (await (await send(person, 'POST', path, body)).json()) as Fields
}

function send(
  person: Person,
  method: string,
  path: string,
  fields: Fields,
  inQuery = false,
): Promise<Response> {
  const rest = { ...fields }
  const address = path.replace(/\{(\w+)\}/, (_, name) => {
    const { [name]: value } = rest
    delete rest[name]
    return String(value)
  })
  // What a browser says of a page's own call.
  const headers: Record<string, string> = { 'sec-fetch-site': 'same-origin' }
  if (path.startsWith('/chat/') && !path.includes('/auth/')) headers.authorization = `Bearer ${chatToken}`
  if (inQuery || method === 'GET' || method === 'DELETE') {
    const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
    return person.fetch(query.size > 0 ? `${address}?${query}` : address, { method, headers })
  }
  headers['content-type'] = 'application/json'
  return person.fetch(address, { method, headers, body: JSON.stringify(rest) })
}
