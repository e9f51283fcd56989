import { createECDH, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { subscriptionToken } from '#server/product/alerts/subscription.ts'
import { account } from '#shared/api/account.ts'
import { admin, decisions } from '#shared/api/admin.ts'
import { alerts } from '#shared/api/alerts.ts'
import { analytics } from '#shared/api/analytics.ts'
import { attachments } from '#shared/api/attachments.ts'
import { blocks } from '#shared/api/blocks.ts'
import { boards } from '#shared/api/boards.ts'
import { bookings } from '#shared/api/bookings.ts'
import { chat } from '#shared/api/chat.ts'
import { type Call, type CallInput, callUrl } from '#shared/api/contract.ts'
import { conversations } from '#shared/api/conversations.ts'
import { courses } from '#shared/api/courses.ts'
import { dialogues } from '#shared/api/dialogues.ts'
import { documents } from '#shared/api/documents.ts'
import { enrolments } from '#shared/api/enrolments.ts'
import { files } from '#shared/api/files.ts'
import { follows } from '#shared/api/follows.ts'
import { invitations } from '#shared/api/invitations.ts'
import { live } from '#shared/api/live.ts'
import { logins } from '#shared/api/logins.ts'
import { meetings } from '#shared/api/meetings.ts'
import { messages } from '#shared/api/messages.ts'
import { payments } from '#shared/api/payments.ts'
import { payouts } from '#shared/api/payouts.ts'
import { posts } from '#shared/api/posts.ts'
import { previews } from '#shared/api/previews.ts'
import { profiles } from '#shared/api/profiles.ts'
import { reading } from '#shared/api/reading.ts'
import { reports } from '#shared/api/reports.ts'
import { schedules } from '#shared/api/schedules.ts'
import { search } from '#shared/api/search.ts'
import { sessions } from '#shared/api/sessions.ts'
import { support } from '#shared/api/support.ts'
import { wallets } from '#shared/api/wallets.ts'
import { addAlert, signing } from '../factories/alerts.ts'
import { sendPicture } from '../factories/attachments.ts'
import { bookingOf, zone as timezone } from '../factories/bookings.ts'
import { addSection } from '../factories/catalog.ts'
import { write } from '../factories/conversations.ts'
import { beginDialogue, stream } from '../factories/dialogues.ts'
import { makePng } from '../factories/documents.ts'
import { uploadPicture } from '../factories/pictures.ts'
import { addPost } from '../factories/posts.ts'
import { uploadDocument } from '../factories/uploads.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import {
  alwaysFree,
  makeApprovedBooking,
  makeBookablePost,
  makeCompletedBooking,
  makeFailedRefund,
  makeOpenMeeting,
  makeProblem,
  makeRequest,
  takeSlot,
} from './bookable.ts'
import { makeAttachment, makeConversed, makeMessageRequest } from './conversed.ts'
import { makeBoard, makeDrawnBoard, putPicture, rectangle, showPicture, versionOf } from './drawable.ts'
import { lasting } from './lasting.ts'
import {
  bookPlace,
  makeFleetingSession,
  makeInvitation,
  makeTaughtSession,
  planSession,
} from './teachable.ts'
import type { World } from './world.ts'

/** How to make each call: for an existing thing of the owner, and for a missing one. Returns the status. */
export type Ask = {
  there: (person: Person, world: World) => Promise<number>
  absent: (person: Person, world: World) => Promise<number>
}

const nowhere = '01999999-9999-7999-8999-999999999999'

const p256dh = createECDH('prime256v1').generateKeys('base64url')

/** A browser, as it asks for notifications. Nothing listens there, which is known at once, unlike with a name. */
function deviceAt(name: string) {
  return { endpoint: `http://127.0.0.1:1/${name}`, p256dh, auth: 'a'.repeat(22) }
}

/** A call without a row: the same request both times. */
function plain<const C extends Call>(call: C, input?: CallInput<C>): Ask {
  const ask = async (person: Person) => (await person.call(call, input)).status
  return { there: ask, absent: ask }
}

/** The same for a call whose answer isn't JSON. */
function fetched<const C extends Call>(call: C, input?: CallInput<C>): Ask {
  const ask = async (person: Person) => (await person.fetch(callUrl(call, input))).status
  return { there: ask, absent: ask }
}

/** A call about a row: `input` makes the request from the row's id. */
function about<const C extends Call>(
  call: C,
  make: (world: World) => Promise<string>,
  input: (id: string, world: World) => CallInput<C> | Promise<CallInput<C>>,
): Ask {
  return {
    there: async (person, world) => (await person.call(call, await input(await make(world), world))).status,
    absent: async (person, world) => (await person.call(call, await input(nowhere, world))).status,
  }
}

