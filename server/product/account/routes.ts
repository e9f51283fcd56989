import type { Deps } from '#server/deps.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { problem } from '#server/platform/http/problem.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { contentDisposition } from '#server/platform/storage/keys.ts'
import { account } from '#shared/api/account.ts'
import { forgetCookies } from '../logins/login-cookie.ts'
import type { Logins } from '../logins/logins.ts'
import { closeOwnAccount } from './close-account.ts'
import { defineAccountJobs } from './jobs.ts'
import * as queries from './queries.ts'
import type { ExportParts } from './run-export.ts'
import { startExport } from './start-export.ts'
import { taskAnswer } from './tasks.ts'

/** A person's own data: exporting it, and deleting it. */
export function accountRoutes(implement: Implement, deps: Deps & ExportParts, logins: Logins): void {
  const { config, db, storage, now } = deps
  defineAccountJobs(deps)

  implement(account.startExport, async ({ login }) => {
    return { status: 'success', task: await startExport(deps, login) }
  })

  implement(account.readExport, async ({ login }) => {
    const task = await queries.latestExport(db, login.userId)
    // Read second: if the latest becomes ready in between, it is here, and not in neither.
    const ready = await queries.fetchableExport(db, login.userId, now())
    return { status: 'success', task: task && taskAnswer(task), ready: ready && taskAnswer(ready) }
  })

  implement(account.downloadExport, async ({ login, reply }) => {
    const found = await queries.fetchableExport(db, login.userId, now())
    const archive = found && (await storage.get(found.object_key))
    if (!archive) throw problem('not_found', 'There’s no export to download. Start a new one.')
    return reply
      .headers({
        'content-type': 'application/zip',
        'content-length': found.size,
        'content-disposition': contentDisposition(
          `ignite-${login.username}-${isoTime(found.finished_at).slice(0, 10)}.zip`,
        ),
      })
      .send(archive)
  })

  implement(account.remove, async ({ body, login, request, reply }) => {
    const task = await closeOwnAccount(deps, login, body.username)
    await logins.revoke(request.headers.cookie)
    // As with a sign-out: the client's data in the browser goes with the account.
    reply.header('clear-site-data', '"storage"')
    reply.header('set-cookie', forgetCookies(config))
    return { status: 'success', task }
  })

  implement(account.readDeletion, async ({ params }) => {
    const task = await queries.deletion(db, params.id)
    if (!task) throw problem('not_found', 'We couldn’t find that deletion.')
    return { status: 'success', task: taskAnswer(task) }
  })
}
