/**
 * Who may do what: for every call, the status that each asker gets for each kind of target.
 * permissions.test.ts is generated from it, and fails for a call without rows. For a booking, the owner is
 * its tutor.
 */
export type Permissions = {
  /** Not signed in. */
  visitor: { theirs: number; absent: number }
  /** Signed in, asking for their own. */
  owner: { own: number; absent: number }
  /** Signed in, asking for another person's. */
  other: { theirs: number; absent: number }
  /** Signed in, asking for something of a person who blocks them. */
  blocked: { theirs: number; absent: number }
  /** With the cookie of a login from before their suspension. */
  suspended: { theirs: number; absent: number }
  /** Signed in as an operator. */
  operator: { theirs: number; absent: number }
  /** Signed in, asking for what they booked with its owner; nobody books anything else. */
  joinee?: { booked: number }
}

type Cells = { theirs: number; absent: number }

/**
 * The rows of a call. By default, for a blocked person another's things don't exist, a suspended person
 * counts as not signed in, and an operator as any other person.
 */
function rows(
  visitor: Cells,
  owner: Permissions['owner'],
  other: Cells,
  more: Partial<Permissions> = {},
): Permissions {
  const blocked = { theirs: other.absent, absent: other.absent }
  return { visitor, owner, other, blocked, suspended: visitor, operator: other, ...more }
}

/** A call without a row: only the login counts. */
function anyone(visitor: number, person: number): Permissions {
  const cells = { theirs: person, absent: person }
  return rows({ theirs: visitor, absent: visitor }, { own: person, absent: person }, cells)
}

const nobody = { theirs: 401, absent: 401 }

const everyone = anyone(200, 200)
const signedIn = anyone(401, 200)

/** "Not found" and "not yours" get the same answer, so that it never reveals that a row exists. */
const ownOnly = rows(nobody, { own: 200, absent: 404 }, { theirs: 404, absent: 404 })

const signedInIfThere = rows(nobody, { own: 200, absent: 404 }, { theirs: 200, absent: 404 })

/** A course belongs to nobody. */
const everyoneIfInCatalog = rows(
  { theirs: 200, absent: 404 },
  { own: 200, absent: 404 },
  { theirs: 200, absent: 404 },
  { blocked: { theirs: 200, absent: 404 } },
)

const everyoneIfThere = rows(
  { theirs: 200, absent: 404 },
  { own: 200, absent: 404 },
  { theirs: 200, absent: 404 },
)

/** An action toward another person, which nobody can do to themselves. */
const towardsOthers = rows(nobody, { own: 422, absent: 404 }, { theirs: 200, absent: 404 })

const forbidden = { theirs: 403, absent: 403 }

/** An operator's call, whose rows the operator finds or doesn't. */
function operators(there: number, absent: number): Permissions {
  return rows(nobody, { own: 403, absent: 403 }, forbidden, { operator: { theirs: there, absent } })
}

/** A call about a booking, which only its two people see; `joinee` is what its student gets. */
function bookings(joinee: number): Permissions {
  return { ...ownOnly, joinee: { booked: joinee } }
}

/** Booking an author's time, which they can't do themselves. */
const booking = rows(nobody, { own: 409, absent: 404 }, { theirs: 200, absent: 404 })