/** A call about a person by username. */
function byName<const C extends Call>(call: C, input: (username: string) => CallInput<C>): Ask {
  return {
    there: async person => (await person.call(call, input('olive.owner'))).status,
    absent: async person => (await person.call(call, input('nobody'))).status,
  }
}

/** A call about a course, in which the owner shares a post. */
function ofCourse<const C extends Call>(call: C, input: (id: number) => CallInput<C>): Ask {
  return {
    there: async (person, world) => (await person.call(call, input(await makeCourse(world)))).status,
    absent: async person => (await person.call(call, input(999_999_999))).status,
  }
}

const makeCourse = lasting(async world => {
  const section = await addSection(world.stack.db)
  await addPost(world.owner, section)
  return section.courseId
})

const makePost = lasting(async world => {
  return (await addPost(world.owner, await addSection(world.stack.db))).id
})

const makeDocument = lasting(async world => {
  return (await addPost(world.owner, await addSection(world.stack.db))).doc_url
})

const makeDialogue = lasting(async world => {
  return beginDialogue(world.owner, await makePost(world))
})

/** A course in which only the owner has posted. */
const makeOwnCourse = lasting(async ({ owner, stack }) => {
  const name = randomUUID().slice(0, 8).toUpperCase()
  const section = await addSection(stack.db, { course: `AI ${name}`, crn: name })
  await addPost(owner, section)
  return String(section.courseId)
})

const question = (session_id: string) => ({ session_id, content: 'What is this about?' })

const makePassage = lasting(async world => {
  const { doc_url } = await addPost(world.owner, await addSection(world.stack.db))
  await world.stack.jobsDone()
  const { id } = await world.stack.db
    .selectFrom('assistant.passages')
    .select('id')
    .where('document_id', '=', doc_url)
    .executeTakeFirstOrThrow()
  return id
})

const makeReport = lasting(async world => {
  const post = await makePost(world)
  await world.other.call(reports.create, { body: { post_id: post, reason: 'spam' } })
  const { id } = await world.stack.db
    .selectFrom('reports')
    .select('id')
    .where('post_id', '=', post)
    .executeTakeFirstOrThrow()
  return id
})

const makeReportedFile = lasting(async world => {
  const { stack, owner, joinee } = world
  const conversation_id = await makeConversed(world)
  const picture = await sendPicture(owner, conversation_id)
  const { seq } = await write(owner, conversation_id, 'Look.', { attachment_ids: [picture] })
  await joinee.call(reports.create, { body: { message: { conversation_id, seq }, reason: 'harassment' } })
  const { id } = await stack.db
    .selectFrom('reported_files')
    .innerJoin('reports', 'reports.id', 'report_id')
    .select('reported_files.id')
    .where('conversation_id', '=', conversation_id)
    .where('message_seq', '=', seq)
    .where('seq', '=', seq)
    .executeTakeFirstOrThrow()
  return id
})

const makeHiddenPost = lasting(async world => {
  const id = await makePost(world)
  await world.operator.call(admin.hidePost, { body: { id, reason: 'A live exam.' } })
  return id
})

/** A person nobody else uses, so that they can be suspended. */
const makeNewcomer = lasting(async ({ stack }) => {
  const username = `n${randomUUID().slice(0, 8)}`
  await stack.signIn(username)
  return username
})

const makePicture = lasting(async ({ owner }) => {
  const key = await uploadPicture(owner)
  const { body } = await owner.call(profiles.save, { body: { profile_image: key } })
  return body.profile.profile_image!
})

const firstPage = (key: string) => callUrl(files.showFirstPage, { params: { key } })
const onePage = (key: string) => callUrl(files.showPage, { params: { key }, query: { page: 1 } })

const makeThumbnail = lasting(async world => {
  const section = await addSection(world.stack.db)
  const { thumb_url } = await addPost(world.owner, section, { file: await makePng(), type: 'image/png' })
  return thumb_url!
})

const makeSuspended = lasting(async world => {
  const username = await makeNewcomer(world)
  await suspend(world.operator, username)
  return username
})

const makeUpload = lasting(({ owner }) => uploadDocument(owner))

const makeFleetingBoard = lasting(({ owner }) => makeBoard(owner))

