/**
 * Who may do what: for every call, the status each asker gets for each kind of target. Tests are made from it
 * (test/rules/permissions.test.ts) and a call without its rows fails them. Roles that come with later issues
 * (tutor and joinee of a booking, enrolled, invited, blocked, operator) become columns here.
 */
export type Permissions = {
  /** Nobody is signed in. */
  visitor: { theirs: number; absent: number }
  /** Signed in, asking for what is one's own. */
  owner: { own: number; absent: number }
  /** Signed in, asking for what is another person's. */
  other: { theirs: number; absent: number }
}

/** A call that names no row: only whether one is signed in counts. */
function anyone(visitor: number, person: number): Permissions {
  return {
    visitor: { theirs: visitor, absent: visitor },
    owner: { own: person, absent: person },
    other: { theirs: person, absent: person },
  }
}

const everyone = anyone(200, 200)
const signedIn = anyone(401, 200)

/** Not found and not yours answer alike, so that an answer never tells that a row exists. */
const ownOnly: Permissions = {
  visitor: { theirs: 401, absent: 401 },
  owner: { own: 200, absent: 404 },
  other: { theirs: 404, absent: 404 },
}

const signedInIfThere: Permissions = {
  visitor: { theirs: 401, absent: 401 },
  owner: { own: 200, absent: 404 },
  other: { theirs: 200, absent: 404 },
}

const everyoneIfThere: Permissions = {
  visitor: { theirs: 200, absent: 404 },
  owner: { own: 200, absent: 404 },
  other: { theirs: 200, absent: 404 },
}

export const permissions: Record<string, Permissions> = {
  'posts.create': ownOnly,
  'posts.list': everyone,
  'posts.ofPerson': everyoneIfThere,
  'posts.get': everyoneIfThere,
  'posts.remove': ownOnly,
  'posts.save': signedInIfThere,
  'posts.unsave': signedInIfThere,
  'courses.suggest': signedIn,
  'courses.suggestSections': signedIn,
  'search.posts': everyone,
  'reading.position': signedInIfThere,
  'reading.keepPosition': signedInIfThere,
  'analytics.reportView': signedInIfThere,
  'analytics.views': signedInIfThere,
  'files.upload': signedIn,
  'files.thumbnail': signedIn,
  // Of a document that is posted; an upload that isn't is its owner's alone (server/product/files/files.test.ts).
  'files.download': signedInIfThere,
  'files.showThumbnail': everyoneIfThere,
  // Asked with a file that no converter takes, as converting takes seconds.
  'files.convert': anyone(401, 415),
  'logins.read': everyone,
  'logins.providers': everyone,
  'logins.register': {
    visitor: { theirs: 401, absent: 401 },
    owner: { own: 200, absent: 403 },
    other: { theirs: 403, absent: 403 },
  },
  'logins.start': everyone,
  'logins.callback': anyone(302, 302),
  'logins.end': everyone,
}
