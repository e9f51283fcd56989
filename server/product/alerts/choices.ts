import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/platform/db/database.ts'
import { invalidField } from '#server/platform/http/problem.ts'
import {
  type AlertChannel,
  type AlertGroup,
  type AlertPreference,
  alertChannels,
  alertGroups,
} from '#shared/api/alerts.ts'

type Choice = { alert_group: string; channel: string; wanted: boolean }

const groups = Object.keys(alertGroups) as AlertGroup[]

/** How a person wants to be notified for a group. */
export async function wantedOf(
  db: Database,
  userId: string,
  group: AlertGroup,
): Promise<Record<AlertChannel, boolean>> {
  const choices = alertGroups[group].fixed
    ? []
    : await db
        .selectFrom('alert_choices')
        .select(['alert_group', 'channel', 'wanted'])
        .where('user_id', '=', userId)
        .where('alert_group', '=', group)
        .execute()
  return among(choices, group)
}

/** SQL for whether a person wants to be notified for a group in any way. */
export function wantsAny(userId: RawBuilder<unknown>, group: AlertGroup): RawBuilder<boolean> {
  const usual = alertChannels.map(channel => sql`(${channel}::text, ${alertGroups[group][channel]}::boolean)`)
  return sql`exists (
    select from (values ${sql.join(usual)}) channels (channel, usual)
      left join alert_choices on alert_choices.user_id = ${userId} and alert_group = ${group}
        and alert_choices.channel = channels.channel
    where coalesce(wanted, usual))`
}

/** How a person wants to be notified, for every group. */
export async function preferencesOf(db: Database, userId: string): Promise<AlertPreference[]> {
  const choices = await db
    .selectFrom('alert_choices')
    .select(['alert_group', 'channel', 'wanted'])
    .where('user_id', '=', userId)
    .execute()
  return groups.map(group => ({ group, ...among(choices, group) }))
}

/** Stores a person's choice for one group and channel; fixed groups can't be changed. */
export async function choose(
  db: Database,
  userId: string,
  { group, channel, wanted }: { group: AlertGroup; channel: AlertChannel; wanted: boolean },
): Promise<void> {
  if (alertGroups[group].fixed) throw invalidField('body.group', 'You can’t turn this off.')
  await db
    .insertInto('alert_choices')
    .values({ user_id: userId, alert_group: group, channel, wanted })
    .onConflict(conflict => conflict.columns(['user_id', 'alert_group', 'channel']).doUpdateSet({ wanted }))
    .execute()
}

function among(choices: readonly Choice[], group: AlertGroup): Record<AlertChannel, boolean> {
  const { fixed, ...usual } = alertGroups[group]
  const chosen = (channel: AlertChannel) =>
    fixed
      ? undefined
      : choices.find(choice => choice.alert_group === group && choice.channel === channel)?.wanted
  const [inApp, mail] = alertChannels.map(channel => chosen(channel) ?? usual[channel])
  return { in_app: inApp!, mail: mail! }
}
