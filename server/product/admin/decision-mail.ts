import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import type { Decision } from '#shared/api/admin.ts'

const job = 'decision-mail'

type Decided = {
  action: Decision['action']
  post_title: string | null
  reason: string
  name: string
  email: string
}

/** Has the person whom an act concerns told about it, once the act is committed. */
export function enqueueDecisionMail(jobs: Jobs, trx: Database, entryId: string): Promise<void> {
  return jobs.enqueue(trx, job, entryId, { entryId })
}

/** Says how such a mail is sent. */
export function defineDecisionMail({
  jobs,
  db,
  mail,
  config,
}: Pick<Deps, 'jobs' | 'db' | 'mail' | 'config'>): void {
  jobs.define<{ entryId: string }>(job, {
    async run({ entryId }) {
      const { rows } = await sql<Decided>`
        select action, post_title, reason, users.name, users.email
        from audit_entries join users on users.id = audit_entries.person_id
        where audit_entries.id = ${entryId} and users.deleted_at is null`.execute(db)
      const decided = rows[0]
      if (!decided) return
      const { subject, what } = words[decided.action](decided.post_title ?? '')
      // The id is the same at every attempt, so a mailbox that got the mail before a crash shows it once.
      await mail.send({
        id: `decision-${entryId}`,
        to: decided.email,
        subject,
        text: letter(decided, what, config.publicUrl),
      })
    },
  })
}

const words: Record<Decided['action'], (title: string) => { subject: string; what: string }> = {
  hide_post: title => ({
    subject: 'Your post was hidden',
    what: `we have hidden your post “${title}”. Only you can see it now.`,
  }),
  show_post: title => ({
    subject: 'Your post is shown again',
    what: `your post “${title}” is shown to everyone again.`,
  }),
  remove_post: title => ({
    subject: 'Your post was removed',
    what: `we have removed your post “${title}” with its document.`,
  }),
  suspend_person: () => ({
    subject: 'Your account is suspended',
    what: 'we have suspended your account. You can’t sign in, and nobody sees your profile or your posts.',
  }),
  reinstate_person: () => ({
    subject: 'Your account is open again',
    what: 'your account is open again: you can sign in, and others see your profile and your posts.',
  }),
}

function letter({ name, reason }: Decided, what: string, publicUrl: string): string {
  const why = reason && `The reason: ${reason}\n\n`
  return `Hello ${name},

${what}

${why}If you think that is wrong, write to us: ${publicUrl}/faq?contact=1

The people who run Ignite
`
}
