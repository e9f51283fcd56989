import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import type { Message } from '#server/platform/mail/mailer.ts'

/** `id` has to be the same at every attempt, so that a mail program that got it before a crash shows it once. */
export type OperatorMail = Omit<Message, 'to'>

/**
 * One kind of mail to the operators. Its job composes it from `data`; null if there is nothing left to tell. Nothing is sent without
 * SUPPORT_EMAIL: what needs an operator then only waits in their lists.
 */
export function operatorMail<D extends object>(
  job: string,
  compose: (deps: Pick<Deps, 'db' | 'config'>, data: D) => Promise<OperatorMail | null>,
) {
  return {
    /** Enqueues one in the caller's transaction. */
    async enqueue(
      trx: Database,
      { jobs, config }: Pick<Deps, 'jobs' | 'config'>,
      key: string,
      data: D,
    ): Promise<void> {
      if (config.supportEmail) await jobs.enqueue(trx, job, key, data)
    },

    /** Defines the job. */
    define(deps: Pick<Deps, 'jobs' | 'db' | 'mail' | 'config'>): void {
      const { jobs, mail, config } = deps
      jobs.define<D>(job, {
        sideBySide: true,
        patient: true,
        async run(data) {
          const to = config.supportEmail
          const message = to && (await compose(deps, data))
          if (!message) return
          const answer = await mail.send({ ...message, to })
          // Retried: somebody may correct the setting, or make room.
          if (answer !== 'sent') throw new Error(`SUPPORT_EMAIL: ${answer}`)
        },
      })
    },
  }
}
