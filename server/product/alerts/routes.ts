import type { FastifyInstance } from 'fastify'
import { DatabaseError } from 'pg'
import type { Deps } from '#server/deps.ts'
import { parseIdCursor } from '#server/platform/http/cursor.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { alerts } from '#shared/api/alerts.ts'
import { canonicalZone } from '#shared/domain/time-zone.ts'
import { zoneOf } from '../people/zone-of.ts'
import { choose, preferencesOf, wantedOf } from './choices.ts'
import { defineDocumentAlerts } from './document-alerts.ts'
import type { KnownKinds } from './kind.ts'
import { defineAlertMail } from './mail.ts'
import { mark, markAll, unmarkAll } from './mark.ts'
import { defineMessageAlerts } from './message-alerts.ts'
import { tellUnreadAtConnect } from './open-pages.ts'
import { addDevice, definePush, removeDevice, renewDevice } from './push-devices.ts'
import { pushKeys } from './push-service.ts'
import { alertsOf, countUnread } from './queries.ts'
import { defineReminders } from './remind.ts'
import { findSubscription } from './subscription.ts'

/** Alerts: a person's list, and how they want to be notified. */
export function alertRoutes(implement: Implement, deps: Deps, known: KnownKinds): void {
  const { db } = deps
  tellUnreadAtConnect(deps, userId => countUnread(db, known, userId))
  defineAlertMail(deps, known)
  definePush(deps, known)
  defineReminders(deps)
  defineMessageAlerts(deps)
  defineDocumentAlerts(deps)
  const counted = async (userId: string) => ({
    status: 'success' as const,
    unread: await countUnread(db, known, userId),
  })

  implement(alerts.list, async ({ query, login }) => {
    const device = canonicalZone(query.timezone ?? 'UTC')
    if (!device) throw invalidField('query.timezone', 'We don’t know that time zone.')
    const reader = { userId: login.userId, zone: (await zoneOf(db, login.userId)) ?? device }
    const after = query.cursor && parseIdCursor(query.cursor)
    return {
      status: 'success',
      ...(await alertsOf(db, known, reader, { after, unread: query.unread !== undefined })),
    }
  })

  implement(alerts.unread, ({ login }) => counted(login.userId))

  implement(alerts.mark, async ({ body, login }) => {
    await mark(deps, login.userId, body)
    return counted(login.userId)
  })

  implement(alerts.markAll, async ({ body, login }) => {
    const { marked, readAt } = await markAll(deps, login.userId, body.seen).catch(error => {
      // It looks valid, but no list has issued it.
      if (error instanceof DatabaseError && error.code === '22P02') {
        throw invalidField('body.seen', 'This isn’t from a list of alerts.')
      }
      throw error
    })
    return { ...(await counted(login.userId)), marked, read_at: readAt }
  })

  implement(alerts.unmarkAll, async ({ body, login }) => {
    await unmarkAll(deps, login.userId, body.read_at)
    return counted(login.userId)
  })

  implement(alerts.preferences, async ({ login }) => ({
    status: 'success',
    data: await preferencesOf(db, login.userId),
  }))

  implement(alerts.prefer, async ({ body, login }) => {
    await choose(db, login.userId, body)
    return { status: 'success', data: await preferencesOf(db, login.userId) }
  })

  const key = pushKeys(deps.config).publicKey
  implement(alerts.pushKey, () => ({ status: 'success', key }))

  implement(alerts.addDevice, async ({ body, login }) => {
    await addDevice(deps, login, body)
    return { status: 'success' }
  })

  implement(alerts.renewDevice, async ({ body, login }) => {
    await renewDevice(deps, login, body)
    return { status: 'success', key }
  })

  implement(alerts.removeDevice, async ({ body, login }) => {
    await removeDevice(deps, login, body.endpoint)
    return { status: 'success' }
  })

  implement(alerts.subscription, async ({ query }) => {
    const { userId, group, isOpen } = await findSubscription(deps, query.token)
    return { status: 'success', group, mail: isOpen && (await wantedOf(db, userId, group)).mail }
  })
}

/** Accepts calls with a body of any kind, which nobody reads. */
export function ignoreBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { bodyLimit: 4096 }, (_request, body, done) => {
    body.on('end', () => done(null)).resume()
  })
}

/**
 * The endpoint of a mail program's unsubscribe button; in a scope that accepts its form body, which says
 * nothing.
 */
export function unsubscribeRoute(implement: Implement, deps: Deps): void {
  implement(alerts.unsubscribe, async ({ query }) => {
    const { userId, group, isOpen } = await findSubscription(deps, query.token)
    if (isOpen) await choose(deps.db, userId, { group, channel: 'mail', wanted: false })
    return { status: 'success', group, mail: false }
  })
}
