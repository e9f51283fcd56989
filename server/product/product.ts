import type { FastifyInstance } from 'fastify'
import { createRouter } from '#server/platform/http/router.ts'
import type { Deps } from '../deps.ts'
import { accountRoutes } from './account/routes.ts'
import { adminRoutes } from './admin/routes.ts'
import { knownKinds } from './alert-kinds.ts'
import { alertRoutes, ignoreBodies, unsubscribeRoute } from './alerts/routes.ts'
import { analyticsRoutes } from './analytics/routes.ts'
import { blockRoutes } from './blocks/routes.ts'
import { boardRoutes } from './boards/routes.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { courseRoutes } from './courses/routes.ts'
import { enrolmentRoutes } from './enrolments/routes.ts'
import { exportFiles, exportLists } from './export-lists.ts'
import { fileRoutes } from './files/routes.ts'
import { followRoutes } from './follows/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { defineLedgerCheck } from './ledger/jobs.ts'
import { liveRoutes } from './live/routes.ts'
import type { Logins } from './logins/logins.ts'
import { operatorRow } from './logins/operators.ts'
import { loginRoutes } from './logins/routes.ts'
import { openMeetings } from './meetings/meetings.ts'
import { askCheckout, endCheckout } from './payments/checkout.ts'
import { keepBytes, paymentRoutes, webhookRoute } from './payments/routes.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { findDocument, findThumbnail } from './posts/readable-files.ts'
import { postRoutes } from './posts/routes.ts'
import { previewRoutes } from './previews/routes.ts'
import { problemRoutes } from './problems/routes.ts'
import { profileRoutes } from './profiles/routes.ts'
import { readingRoutes } from './reading/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { scheduleRoutes } from './schedules/routes.ts'
import { searchRoutes } from './search/routes.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { settleOccurrences } from './sessions/settle-occurrences.ts'
import { tendSessions } from './sessions/tend-sessions.ts'
import { supportRoutes } from './support/routes.ts'
import { walletRoutes } from './wallets/routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

/** The product API: every noun's routes on one router. */
export function productService(app: FastifyInstance, deps: Deps, logins: Logins): void {
  const implement = createRouter(app, deps, logins.readLogin)
  loginRoutes(implement, deps, logins)
  courseRoutes(implement, deps)
  fileRoutes(implement, deps, { findDocument, findThumbnail })
  postRoutes(implement, deps)
  previewRoutes(implement, deps)
  searchRoutes(implement, deps, { operatorRow: operatorRow(deps.config) })
  followRoutes(implement, deps)
  alertRoutes(implement, deps, knownKinds)
  blockRoutes(implement, deps)
  reportRoutes(implement, deps)
  adminRoutes(implement, deps, logins)
  profileRoutes(implement, deps, logins)
  readingRoutes(implement, deps)
  scheduleRoutes(implement, deps)
  bookingRoutes(implement, deps, { askCheckout, endCheckout, settleOccurrences, tendSessions })
  paymentRoutes(implement, deps)
  walletRoutes(implement, deps)
  payoutRoutes(implement, deps)
  problemRoutes(implement, deps)
  withdrawalRoutes(implement, deps)
  app.addHook('onClose', openMeetings(implement, deps))
  liveRoutes(implement, deps)
  boardRoutes(implement, deps)
  sessionRoutes(implement, deps)
  enrolmentRoutes(implement, deps)
  invitationRoutes(implement, deps)
  analyticsRoutes(implement, deps)
  void app.register(async scope => {
    keepBytes(scope)
    webhookRoute(createRouter(scope, deps, logins.readLogin), deps)
  })
  void app.register(async scope => {
    ignoreBodies(scope)
    unsubscribeRoute(createRouter(scope, deps, logins.readLogin), deps)
  })
  supportRoutes(implement, deps)
  accountRoutes(implement, { ...deps, exportLists, exportFiles }, logins)
  defineLedgerCheck(deps)
}
