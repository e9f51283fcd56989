import type { Deps } from '#server/deps.ts'
import type { Trx } from '#server/platform/db/database.ts'
import { writeLetter } from '#server/platform/mail/letter.ts'

const job = 'account-closed-mail'

/** Who closed the account: its own person, or an operator. */
export type ClosedBy = 'person' | 'operator'

type Closed = { taskId: string; by: ClosedBy }

/** Enqueues the mail that tells a person that their account was closed, in the caller's transaction. */
export function enqueueClosedMail(trx: Trx, { jobs }: Pick<Deps, 'jobs'>, closed: Closed): Promise<void> {
  return jobs.enqueue(trx, job, closed.taskId, closed)
}

/** Defines how that mail is sent. The address is forgotten once it was, or couldn't be for a day. */
export function defineClosedMail({
  jobs,
  db,
  mail,
  config,
}: Pick<Deps, 'jobs' | 'db' | 'mail' | 'config'>): void {
  const forget = async (taskId: string) => {
    await db.updateTable('account_tasks').set({ mail_to: null }).where('id', '=', taskId).execute()
  }
  jobs.define<Closed>(job, {
    sideBySide: true,
    patient: true,
    async run({ taskId, by }) {
      const task = await db
        .selectFrom('account_tasks')
        .select('mail_to')
        .where('id', '=', taskId)
        .executeTakeFirst()
      if (!task?.mail_to) return
      await mail.send({ id: `closed-${taskId}`, to: task.mail_to, ...words(config.publicUrl, by) })
      await forget(taskId)
    },
    onFailed: ({ taskId }) => forget(taskId),
  })
}

function words(publicUrl: string, by: ClosedBy): { subject: string; text: string; html: string } {
  const subject = 'Your Ignite account is closed'
  const preheader =
    by === 'person'
      ? 'You deleted your account, and we’re removing everything in it.'
      : 'The Ignite team closed your account, and we’re removing everything in it.'
  return {
    subject,
    ...writeLetter({
      title: subject,
      preheader,
      greeting: 'Hello,',
      paragraphs: [
        preheader,
        'This can’t be undone. Your meetings that hadn’t started are canceled, and this is the last email you get about the account.',
        by === 'person'
          ? 'If you didn’t do this, someone else was signed in as you: secure the account you sign in with, and contact support.'
          : 'If you think this is a mistake, contact support.',
      ],
      closing: 'Contact support',
      url: `${publicUrl}/faq?contact=1`,
      signed: 'Ignite',
    }),
  }
}
