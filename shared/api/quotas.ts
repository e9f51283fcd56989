import { fileLimits, uploadLimits } from '../domain/file-types.ts'
import { usernameLimits } from '../domain/usernames.ts'
import { exportsADay } from './account.ts'
import { attachmentLimits } from './attachments.ts'
import { boardLimits } from './boards.ts'
import { newStrangersADay } from './conversations.ts'
import { dialogueLimits } from './dialogues.ts'
import { bookingsADay } from './payments.ts'
import { reportsADay } from './reports.ts'
import { sessionLimits } from './sessions.ts'
import { supportMessagesADay } from './support.ts'

const MiB = 1024 * 1024

/** What one person may have or do, apart from the per-minute limits, which are declared at their calls. */
export const quotas: readonly { what: string; most: string }[] = [
  {
    what: 'Uploads',
    most: `${uploadLimits.upload.perHour} an hour, ${uploadLimits.upload.perDay} and ${uploadLimits.upload.bytesPerDay / MiB} MiB a day, also of what is refused or deleted; one announced without a size counts as the largest`,
  },
  { what: 'A document', most: `${fileLimits.documentBytes / MiB} MiB, ${fileLimits.pages} pages` },
  {
    what: 'Conversions of office files',
    most: `${fileLimits.conversionsAtOnce} at the same time on one server`,
  },
  {
    what: 'Files in messages',
    most: `${attachmentLimits.perHour} an hour, ${attachmentLimits.perDay} and ${attachmentLimits.bytesPerDay / MiB} MiB a day, ${attachmentLimits.bytes / MiB} MiB each`,
  },
  { what: 'Conversations begun with strangers', most: `${newStrangersADay} a day` },
  {
    what: 'Invitations to sessions',
    most: `${sessionLimits.invitesAtOnce} at once, ${sessionLimits.invitesADay} a day, ${sessionLimits.invitesOfOneADay} of the same person`,
  },
  {
    what: 'Answers of the assistant',
    most: `${dialogueLimits.streams} at the same time; the tokens a day are a setting`,
  },
  { what: 'Bookings that are paid, also those refunded', most: `${bookingsADay} in 24 hours` },
  { what: 'Boards', most: `${boardLimits.boards}` },
  {
    what: 'Changes of the username',
    most: `${usernameLimits.changes} in ${usernameLimits.changesWithinDays} days`,
  },
  { what: 'Exports of a person’s data', most: `${exportsADay} a day` },
  { what: 'Things reported', most: `${reportsADay} a day` },
  { what: 'Messages to support by somebody signed in', most: `${supportMessagesADay} a day` },
]
