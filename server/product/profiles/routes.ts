import type { Deps } from '#server/deps.ts'
import { requireOwnEmail } from '#server/platform/http/own-email.ts'
import { invalidField, problem } from '#server/platform/http/problem.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { profiles } from '#shared/api/profiles.ts'
import { thumbnailTypes } from '#shared/domain/file-types.ts'
import { fileIdOf } from '../files/queries.ts'
import { uploadLink } from '../files/upload-link.ts'
import { findByEmail } from '../people/acquainted.ts'
import { findPerson } from '../people/find-person.ts'
import { forgetRefusal } from '../people/refused-address.ts'
import { definePictureCopy } from './copy-picture.ts'
import { highlight } from './highlight.ts'
import { listClasses } from './list-classes.ts'
import { definePictureRemoval } from './picture.ts'
import { classesOf, crnsOf, dismissTip, findPicture, highlightsOf, markWelcomed } from './queries.ts'
import { ownProfile, personProfile, profileOfEmail } from './read-profile.ts'
import { checkUsername, rename } from './rename.ts'
import { saveProfile } from './save-profile.ts'

/**
 * Profiles: what people say about themselves, and their names. `forgetRecent` clears the login cache, which
 * contains some of it: a page loaded right after a change shows the change.
 */
export function profileRoutes(
  implement: Implement,
  deps: Deps,
  { forgetRecent }: { forgetRecent: () => void },
): void {
  const { db, storage } = deps
  definePictureCopy(deps)
  definePictureRemoval(deps)

  implement(profiles.own, async ({ login, db }) => ({
    status: 'success',
    profile: await ownProfile({ ...deps, db }, login.userId),
  }))

  implement(profiles.ofPerson, async ({ query, login, db }) => ({
    status: 'success',
    profile: await personProfile(db, login?.userId ?? null, query.username),
  }))

  implement(profiles.ofEmail, async ({ body, login, db }) => ({
    status: 'success',
    profile: await profileOfEmail({ ...deps, db }, login, body.email),
  }))

  implement(profiles.save, async ({ body, login }) => {
    if (body.email) requireOwnEmail(login, body.email)
    await saveProfile(deps, login, body)
    forgetRecent()
    return { status: 'success', profile: await ownProfile(deps, login.userId) }
  })

  implement(profiles.checkUsername, async ({ query, login }) => ({
    status: 'success',
    ...(await checkUsername(deps, login, query.username)),
  }))

  implement(profiles.rename, async ({ body, login }) => {
    await rename(deps, login, body.username)
    forgetRecent()
    return { status: 'success', profile: await ownProfile(deps, login.userId) }
  })

  implement(profiles.uploadPicture, ({ body, login }) =>
    uploadLink(deps, login, { ...body, purpose: 'picture', extension: thumbnailTypes[body.type] }),
  )

  implement(profiles.showPicture, async ({ params, reply }) => {
    const id = fileIdOf(params.key)
    const key = id && (await findPicture(db, id))
    const bytes = key && (await storage.get(key))
    if (!bytes) throw problem('not_found', 'We couldn’t find that picture.')
    return (
      reply
        // Each picture has its own address. Only the viewer's browser keeps it, and only for a day: a proxy would go on showing one that was
        // removed.
        .headers({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=86400, immutable' })
        .send(bytes)
    )
  })

  implement(profiles.uniqueCrns, async ({ body, login, db }) => {
    const { username, email } = body
    if (username === undefined && !email) throw invalidField('body.email', 'email not provided')
    if (username === undefined && !login) throw problem('unauthenticated', 'Sign in first.')
    const viewerId = login?.userId ?? null
    const id = await (username === undefined
      ? findByEmail(db, login!, email!)
      : findPerson(db, viewerId, username))
    return { status: 'success', data: { crns: id ? await crnsOf(db, viewerId, id) : [] } }
  })

  implement(profiles.listClasses, async ({ body, login }) => {
    await listClasses(db, login.userId, body.section_ids)
    return { status: 'success', classes: await classesOf(db, login.userId) }
  })

  implement(profiles.highlight, async ({ body, login }) => {
    await highlight(db, login.userId, body.post_ids)
    return { status: 'success', highlights: await highlightsOf(db, login.userId, login.userId) }
  })

  implement(profiles.welcome, async ({ login }) => {
    await markWelcomed(db, login.userId, deps.now())
    forgetRecent()
    return { status: 'success' }
  })

  implement(profiles.retryEmail, async ({ login }) => {
    await forgetRefusal(db, login.userId)
    return { status: 'success', profile: await ownProfile(deps, login.userId) }
  })

  implement(profiles.dismissTip, async ({ body, login }) => {
    await dismissTip(db, login.userId, body.tip)
    return { status: 'success', tips: (await ownProfile(deps, login.userId)).tips }
  })
}
