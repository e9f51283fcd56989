import { dialogueList, messageList, sentFiles } from './account/personal-data.ts'
import { knownKinds } from './alert-kinds.ts'
import { alertChoiceList, alertList, pushDeviceList } from './alerts/personal-data.ts'
import { viewList } from './analytics/personal-data.ts'
import { decisionList } from './audit/personal-data.ts'
import { blockedPersonList } from './blocks/personal-data.ts'
import { boardList, boardPictures } from './boards/personal-data.ts'
import { bookingList } from './bookings/personal-data.ts'
import { enrolmentList } from './enrolments/personal-data.ts'
import { ownFiles } from './files/personal-data.ts'
import { followerList, followingList } from './follows/personal-data.ts'
import { invitationList } from './invitations/personal-data.ts'
import { loginList } from './logins/personal-data.ts'
import { meetingList } from './meetings/personal-data.ts'
import { payoutAccountList } from './payouts/personal-data.ts'
import type { ExportFiles, ExportList } from './people/export-list.ts'
import { postList, savedPostList } from './posts/personal-data.ts'
import { problemReportList } from './problems/personal-data.ts'
import { classList, profileList } from './profiles/personal-data.ts'
import { readingPositionList } from './reading/personal-data.ts'
import { reportList } from './reports/personal-data.ts'
import { scheduleList } from './schedules/personal-data.ts'
import { sessionList } from './sessions/personal-data.ts'
import { supportMessageList } from './support/personal-data.ts'
import { transactionList, walletList } from './wallets/personal-data.ts'
import { withdrawalList } from './withdrawals/personal-data.ts'

/** The lists in a person's export: each noun's, in the order of the export's README. */
export const exportLists: readonly ExportList[] = [
  profileList,
  loginList,
  postList,
  savedPostList,
  bookingList,
  sessionList,
  enrolmentList,
  invitationList,
  meetingList,
  problemReportList,
  walletList,
  transactionList,
  withdrawalList,
  payoutAccountList,
  scheduleList,
  boardList,
  alertList(knownKinds),
  alertChoiceList,
  pushDeviceList,
  messageList,
  followingList,
  followerList,
  blockedPersonList,
  classList,
  readingPositionList,
  viewList,
  reportList,
  dialogueList,
  supportMessageList,
  decisionList,
]

/** The files in a person's export, by kind. */
export const exportFiles: readonly ExportFiles[] = [ownFiles, sentFiles, boardPictures]
