import type { Deps } from '#server/deps.ts'
import { writeLetter } from '#server/platform/mail/letter.ts'
import { mailPerson } from '../people/refused-address.ts'

export type WelcomeDeps = Pick<Deps, 'jobs' | 'db'>

const job = 'welcome-mail'

/** Enqueues the welcome mail of a newcomer. */
export async function enqueueWelcome({ jobs, db }: WelcomeDeps, userId: string): Promise<void> {
  await jobs.enqueue(db, job, `welcome:${userId}`, { userId })
}

/** Defines how the welcome mail is sent. */
export function defineWelcome(deps: Pick<Deps, 'jobs' | 'db' | 'mail' | 'config' | 'now'>): void {
  const { jobs, db, config } = deps
  jobs.define<{ userId: string }>(job, {
    sideBySide: true,
    patient: true,
    async run({ userId }) {
      const person = await db
        .selectFrom('users')
        .select(['name', 'email'])
        .where('id', '=', userId)
        .where('email_verified', '=', true)
        .executeTakeFirst()
      if (!person) return
      // The id is the same at every attempt, so a mail program that got the mail before a crash shows it
      // once.
      await mailPerson(deps, userId, {
        id: `welcome-${userId}`,
        to: person.email,
        ...welcome(person.name, config.publicUrl),
      })
    },
  })
}

/** The welcome text. */
function welcome(name: string, publicUrl: string): { subject: string; text: string; html: string } {
  const subject = 'Welcome to Ignite'
  return {
    subject,
    ...writeLetter({
      title: subject,
      preheader: 'Share notes, find notes and learn together.',
      greeting: `Hello ${name},`,
      paragraphs: [
        'Welcome to Ignite, where students share course notes and learn together.',
        `Here are three good first steps:

  - Find notes for one of your courses: ${publicUrl}/search
  - Share something you wrote yourself: ${publicUrl}/explore?create=upload
  - Introduce yourself on your profile: ${publicUrl}/profile`,
        `If you didn’t sign in, contact support: ${publicUrl}/faq?contact=1`,
      ],
      closing: 'Take a look around',
      url: `${publicUrl}/explore`,
      signed: 'Ignite',
    }),
  }
}
