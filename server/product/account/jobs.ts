import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { defineClosedMail } from './closed-mail.ts'
import { forgetPerson } from './forget-person.ts'
import { deletionFailed, removeBelongings } from './remove-belongings.ts'
import { type ExportParts, exportFailed, runExport } from './run-export.ts'
import { sweepAccountTasks } from './sweep.ts'

const exporting = 'export-account'
const deleting = 'delete-account'
const forgetting = 'forget-in-chat'
const forgettingAgain = 'forget-again'

type Task = { taskId: string }

/** The background work of accounts. */
export function defineAccountJobs(deps: Deps & ExportParts): void {
  deps.jobs.define<Task>(exporting, {
    run: ({ taskId }) => runExport(deps, taskId),
    onFailed: ({ taskId }) => exportFailed(deps, taskId),
    long: true,
  })
  deps.jobs.define<Task>(deleting, {
    run: ({ taskId }) => removeBelongings(deps, taskId),
    onFailed: ({ taskId }) => deletionFailed(deps, taskId),
    long: true,
  })
  defineClosedMail(deps)
  deps.jobs.declare(forgetting)
  deps.jobs.define<{ userId: string }>(forgettingAgain, {
    run: ({ userId }) =>
      deps.db.transaction().execute(async trx => {
        await forgetPerson(trx, userId, deps.now())
        await enqueueForgetting(trx, deps, userId)
      }),
  })
  deps.jobs.define('sweep-account-tasks', {
    run: () => sweepAccountTasks(deps, taskId => enqueueDeletion(deps.db, deps, taskId)),
    every: '29 * * * *',
  })
}

/** Enqueues making an export's archive, in the caller's transaction. */
export function enqueueExport(trx: Database, { jobs }: Pick<Deps, 'jobs'>, taskId: string): Promise<void> {
  return jobs.enqueue(trx, exporting, taskId, { taskId })
}

/** Enqueues forgetting a person once more, after any call that was running for them has ended. */
export function enqueueForgettingAgain(
  trx: Database,
  { jobs, now }: Pick<Deps, 'jobs' | 'now'>,
  userId: string,
): Promise<void> {
  return jobs.enqueue(trx, forgettingAgain, userId, { userId }, now().add({ minutes: 5 }))
}

/** Enqueues the chat's deletion of what the person wrote there. */
export function enqueueForgetting(
  trx: Database,
  { jobs }: Pick<Deps, 'jobs'>,
  userId: string,
): Promise<void> {
  return jobs.enqueue(trx, forgetting, userId, { userId })
}

/**
 * Enqueues removing what a closed account leaves behind. Does nothing while that job waits or runs, so the
 * sweep may resume a deletion that goes on.
 */
export function enqueueDeletion(trx: Database, { jobs }: Pick<Deps, 'jobs'>, taskId: string): Promise<void> {
  return jobs.enqueue(trx, deleting, taskId, { taskId })
}