export const permissions: Record<string, Permissions> = {
  'posts.create': ownOnly,
  'posts.list': everyone,
  'posts.ofPerson': everyoneIfThere,
  'posts.ofCourse': everyoneIfInCatalog,
  'posts.get': everyoneIfThere,
  'posts.update': ownOnly,
  'posts.remove': ownOnly,
  'posts.save': signedInIfThere,
  'posts.unsave': signedInIfThere,
  'posts.saved': signedIn,
  'courses.get': everyoneIfInCatalog,
  'courses.tutors': everyoneIfInCatalog,
  'courses.suggest': signedIn,
  'courses.suggestSections': signedIn,
  'courses.suggestSchools': signedIn,
  'courses.terms': signedIn,
  'previews.robots': everyone,
  'previews.sitemap': everyone,
  'search.posts': everyone,
  'search.pages': signedIn,
  'search.ownPosts': signedIn,
  'search.people': signedIn,
  'reading.position': signedInIfThere,
  'reading.keepPosition': signedInIfThere,
  // The asker's own page is forgotten, of whatever document: the answer tells nothing about it.
  'reading.forgetPosition': signedIn,
  'reading.unfinished': signedIn,
  'analytics.reportView': signedInIfThere,
  'analytics.views': signedInIfThere,
  'files.upload': signedIn,
  'files.thumbnail': signedIn,
  // For a posted document; an unposted upload is only for its owner (server/product/files/files.test.ts).
  'files.download': signedInIfThere,
  'files.showFirstPage': signedInIfThere,
  'files.showPage': signedInIfThere,
  // Not everyone who shows a picture can send a cookie (a messenger's preview), so its long random address
  // alone gives access; an operator can still end it by hiding the post.
  'files.showThumbnail': { ...everyoneIfThere, blocked: everyoneIfThere.other },
  // Sent with a file that no converter accepts, since converting takes seconds.
  'files.expectOffice': anyone(401, 200),
  'files.convert': anyone(401, 415),
  'profiles.own': signedIn,
  'profiles.ofPerson': everyoneIfThere,
  // Another person's email gets the same answer as an unknown one.
  'profiles.ofEmail': signedIn,
  'profiles.save': signedIn,
  'profiles.checkUsername': signedIn,
  // Taken, or free.
  'profiles.rename': rows(
    nobody,
    { own: 200, absent: 200 },
    { theirs: 409, absent: 200 },
    { blocked: { theirs: 409, absent: 200 } },
  ),
  'profiles.uploadPicture': signedIn,
  'profiles.showPicture': { ...everyoneIfThere, blocked: everyoneIfThere.other },
  'profiles.uniqueCrns': everyoneIfThere,
  'profiles.listClasses': anyone(401, 200),
  'profiles.highlight': ownOnly,
  'profiles.welcome': signedIn,
  'profiles.retryEmail': signedIn,
  'profiles.dismissTip': signedIn,
  'follows.followers': signedInIfThere,
  'follows.following': signedInIfThere,
  'follows.follow': towardsOthers,
  'follows.unfollow': towardsOthers,
  'blocks.list': signedIn,
  // A blocked person may block back, and finds the other by name alone.
  'blocks.block': { ...towardsOthers, blocked: towardsOthers.other },
  'blocks.unblock': { ...towardsOthers, blocked: towardsOthers.other },
  // About a post or a person; reports work across blocks in both directions.
  'reports.create': { ...towardsOthers, blocked: towardsOthers.other },
  'admin.reports': operators(200, 200),
  'admin.openFile': operators(200, 404),
  'admin.closeReport': operators(200, 404),
  'admin.hidePost': operators(200, 404),
  'admin.showPost': operators(200, 404),
  'admin.removePost': operators(200, 404),
  'admin.people': operators(200, 200),
  'admin.suspend': operators(200, 404),
  'admin.reinstate': operators(200, 404),
  'admin.closeAccount': operators(200, 404),
  'admin.audit': operators(200, 200),
  'admin.support': operators(200, 200),
  'admin.decisions': signedIn,
  'admin.problems': operators(200, 200),
  'admin.settleProblem': operators(200, 404),
  'admin.booking': operators(200, 404),
  'admin.refundBooking': operators(200, 404),
  'admin.retryRefund': operators(200, 404),
  'admin.settleRefund': operators(200, 404),
  'admin.money': operators(200, 200),
  'admin.stuckWithdrawals': operators(200, 200),
  'support.send': everyone,
  'account.startExport': signedIn,
  'account.readExport': signedIn,
  // Only about the person's own; the address names nobody.
  'account.downloadExport': ownOnly,
  // Sent with a wrong username, since the right one would end the asker's account.
  'account.remove': anyone(401, 422),
  'account.readDeletion': { ...everyoneIfThere, blocked: everyoneIfThere.other },
  'schedules.save': signedIn,
  'schedules.own': signedIn,
  // A missing person, a hidden one and one without hours all have no free times.
  'schedules.ofPerson': everyone,
  'schedules.tiles': signedInIfThere,
  // For a course in which the owner shared something: to a person whom they block, it is only empty.
  'schedules.free': { ...signedInIfThere, blocked: { theirs: 200, absent: 404 } },
  'payments.quote': booking,
  'payments.bookSlot': booking,
  // For an occurrence of the owner's session, which they can't pay for themselves.
  'payments.bookSession': booking,
  'payments.receipt': bookings(200),
  // Sent without the payment provider's signature, which nobody else can make.
  'payments.webhook': anyone(400, 400),
  'bookings.asStudent': signedIn,
  'bookings.asTutor': signedIn,
  'bookings.pending': signedIn,
  'bookings.next': signedIn,
  'bookings.passed': signedIn,
  'bookings.filtered': signedIn,
  'bookings.get': bookings(200),
  'bookings.approve': bookings(404),
  'bookings.reject': bookings(404),
  'bookings.cancel': bookings(200),
  'bookings.seeMove': bookings(200),
  // Its tutor can't, and its student only after it took place.
  'bookings.reportProblem': {
    ...rows(nobody, { own: 404, absent: 404 }, { theirs: 404, absent: 404 }),
    joinee: { booked: 200 },
  },
  'bookings.calendar': bookings(200),
  'bookings.settle': signedIn,
  'bookings.settleByGet': signedIn,
  'wallets.get': signedIn,
  'wallets.createByGet': signedIn,
  'wallets.create': signedIn,
  'wallets.view': signedIn,
  'wallets.transactions': signedIn,
  'wallets.transactionsFile': signedIn,
  // Sent by people whose wallet has nothing to withdraw.
  'wallets.withdraw': anyone(401, 409),
  'payouts.get': signedIn,
  'payouts.create': signedIn,
  // With the owner's account id; the caller's own works.
  'payouts.openSession': rows(nobody, { own: 200, absent: 403 }, { theirs: 403, absent: 403 }),
  'payouts.link': signedIn,
  'payouts.refresh': signedIn,
  'meetings.credentials': bookings(200),
  'meetings.time': bookings(200),
  'meetings.setAdmission': bookings(403),
  'meetings.attendance': bookings(200),
  'meetings.limits': signedIn,
  'live.ticket': signedIn,
  'chat.entryToken': signedIn,
  'chat.ticket': signedIn,
  // Sent with the owner's email.
  'chat.login': rows(nobody, { own: 200, absent: 403 }, { theirs: 403, absent: 403 }),
  'chat.liveTicket': signedIn,
  'chat.searchPeople': signedIn,
  'conversations.list': signedIn,
  'conversations.get': ownOnly,
  'conversations.unread': signedIn,
  'conversations.start': towardsOthers,
  // A request to the owner.
  'conversations.accept': ownOnly,
  'conversations.decline': ownOnly,
  'conversations.read': ownOnly,
  'conversations.mute': ownOnly,
  'messages.list': ownOnly,
  'messages.send': ownOnly,
  // The owner's own.
  'messages.remove': ownOnly,
  'messages.search': signedIn,
  'attachments.upload': ownOnly,
  'attachments.accept': ownOnly,
  'attachments.link': ownOnly,
  'alerts.list': signedIn,
  'alerts.unread': signedIn,
  'alerts.mark': ownOnly,
  'alerts.markAll': signedIn,
  'alerts.unmarkAll': signedIn,
  'alerts.preferences': signedIn,
  'alerts.prefer': signedIn,
  'alerts.pushKey': signedIn,
  'alerts.addDevice': signedIn,
  'alerts.renewDevice': ownOnly,
  'alerts.removeDevice': ownOnly,
  // The link in a mail works for anyone who has it, and only for that.
  'alerts.subscription': { ...everyoneIfThere, blocked: everyoneIfThere.other },
  'alerts.unsubscribe': { ...everyoneIfThere, blocked: everyoneIfThere.other },
  'sessions.create': signedIn,
  'sessions.get': everyoneIfThere,
  'sessions.own': everyoneIfThere,
  'sessions.ofClass': signedIn,
  'sessions.ofCourse': everyoneIfInCatalog,
  'sessions.update': ownOnly,
  'sessions.remove': ownOnly,
  'sessions.skip': ownOnly,
  // People enrolled in a free one have it, too (server/product/sessions/calendar.test.ts).
  'sessions.calendar': ownOnly,
  'sessions.occurrences': ownOnly,
  'enrolments.enrol': booking,
  // A person who isn't enrolled has nothing to leave; nothing changes.
  'enrolments.leave': signedInIfThere,
  'enrolments.ofSession': ownOnly,
  'enrolments.unpaid': signedIn,
  'enrolments.meetings': signedIn,
  'invitations.send': ownOnly,
  'invitations.received': signedIn,
  // Sent to the owner by somebody.
  'invitations.accept': ownOnly,
  'invitations.sent': ownOnly,
  'invitations.remove': ownOnly,
  // For a course in which only the owner has posted.
  'documents.process': ownOnly,
  'documents.ofCourse': signedIn,
  'documents.ofPost': signedInIfThere,
  'documents.passage': signedInIfThere,
  'documents.recognized': signedInIfThere,
  'dialogues.create': signedInIfThere,
  'dialogues.list': signedIn,
  'dialogues.get': ownOnly,
  'dialogues.rename': ownOnly,
  'dialogues.remove': ownOnly,
  'dialogues.ask': ownOnly,
  'dialogues.stream': ownOnly,
  'dialogues.quota': signedIn,
  'logins.read': everyone,
  'logins.providers': everyone,
  'logins.register': rows(nobody, { own: 200, absent: 403 }, { theirs: 403, absent: 403 }),
  'logins.start': everyone,
  'logins.answerAge': everyone,
  'logins.callback': anyone(302, 302),
  'logins.end': everyone,
  'boards.list': signedIn,
  'boards.deleted': signedIn,
  'boards.create': signedIn,
  // For a booking, whose student has the same board.
  'boards.ofMeeting': bookings(200),
  'boards.get': ownOnly,
  'boards.rename': ownOnly,
  'boards.remove': ownOnly,
  'boards.bringBack': ownOnly,
  'boards.elements': ownOnly,
  'boards.draw': ownOnly,
  'boards.versions': ownOnly,
  'boards.version': ownOnly,
  'boards.restore': ownOnly,
  'boards.putPicture': ownOnly,
  'boards.picture': ownOnly,
}

/** Who may make the call: its owner, if they may. */
export function allowedRole(name: string): 'owner' | 'other' | 'operator' {
  const { owner, other } = permissions[name]!
  if (owner.own < 300) return 'owner'
  return other.theirs < 300 ? 'other' : 'operator'
}
