import { sql } from 'kysely'
import { isoTime } from '#server/platform/http/iso-time.ts'
import type { PageDescription } from '#server/platform/http/page-html.ts'
import { centsToDecimal, formatDollars } from '#shared/domain/money.ts'
import { quote } from '#shared/domain/platform-fee.ts'
import { zoneName } from '#shared/domain/zone-name.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { pictureUrl } from '../people/picture-url.ts'
import { absoluteUrl, type PreviewDeps, personData } from './page-data.ts'

/** Only signed-in people see where it takes place. */
export async function describeSession(
  { db, config, now }: PreviewDeps,
  id: string,
): Promise<PageDescription | null> {
  const { rows } = await sql<{
    id: string
    title: string
    description: string
    rate_cents: number | null
    starts_on: string
    start_time: string
    time_zone: string
    minutes: number
    repeats: boolean
    online: boolean
    owner: string
    username: string
    picture_id: string | null
    starts_at: Temporal.Instant | null
    ends_at: Temporal.Instant | null
  }>`
    select sessions.id, title, sessions.description, rate_cents, starts_on::text, start_time, sessions.time_zone,
      minutes, repeat_days <> '{}' as repeats, location is null as online, users.name as owner, username, picture_id,
      next.starts_at, next.ends_at
    from sessions
      join users on users.id = owner_id
      left join lateral (
        select starts_at, ends_at from occurrences
        where session_id = sessions.id and state = 'planned' and ends_at > ${now()}::timestamptz
        order by starts_at limit 1
      ) next on true
    where sessions.id = ${id}::uuid and sessions.deleted_at is null and ${personVisibleTo(null)}`.execute(db)
  const [session] = rows
  if (!session) return null
  const { title, description, rate_cents, starts_on, start_time, time_zone, repeats, owner } = session
  const time = Temporal.PlainTime.from(start_time).toLocaleString('en-US', { timeStyle: 'short' })
  const day = Temporal.PlainDate.from(starts_on).toLocaleString('en-US', { dateStyle: 'full' })
  const when = `${repeats ? 'every week' : day} at ${time} (${zoneName(time_zone)})`
  const price = rate_cents === null ? 'Free' : `${formatDollars(rate_cents)} an hour`
  const path = `/sessions/${session.id}`
  const url = config.publicUrl + path
  const image = pictureUrl(session.picture_id)
  return {
    title,
    description: `A group session with ${owner}, ${when}. ${price}. ${description}`,
    path,
    type: 'article',
    image,
    data: session.starts_at && {
      '@context': 'https://schema.org',
      '@type': 'EducationEvent',
      name: title,
      description,
      url,
      image: absoluteUrl(config, image),
      startDate: isoTime(session.starts_at),
      endDate: isoTime(session.ends_at!),
      eventStatus: 'https://schema.org/EventScheduled',
      eventAttendanceMode: `https://schema.org/${session.online ? 'Online' : 'Offline'}EventAttendanceMode`,
      location: session.online
        ? { '@type': 'VirtualLocation', url }
        : { '@type': 'Place', name: 'In person' },
      organizer: personData(config, { name: owner, username: session.username }),
      isAccessibleForFree: rate_cents === null,
      offers: { '@type': 'Offer', price: placePrice(session, config), priceCurrency: 'USD', url },
    },
  }
}

/** What a place in one occurrence costs, with the platform's fee. */
function placePrice(
  { rate_cents, minutes }: { rate_cents: number | null; minutes: number },
  { money }: PreviewDeps['config'],
): string {
  const { price, fee } = quote(rate_cents ?? 0, minutes, money.feeBasisPoints)
  return centsToDecimal(price + fee)
}
