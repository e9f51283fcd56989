import { sql } from 'kysely'
import type { Trx } from '#server/platform/db/database.ts'
import { forgetAlerts } from '../alerts/personal-data.ts'
import { forgetViews } from '../analytics/personal-data.ts'
import { forgetBlocks } from '../blocks/personal-data.ts'
import { forgetBoards } from '../boards/personal-data.ts'
import { forgetBookingWords } from '../bookings/personal-data.ts'
import { endEnrolments } from '../enrolments/end-enrolments.ts'
import { forgetFollows } from '../follows/personal-data.ts'
import { forgetLogins } from '../logins/personal-data.ts'
import { forgetMeetingMessages } from '../meetings/personal-data.ts'
import { forgetPayoutAccount } from '../payouts/personal-data.ts'
import { forgetPosts } from '../posts/personal-data.ts'
import { forgetProblemWords } from '../problems/personal-data.ts'
import { forgetProfile, holdNames } from '../profiles/personal-data.ts'
import { forgetReadingPositions } from '../reading/personal-data.ts'
import { forgetReports } from '../reports/personal-data.ts'
import { forgetSchedule } from '../schedules/personal-data.ts'
import { forgetSessionWords } from '../sessions/personal-data.ts'
import { forgetSupportMessages } from '../support/personal-data.ts'
import { forgetDialogues } from './personal-data.ts'

/**
 * Deletes what identifies a person and what only they used, hides their posts, and leaves a row without a
 * name. A second run deletes what was written since.
 */
export async function forgetPerson(trx: Trx, userId: string, now: Temporal.Instant): Promise<void> {
  await forgetSupportMessages(trx, userId)
  await holdNames(trx, userId, now)
  await endEnrolments(trx, userId)
  await forgetDialogues(trx, userId)
  await forgetMeetingMessages(trx, userId)
  await forgetFollows(trx, userId)
  await forgetBlocks(trx, userId)
  await forgetViews(trx, userId)
  await forgetReports(trx, userId)
  await forgetBookingWords(trx, userId)
  await forgetProblemWords(trx, sql`= ${userId}`)
  await forgetSessionWords(trx, userId)
  await forgetBoards(trx, userId)
  await forgetPosts(trx, userId)
  // Must come after those above, which read the name and the address from the person’s row.
  await forgetProfile(trx, userId, now)
  await forgetPayoutAccount(trx, userId)
  await forgetLogins(trx, userId)
  await forgetReadingPositions(trx, userId)
  await forgetSchedule(trx, userId)
  await forgetAlerts(trx, userId)
}
