import { boards } from '#shared/api/boards.ts'
import { bookings } from '#shared/api/bookings.ts'
import { conversations } from '#shared/api/conversations.ts'
import { posts } from '#shared/api/posts.ts'
import { reports } from '#shared/api/reports.ts'
import { sessions } from '#shared/api/sessions.ts'
import { type Person, signIn } from '../local/seed/front-door.ts'
import { people } from '../local/seed/people.ts'

/** What the pictures show of the demo world. */
export type Subjects = {
  postId: string
  /** Somebody else's post that waits for an operator. */
  reportedId: string
  /** A post whose author can be booked, and the post's course. */
  bookableId: string
  courseId: string
  bookingId: string
  /** A booking that has a receipt. */
  paidId: string
  sessionId: string
  conversationId: string
  boardId: string
}

/** Finds them as Maya Chen, and makes what the demo world doesn't have. */
export async function findSubjects(url: string): Promise<Subjects> {
  const { name, email } = people[0]!
  const maya = await signIn(url, name, email)
  const { posts: feed } = await maya.call(posts.list, { query: { type: 'recent', offset: 0 } })
  const grace = people.find(({ key }) => key === 'grace')!.name
  const bookable = there(
    'post whose author can be booked',
    feed.find(post => post.name === grace && !post.is_owner),
  )
  const { bookings: made } = await maya.call(bookings.asStudent, { query: { offset: 0 } })
  const { bookings: passed } = await maya.call(bookings.passed, { query: { offset: 0 } })
  const { boards: drawn } = await maya.call(boards.list, { query: {} })
  const { conversations: inbox } = await maya.say(conversations.list, { query: { folder: 'inbox' } })
  return {
    postId: there('post', feed[0]).id,
    reportedId: await reportPost(maya),
    bookableId: bookable.id,
    courseId: String(bookable.course_id),
    bookingId: there('booking', made[0]).id,
    paidId: there(
      'completed booking',
      passed.find(({ status }) => status === 'completed'),
    ).id,
    sessionId: await ownSession(maya),
    conversationId: there('conversation', inbox[0]).id,
    boardId: there('board', drawn[0]).id,
  }
}

function there<T>(what: string, found: T | undefined): T {
  if (found === undefined) throw new Error(`The demo world has no ${what}: npm start could not fill it in.`)
  return found
}

/** Puts something into the operators' queue. Reporting it again keeps one report. */
async function reportPost(maya: Person): Promise<string> {
  const { posts: of } = await maya.call(posts.ofPerson, { query: { username: 'grace.kim', offset: 0 } })
  const { id } = there('post of Grace Kim', of[0])
  await maya.call(reports.create, {
    body: { post_id: id, reason: 'copyright', details: 'Page 2 is from the textbook.' },
  })
  return id
}

async function ownSession(maya: Person): Promise<string> {
  const { sessions: own } = await maya.call(sessions.own, { query: {} })
  if (own[0]) return own[0].id
  const { session } = await maya.call(sessions.create, {
    body: {
      title: 'Heaps and trees before the midterm',
      description: 'We go through last week’s problem sheet together.\n\nBring your own attempts.',
      starts_on: Temporal.Now.plainDateISO('America/New_York').add({ days: 2 }).toString(),
      start_time: '06:00',
      end_time: '07:30',
      timezone: 'America/New_York',
      rate: '24.00',
      repeat: true,
      repeat_days: ['mon', 'wed'],
    },
  })
  return session.id
}