export const requests: Record<string, Ask> = {
  'posts.create': about(posts.create, makeUpload, async (key, { stack }) => {
    const section = await addSection(stack.db)
    return {
      body: {
        post_name: 'Notes',
        details: 'Notes of the week.',
        crn: section.crn,
        course_id: section.courseId,
        doc_url: key,
        doc_name: 'notes.pdf',
      },
    }
  }),
  'previews.robots': fetched(previews.robots),
  'previews.sitemap': fetched(previews.sitemap, { query: { list: 'people' } }),
  'posts.list': plain(posts.list, { query: {} }),
  'posts.ofPerson': byName(posts.ofPerson, username => ({ query: { username } })),
  'posts.ofCourse': ofCourse(posts.ofCourse, course_id => ({ query: { course_id } })),
  'posts.get': about(posts.get, makePost, id => ({ params: { id } })),
  'posts.update': about(posts.update, makePost, id => ({
    params: { id },
    body: { post_name: 'Notes, mended' },
  })),
  'posts.remove': about(posts.remove, makePost, id => ({ query: { id } })),
  'posts.save': about(posts.save, makePost, id => ({ body: { post_id: id } })),
  'posts.unsave': about(posts.unsave, makePost, id => ({ query: { id } })),
  'posts.saved': plain(posts.saved, { query: {} }),
  'courses.get': ofCourse(courses.get, id => ({ params: { id } })),
  'courses.tutors': ofCourse(courses.tutors, id => ({ params: { id } })),
  'courses.suggest': plain(courses.suggest, { query: { text: 'data' } }),
  'courses.suggestSections': plain(courses.suggestSections, { query: { text: 'data' } }),
  'courses.suggestSchools': plain(courses.suggestSchools, { query: { text: 'river' } }),
  'courses.terms': plain(courses.terms, { query: {} }),
  'search.posts': plain(search.posts, { query: { text: 'notes' } }),
  'search.pages': plain(search.pages, { query: { text: 'notes' } }),
  'search.ownPosts': plain(search.ownPosts, { query: { text: 'notes' } }),
  'search.people': plain(search.people, { query: { text: 'olive' } }),
  'reading.position': about(reading.position, makeDocument, id => ({ query: { fileKey: id } })),
  'reading.keepPosition': about(reading.keepPosition, makeDocument, id => ({
    body: { fileKey: id, pageNumber: 1 },
  })),
  'reading.forgetPosition': about(reading.forgetPosition, makeDocument, id => ({ query: { fileKey: id } })),
  'reading.unfinished': plain(reading.unfinished),
  'analytics.reportView': about(analytics.reportView, makePost, id => ({ body: { documentId: id } })),
  'analytics.views': about(analytics.views, makePost, id => ({ query: { documentId: id } })),
  'follows.followers': byName(follows.followers, username => ({ query: { username } })),
  'follows.following': byName(follows.following, username => ({ query: { username } })),
  'follows.follow': byName(follows.follow, username => ({ body: { username } })),
  'follows.unfollow': byName(follows.unfollow, username => ({ body: { username } })),
  'blocks.list': plain(blocks.list),
  'blocks.block': {
    async there(person) {
      const { status } = await person.call(blocks.block, { body: { username: 'olive.owner' } })
      // Only `bo.blocked` and the owner stay apart; the others must see the owner again in the next test.
      await person.call(blocks.unblock, { body: { username: 'olive.owner' } })
      return status
    },
    absent: async person => (await person.call(blocks.block, { body: { username: 'nobody' } })).status,
  },
  'blocks.unblock': byName(blocks.unblock, username => ({ body: { username } })),
  'reports.create': about(reports.create, makePost, id => ({
    body: { post_id: id, reason: 'spam' as const },
  })),
  'admin.reports': plain(admin.reports, { query: {} }),
  'admin.openFile': about(admin.openFile, makeReportedFile, id => ({ params: { id } })),
  'admin.closeReport': about(admin.closeReport, makeReport, id => ({
    body: { id, outcome: 'dismissed' as const },
  })),
  'admin.hidePost': about(admin.hidePost, makePost, id => ({ body: { id, reason: 'A live exam.' } })),
  'admin.showPost': about(admin.showPost, makeHiddenPost, id => ({ body: { id } })),
  'admin.removePost': about(admin.removePost, makePost, id => ({ body: { id, reason: 'A live exam.' } })),
  'admin.people': plain(admin.people, { query: { text: 'ana' } }),
  'admin.suspend': {
    there: async (person, world) => suspend(person, await makeNewcomer(world)),
    absent: person => suspend(person, 'nobody'),
  },
  'admin.reinstate': {
    there: async (person, world) =>
      (await person.call(admin.reinstate, { body: { username: await makeSuspended(world) } })).status,
    absent: async person => (await person.call(admin.reinstate, { body: { username: 'nobody' } })).status,
  },
  'admin.closeAccount': {
    there: async (person, world) =>
      (await person.call(admin.closeAccount, { body: { username: await makeNewcomer(world) } })).status,
    absent: async person => (await person.call(admin.closeAccount, { body: { username: 'nobody' } })).status,
  },
  'admin.audit': plain(admin.audit, { query: {} }),
  'admin.support': plain(admin.support, { query: {} }),
  'admin.decisions': plain(decisions),
  'admin.problems': plain(admin.problems, { query: {} }),
  'admin.settleProblem': about(admin.settleProblem, makeProblem, bookingId => ({
    body: { bookingId, outcome: 'none' as const, reason: 'Both were there throughout.' },
  })),
  'admin.booking': about(admin.booking, makeApprovedBooking, id => ({ params: { id } })),
  'admin.refundBooking': about(admin.refundBooking, makeApprovedBooking, bookingId => ({
    body: { bookingId, amount: '0.01', reason: 'A cent too much.' },
  })),
  'admin.retryRefund': about(admin.retryRefund, makeFailedRefund, id => ({ body: { id } })),
  'admin.settleRefund': about(admin.settleRefund, makeFailedRefund, id => ({
    body: { id, reason: 'By a bank transfer.' },
  })),
  'admin.money': plain(admin.money),
  'admin.stuckWithdrawals': plain(admin.stuckWithdrawals),
  'profiles.own': plain(profiles.own),
  'profiles.ofPerson': byName(profiles.ofPerson, username => ({ query: { username } })),
  'profiles.ofEmail': plain(profiles.ofEmail, { body: { email: 'olive.owner@example.edu' } }),
  'profiles.save': plain(profiles.save, { body: { designation: 'Student' } }),
  'profiles.checkUsername': plain(profiles.checkUsername, { query: { username: 'olive.owner' } }),
  'profiles.rename': {
    there: person => rename(person, 'olive.owner'),
    absent: renameAndBack,
  },
  'profiles.uploadPicture': plain(profiles.uploadPicture, { body: { name: 'me.png', type: 'image/png' } }),
  'profiles.showPicture': {
    there: async (person, world) => status(await person.fetch(await makePicture(world))),
    absent: async person => status(await person.fetch(profiles.showPicture.path.replace('{key}', nowhere))),
  },
  'profiles.uniqueCrns': byName(profiles.uniqueCrns, username => ({ body: { username } })),
  'profiles.listClasses': plain(profiles.listClasses, { body: { section_ids: [] } }),
  'profiles.highlight': about(profiles.highlight, makePost, id => ({ body: { post_ids: [id] } })),
  'profiles.welcome': plain(profiles.welcome),
  'profiles.retryEmail': plain(profiles.retryEmail),
  'profiles.dismissTip': plain(profiles.dismissTip, { body: { tip: 'notes' } }),
  'support.send': { there: writeToSupport, absent: writeToSupport },
  'account.startExport': { there: startExport, absent: startExport },
  'account.readExport': plain(account.readExport),
  'account.downloadExport': {
    there: async (person, world) => {
      await forgetExports(world.stack)
      await addTask(world, 'export')
      return status(await person.fetch(account.downloadExport.path))
    },
    absent: async (person, { stack }) => {
      await forgetExports(stack)
      return status(await person.fetch(account.downloadExport.path))
    },
  },
  'account.remove': plain(account.remove, { body: { username: 'nobody.of-them' } }),
  'account.readDeletion': about(
    account.readDeletion,
    world => addTask(world, 'deletion'),
    id => ({ params: { id } }),
  ),
  'schedules.save': plain(schedules.save, { body: { schedule: alwaysFree, timezone: 'UTC' } }),
  'schedules.own': plain(schedules.own, { query: {} }),
  'schedules.ofPerson': byName(schedules.ofPerson, username => ({ query: { username } })),
  'schedules.tiles': about(schedules.tiles, makeBookablePost, id => ({ query: { post_id: id, timezone } })),
  'schedules.free': ofCourse(schedules.free, id => ({ query: { course_id: id, timezone } })),
  'payments.quote': about(payments.quote, makeBookablePost, async (id, world) => ({
    query: { post_id: id, ...(await takeSlot(world)) },
  })),
  'payments.bookSlot': {
    there: async (person, world) => book(person, world, await makeBookablePost(world)),
    absent: (person, world) => book(person, world, nowhere),
  },
  'payments.bookSession': {
    async there(person, world) {
      const { id, upcoming } = await makeTaughtSession(world)
      return bookPlace(person, id, upcoming[0]!.id)
    },
    absent: person => bookPlace(person, nowhere, nowhere),
  },
  'payments.receipt': about(payments.receipt, makeApprovedBooking, id => ({ params: { id } })),
  'payments.webhook': { there: tellOfPayment, absent: tellOfPayment },
  'bookings.asStudent': plain(bookings.asStudent, { query: {} }),
  'bookings.asTutor': plain(bookings.asTutor, { query: {} }),
  'bookings.pending': plain(bookings.pending, { query: {} }),
  'bookings.next': plain(bookings.next, {}),
  'bookings.passed': plain(bookings.passed, { query: {} }),
  'bookings.filtered': plain(bookings.filtered, { body: {} }),
  'bookings.get': about(bookings.get, makeApprovedBooking, id => ({ params: { id }, query: {} })),
  'bookings.approve': about(bookings.approve, makeRequest, id => ({
    body: { bookingId: id, terms: true as const },
  })),
  'bookings.reject': about(bookings.reject, makeRequest, id => ({
    body: { bookingId: id, terms: true as const },
  })),
  'bookings.cancel': about(bookings.cancel, makeRequest, id => ({ body: { bookingId: id } })),
  'bookings.seeMove': about(bookings.seeMove, makeApprovedBooking, bookingId => ({
    body: { bookingId, starts_on: '2026-11-22T15:00:00.000Z' },
  })),
  'bookings.reportProblem': about(bookings.reportProblem, makeCompletedBooking, bookingId => ({
    body: { bookingId, reason: 'short' as const, details: 'It was over after ten minutes.' },
  })),
  'bookings.calendar': {
    there: async (person, world) => readCalendar(person, bookings.calendar, await makeApprovedBooking(world)),
    absent: person => readCalendar(person, bookings.calendar, nowhere),
  },
  'bookings.settle': plain(bookings.settle),
  'bookings.settleByGet': plain(bookings.settleByGet),
  'wallets.get': plain(wallets.get),
  'wallets.createByGet': plain(wallets.createByGet),
  'wallets.create': plain(wallets.create, { body: { terms: true as const } }),
  'wallets.view': plain(wallets.view, { query: {} }),
  'wallets.transactions': plain(wallets.transactions, { query: {} }),
  'wallets.transactionsFile': { there: readStatement, absent: readStatement },
  'wallets.withdraw': { there: withdraw, absent: withdraw },
  'payouts.get': plain(payouts.get),
  'payouts.create': withAccount(payouts.create),
  'payouts.openSession': {
    there: async (person, world) => openSession(person, await makeAccount(world.owner)),
    absent: person => openSession(person, 'acct_nowhere'),
  },
  'payouts.link': withAccount(payouts.link),
  'payouts.refresh': withAccount(payouts.refresh),
  'meetings.credentials': about(meetings.credentials, makeOpenMeeting, id => ({ body: { bookingId: id } })),
  'alerts.list': plain(alerts.list, { query: {} }),
  'alerts.unread': plain(alerts.unread),
  'alerts.mark': about(alerts.mark, addOwnersAlert, id => ({ body: { ids: [id], read: true } })),
  'alerts.markAll': plain(alerts.markAll, { body: { seen: '1:1:' } }),
  'alerts.unmarkAll': plain(alerts.unmarkAll, { body: { read_at: '2026-01-01T00:00:00Z' } }),
  'alerts.preferences': plain(alerts.preferences),
  'alerts.prefer': plain(alerts.prefer, { body: { group: 'follows', channel: 'mail', wanted: true } }),
  'alerts.pushKey': plain(alerts.pushKey),
  'alerts.addDevice': plain(alerts.addDevice, { body: deviceAt('everyone') }),
  'alerts.renewDevice': about(alerts.renewDevice, addOwnersDevice, name => ({
    body: { endpoint: deviceAt(name).endpoint },
  })),
  'alerts.removeDevice': about(alerts.removeDevice, addOwnersDevice, name => ({
    body: { endpoint: deviceAt(name).endpoint },
  })),
  'alerts.subscription': about(alerts.subscription, makeSubscription, token => ({ query: { token } })),
  'alerts.unsubscribe': about(alerts.unsubscribe, makeSubscription, token => ({ query: { token } })),
  'live.ticket': plain(live.ticket, { body: { namespace: '/product' } }),
  'chat.entryToken': plain(chat.entryToken),
  'chat.ticket': plain(chat.ticket),
  'chat.login': {
    there: person => logIntoChat(person, 'olive.owner@example.edu'),
    absent: person => logIntoChat(person, 'nobody@example.edu'),
  },
  'chat.liveTicket': plain(chat.liveTicket),
  'chat.searchPeople': plain(chat.searchPeople, { query: { query: 'olive' } }),
  'conversations.list': plain(conversations.list, { query: {} }),
  'conversations.get': about(conversations.get, makeConversed, id => ({ params: { id } })),
  'conversations.unread': plain(conversations.unread),
  'conversations.start': byName(conversations.start, to_username => ({ query: { to_username } })),
  'conversations.accept': about(conversations.accept, makeMessageRequest, id => ({ params: { id } })),
  'conversations.decline': about(conversations.decline, makeMessageRequest, id => ({ params: { id } })),
  'conversations.read': about(conversations.read, makeConversed, id => ({
    params: { id },
    body: { seq: 1 },
  })),
  'conversations.mute': about(conversations.mute, makeConversed, id => ({
    params: { id },
    body: { muted: false },
  })),
  'messages.list': about(messages.list, makeConversed, id => ({ params: { id }, query: {} })),
  'messages.send': about(messages.send, makeConversed, id => ({
    params: { id },
    body: { client_id: randomUUID(), text: 'See you there.' },
  })),
  'messages.remove': about(messages.remove, makeConversed, id => ({ params: { id, seq: 1 } })),
  'messages.search': plain(messages.search, { query: { query: 'hello' } }),
  'attachments.upload': about(attachments.upload, makeConversed, id => ({
    params: { id },
    body: { name: 'plan.png', type: 'image/png' as const, size: 100 },
  })),
  'attachments.accept': about(attachments.accept, makeAttachment, id => ({ params: { id } })),
  'attachments.link': about(attachments.link, makeAttachment, id => ({ params: { id } })),
  'meetings.setAdmission': about(meetings.setAdmission, makeOpenMeeting, id => ({
    body: { bookingId: id, admission: 'ask' as const },
  })),
  'meetings.time': about(meetings.time, makeOpenMeeting, id => ({ query: { bookingId: id } })),
  'meetings.attendance': about(meetings.attendance, makeOpenMeeting, id => ({ query: { bookingId: id } })),
  'meetings.limits': plain(meetings.limits),
  'sessions.create': { there: planSession, absent: planSession },
  'sessions.get': about(sessions.get, makeTaught, id => ({ query: { id } })),
  'sessions.own': byName(sessions.own, username => ({ query: { username } })),
  'sessions.ofClass': plain(sessions.ofClass, { query: { text: 'heaps' } }),
  'sessions.ofCourse': ofCourse(sessions.ofCourse, course_id => ({ query: { course_id } })),
  'sessions.update': about(sessions.update, makeTaught, id => ({
    body: { id, editedDescription: 'Trees.' },
  })),
  'sessions.remove': about(
    sessions.remove,
    async world => (await makeFleetingSession(world)).id,
    id => ({ body: { id } }),
  ),
  'sessions.skip': about(
    sessions.skip,
    async world => (await makeFleetingSession(world)).upcoming[0]!.id,
    id => ({ body: { occurrence_id: id } }),
  ),
  'sessions.calendar': {
    there: async (person, world) => {
      const { upcoming } = await makeTaughtSession(world)
      return readCalendar(person, sessions.calendar, upcoming[0]!.id)
    },
    absent: person => readCalendar(person, sessions.calendar, nowhere),
  },
  'sessions.occurrences': about(sessions.occurrences, makeTaught, id => ({ query: { id } })),
  'enrolments.enrol': about(enrolments.enrol, makeTaught, id => ({ body: { id } })),
  'enrolments.leave': about(enrolments.leave, makeTaught, id => ({ body: { id } })),
  'enrolments.ofSession': about(enrolments.ofSession, makeTaught, id => ({ query: { id } })),
  'enrolments.unpaid': plain(enrolments.unpaid, { query: {} }),
  'enrolments.meetings': plain(enrolments.meetings, { query: {} }),
  'invitations.send': about(invitations.send, makeTaught, id => ({ body: { id, invite: ['jo.joinee'] } })),
  'invitations.received': plain(invitations.received, { query: {} }),
  'invitations.accept': about(invitations.accept, makeInvitation, id => ({ body: { id } })),
  'invitations.sent': about(invitations.sent, makeTaught, id => ({ query: { id } })),
  'invitations.remove': about(invitations.remove, makeInvitation, id => ({ body: { id } })),
  'documents.process': {
    there: async (person, world) =>
      (await person.call(documents.process, { params: { id: await makeOwnCourse(world) } })).status,
    absent: async person => (await person.call(documents.process, { params: { id: 2_147_483_647 } })).status,
  },
  'documents.ofCourse': plain(documents.ofCourse, { params: { id: 1 }, query: {} }),
  'documents.ofPost': about(documents.ofPost, makePost, id => ({ params: { id } })),
  'documents.passage': about(documents.passage, makePassage, id => ({ params: { id } })),
  'documents.recognized': about(documents.recognized, makePost, id => ({
    params: { id },
    query: { from: 1 },
  })),
  'dialogues.create': about(dialogues.create, makePost, id => ({ body: { post_id: id } })),
  'dialogues.list': plain(dialogues.list, { query: {} }),
  'dialogues.get': about(dialogues.get, makeDialogue, id => ({ params: { id }, query: {} })),
  'dialogues.rename': about(dialogues.rename, makeDialogue, id => ({
    params: { id },
    body: { session_name: 'Before the exam' },
  })),
  'dialogues.remove': about(dialogues.remove, makeDialogue, id => ({ params: { id } })),
  'dialogues.ask': about(dialogues.ask, makeDialogue, id => ({
    body: { session_id: id, content: 'What is this about?' },
  })),
  'dialogues.stream': {
    there: async (person, world) => (await stream(person, question(await makeDialogue(world)))).status,
    absent: async person => (await stream(person, question(nowhere))).status,
  },
  'dialogues.quota': plain(dialogues.quota),
  'logins.read': plain(logins.read),
  'logins.providers': plain(logins.providers),
  'files.upload': plain(files.upload, { body: { name: 'notes.pdf', type: 'application/pdf', size: 1000 } }),
  'files.thumbnail': plain(files.thumbnail, { body: { name: 'notes.png', type: 'image/png', size: 1000 } }),
  'files.download': about(files.download, makeDocument, key => ({ body: { key } })),
  'files.showFirstPage': {
    there: async (person, world) => status(await person.fetch(firstPage(await makeDocument(world)))),
    absent: async person => status(await person.fetch(firstPage(nowhere))),
  },
  'files.showPage': {
    there: async (person, world) => status(await person.fetch(onePage(await makeDocument(world)))),
    absent: async person => status(await person.fetch(onePage(nowhere))),
  },
  'files.showThumbnail': {
    there: async (person, world) => status(await person.fetch(await makeThumbnail(world))),
    absent: async person => status(await person.fetch(files.showThumbnail.path.replace('{key}', nowhere))),
  },
  'files.expectOffice': plain(files.expectOffice),
  'files.convert': { there: convertProgram, absent: convertProgram },
  'logins.register': {
    there: person => register(person, 'olive.owner@example.edu'),
    absent: person => register(person, 'nobody@example.edu'),
  },
  'logins.start': plain(logins.start, { body: { provider: 'google', callbackURL: '/explore' } }),
  'logins.answerAge': plain(logins.answerAge, { body: { born: '2000-01-01' } }),
  'logins.callback': plain(logins.callback, { params: { provider: 'google' }, query: {} }),
  'logins.end': { there: signOut, absent: signOut },
  'boards.list': plain(boards.list, { query: {} }),
  'boards.deleted': plain(boards.deleted),
  'boards.create': plain(boards.create, { body: { title: 'Heaps' } }),
  'boards.ofMeeting': about(boards.ofMeeting, makeApprovedBooking, meetingId => ({ body: { meetingId } })),
  'boards.get': about(boards.get, makeDrawnBoard, id => ({ params: { id } })),
  'boards.rename': about(boards.rename, makeDrawnBoard, id => ({ params: { id }, body: { title: 'Trees' } })),
  'boards.remove': about(boards.remove, makeFleetingBoard, id => ({ params: { id } })),
  'boards.bringBack': about(boards.bringBack, makeDrawnBoard, id => ({ params: { id } })),
  'boards.elements': about(boards.elements, makeDrawnBoard, id => ({ params: { id }, query: {} })),
  'boards.draw': about(boards.draw, makeDrawnBoard, id => ({
    params: { id },
    body: { elements: [rectangle()] },
  })),
  'boards.versions': about(boards.versions, makeDrawnBoard, id => ({ params: { id }, query: {} })),
  'boards.version': about(boards.version, makeDrawnBoard, async (id, world) => ({
    params: { id, versionId: await versionOf(world, id) },
  })),
  'boards.restore': about(boards.restore, makeDrawnBoard, async (id, world) => ({
    params: { id },
    body: { version_id: await versionOf(world, id) },
  })),
  'boards.putPicture': {
    there: async (person, world) => putPicture(person, await makeDrawnBoard(world)),
    absent: person => putPicture(person, nowhere),
  },
  'boards.picture': {
    there: async (person, world) => showPicture(person, await makeDrawnBoard(world)),
    absent: person => showPicture(person, nowhere),
  },
}

