import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import { writeLetter } from '#server/platform/mail/letter.ts'

export type WelcomeDeps = Pick<Deps, 'jobs' | 'db'>

const job = 'welcome-mail'

/** Asks for the welcome mail of a person who signed in for the first time. */
export async function enqueueWelcome({ jobs, db }: WelcomeDeps, userId: string): Promise<void> {
  await jobs.enqueue(db, job, `welcome:${userId}`, { userId })
}

/** Says how the welcome mail is sent. */
export function defineWelcome({
  jobs,
  db,
  mail,
  config,
}: Pick<Deps, 'jobs' | 'db' | 'mail' | 'config'>): void {
  jobs.define<{ userId: string }>(job, {
    sideBySide: true,
    async run({ userId }) {
      const { rows } = await sql<{ name: string; email: string }>`
        select name, email from users where id = ${userId} and email_verified`.execute(db)
      const person = rows[0]
      if (!person) return
      // The id is the same at every attempt, so a mailbox that got the mail before a crash shows it once.
      await mail.send({
        id: `welcome-${userId}`,
        to: person.email,
        ...welcome(person.name, config.publicUrl),
      })
    },
  })
}

/** What a new person is told. */
function welcome(name: string, publicUrl: string): { subject: string; text: string; html: string } {
  const subject = 'Welcome to Ignite'
  return {
    subject,
    ...writeLetter({
      title: subject,
      preheader: 'You now have a place where students share the notes of their courses.',
      greeting: `Hello ${name},`,
      paragraphs: [
        'you now have a place on Ignite, where students share the notes of their courses and learn together.',
        `Three good first steps:

  - Find notes for one of your courses: ${publicUrl}/search
  - Share something you wrote yourself: ${publicUrl}/explore
  - Say who you are on your profile: ${publicUrl}/profile`,
        `If it wasn’t you who signed in, tell the people who run ${publicUrl}.`,
      ],
      closing: 'Have a look around',
      url: `${publicUrl}/explore`,
      signed: 'Ignite',
    }),
  }
}
