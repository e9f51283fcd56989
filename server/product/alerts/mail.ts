import { sql } from 'kysely'
import type { Config } from '#server/config/config.ts'
import type { Deps } from '#server/deps.ts'
import { writeLetter } from '#server/platform/mail/letter.ts'
import type { Message } from '#server/platform/mail/mailer.ts'
import { alertGroups, alerts } from '#shared/api/alerts.ts'
import { mailPerson } from '../people/refused-address.ts'
import { wantedOf } from './choices.ts'
import { type KnownKinds, type ReadAlert, type Reader, readToSend } from './kind.ts'
import { namesIn } from './named.ts'
import { stillHelps } from './still-helps.ts'
import { subscriptionToken } from './subscription.ts'

export const mailJob = 'alert-mail'

type Row = {
  id: string
  kind: string
  facts: unknown
  created_at: Temporal.Instant
  user_id: string
  name: string
  email: string
  zone: string
}

/**
 * Sends an alert's mail: composed when it is sent, in the reader's zone, with the current facts. Skips people
 * who have switched such mails off by then, addresses that are unconfirmed or refused, and what no longer helps.
 */
export function defineAlertMail(
  deps: Pick<Deps, 'jobs' | 'db' | 'mail' | 'config' | 'now'>,
  known: KnownKinds,
): void {
  const { jobs, db } = deps
  jobs.define<{ alertId: string }>(mailJob, {
    // Two mails to one person may then arrive in the other order: each makes sense by itself.
    sideBySide: true,
    patient: true,
    async run({ alertId }) {
      const { rows } = await sql<Row>`
        select alerts.id, alerts.kind, alerts.facts, alerts.created_at, alerts.user_id, users.name, users.email,
          coalesce(users.time_zone, schedules.time_zone, 'UTC') as zone
        from alerts join users on users.id = alerts.user_id left join schedules on schedules.user_id = users.id
        where alerts.id = ${alertId} and users.deleted_at is null and users.email_verified
          and users.email_refused_at is null`.execute(db)
      const [row] = rows
      const message = row && (await write(deps, known, row))
      if (message) await mailPerson(deps, row.user_id, { id: `alert-${alertId}`, ...message })
    },
  })
}

async function write(
  { db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>,
  known: KnownKinds,
  row: Row,
): Promise<AlertMail | null> {
  const alert = readToSend(known, row)
  const { mail: wanted } = await wantedOf(db, row.user_id, alert.kind.group)
  if (!wanted || !(await stillHelps(db, row.id, alert, now()))) return null
  return { to: row.email, ...composeMail(config, alert, row, await namesIn(db, row.user_id, [alert])) }
}

type AlertMail = Omit<Message, 'id'>
type Told = Pick<Row, 'id' | 'user_id' | 'name' | 'zone' | 'created_at'>

/** The mail of an alert, with an unsubscribe link if its group can be switched off. */
export function composeMail(
  { publicUrl, secret }: Pick<Config, 'publicUrl' | 'secret'>,
  { kind, facts }: ReadAlert,
  { id, user_id: userId, name, zone, created_at: from }: Told,
  names: Omit<Reader, 'zone' | 'toldAt'>,
): Omit<AlertMail, 'to'> {
  const { title, says, closing, mailLink } = kind.words(facts, { ...names, zone, toldAt: from })
  const { fixed, name: group } = alertGroups[kind.group]
  const end = fixed
    ? null
    : `${publicUrl}${alerts.unsubscribe.path}?token=${subscriptionToken({ secret }, { userId, group: kind.group, from })}`
  return {
    subject: title,
    ...(end && { unsubscribeUrl: end }),
    ...writeLetter({
      title,
      preheader: says[0]!,
      greeting: `Hello ${name},`,
      paragraphs: says,
      closing: closing ?? 'Open in Ignite',
      url: openingLink(publicUrl, mailLink ?? kind.link(facts, names), id),
      signed: kind.signed ?? 'Ignite',
      footer: end
        ? {
            text: `You’re getting this email because of your settings for “${group}”.`,
            link: { label: 'Unsubscribe', url: end },
          }
        : {
            text: `You can’t turn off emails about “${group}”, because they tell you things you need to know.`,
          },
    }),
  }
}

/** A link to what an alert is about, whose page marks the alert as read (web/features/alerts/use-opened-alert.ts). */
function openingLink(publicUrl: string, path: string, id: string): string {
  const url = new URL(`${publicUrl}${path}`)
  url.searchParams.set('alert', id)
  return url.href
}