async function makeTaught(world: World): Promise<string> {
  return (await makeTaughtSession(world)).id
}

async function suspend(person: Person, username: string): Promise<number> {
  return (await person.call(admin.suspend, { body: { username, reason: 'The same advertisement.' } })).status
}

async function rename(person: Person, username: string): Promise<number> {
  return (await person.call(profiles.rename, { body: { username } })).status
}

/** Takes a free name, and then the old one again: the next test uses it. */
async function renameAndBack(person: Person): Promise<number> {
  const before = (await person.call(profiles.own)).body?.profile?.username
  const status = await rename(person, `free-${Math.random().toString(36).slice(2)}`)
  if (status === 200) await rename(person, before)
  return status
}

/** People who aren't signed in, or not anymore, say who they are. */
async function writeToSupport(person: Person, { visitor, suspended }: World): Promise<number> {
  const stranger = person === visitor || person === suspended
  const sender = stranger ? { name: 'Vera', email: 'vera@elsewhere.example' } : {}
  return (await person.call(support.send, { body: { category: 'other', message: 'Hello', ...sender } }))
    .status
}

/** There are only a few per day, and others have used theirs. */
async function startExport(person: Person, { stack }: World): Promise<number> {
  await forgetExports(stack)
  return (await person.call(account.startExport)).status
}

