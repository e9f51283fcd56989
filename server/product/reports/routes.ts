import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { reports } from '#shared/api/reports.ts'
import { createReport } from './create-report.ts'
import { reportMail } from './report-mail.ts'

/** Reports: things that a person wants the operators to look at. */
export function reportRoutes(implement: Implement, deps: Deps): void {
  reportMail.define(deps)
  implement(reports.create, async ({ body, login }) => {
    await createReport(deps, login, body)
    return { status: 'success' }
  })
}