/** The exports that other requests have made. */
async function forgetExports({ db }: Stack): Promise<void> {
  await db.deleteFrom('account_tasks').where('kind', '=', 'export').execute()
}

/** A finished task of the owner. */
async function addTask({ stack }: World, kind: 'export' | 'deletion'): Promise<string> {
  const key = `exports/${randomUUID()}.zip`
  await mkdir(join(stack.storageDir, 'exports'), { recursive: true })
  await writeFile(join(stack.storageDir, key), 'zip')
  const owner = stack.db.selectFrom('users').select('id').where('email', '=', 'olive.owner@example.edu')
  const { id } = await stack.db
    .insertInto('account_tasks')
    .values({
      user_id: owner,
      kind,
      state: 'done',
      object_key: kind === 'export' ? key : null,
      size: kind === 'export' ? 3 : null,
      finished_at: stack.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function addOwnersAlert({ stack }: World): Promise<string> {
  const { id } = await ownerOf(stack)
  return (await addAlert(stack, id, 'payouts_ready', {})).id
}

/** A browser that shows the owner's alerts. */
async function addOwnersDevice({ owner }: World): Promise<string> {
  const name = randomUUID()
  await owner.call(alerts.addDevice, { body: deviceAt(name) })
  return name
}

/** The token in an unsubscribe link to the owner. */
async function makeSubscription({ stack }: World): Promise<string> {
  const { id: userId } = await ownerOf(stack)
  return subscriptionToken(signing, { userId, group: 'follows', from: stack.clock.now() })
}

function ownerOf({ db }: Stack) {
  return db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'olive.owner@example.edu')
    .executeTakeFirstOrThrow()
}

/** Books another time each time, and releases it: nobody can hold many at once. */
async function book(person: Person, world: World, postId: string): Promise<number> {
  const { status, body } = await person.call(payments.bookSlot, {
    body: bookingOf(postId, await takeSlot(world)),
  })
  if (status === 200) await person.call(bookings.cancel, { body: { bookingId: body.booking_id } })
  return status
}

async function tellOfPayment(person: Person): Promise<number> {
  const init = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }
  return status(await person.fetch(payments.webhook.path, init))
}

async function readStatement(person: Person): Promise<number> {
  return status(await person.fetch(wallets.transactionsFile.path))
}

async function withdraw(person: Person): Promise<number> {
  const body = { id: randomUUID(), amount: '10.00', confirm: true as const }
  return (await person.call(wallets.withdraw, { body })).status
}

/** A call about the person's own payout account, which is created first. */
function withAccount(call: typeof payouts.create | typeof payouts.link | typeof payouts.refresh): Ask {
  const ask = async (person: Person) => {
    await makeAccount(person)
    return (await person.call(call)).status
  }
  return { there: ask, absent: ask }
}

async function makeAccount(person: Person): Promise<string> {
  await person.call(wallets.create, { body: { terms: true } })
  return (await person.call(payouts.create)).body?.account
}

async function openSession(person: Person, account: string): Promise<number> {
  return (await person.call(payouts.openSession, { body: { account } })).status
}

async function readCalendar(person: Person, { path }: { path: string }, id: string): Promise<number> {
  return status(await person.fetch(path.replace('{id}', id)))
}

async function convertProgram(person: Person): Promise<number> {
  const body = new FormData()
  body.append('files', new Blob(['MZ']), 'setup.exe')
  return status(await person.fetch(files.convert.path, { method: files.convert.method, body }))
}

async function logIntoChat(person: Person, email: string): Promise<number> {
  return (await person.call(chat.login, { query: { email } })).status
}

async function register(person: Person, email: string): Promise<number> {
  return (await person.call(logins.register, { body: { email, name: 'Olive', image: null } })).status
}

/** Signs in again first: the login that ends must not be the one that other tests use. */
async function signOut(person: Person, { stack, visitor }: World): Promise<number> {
  const leaving = person === visitor ? visitor : await stack.signIn('lena.leaving')
  return (await leaving.call(logins.end)).status
}

async function status(response: Response): Promise<number> {
  await response.body?.cancel()
  return response.status
}
