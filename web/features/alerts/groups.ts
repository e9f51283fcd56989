import type { Alert } from '#shared/api/alerts.ts'

/** Alerts shown as one, the latest first. */
export type AlertGroup = { key: string; alerts: [Alert, ...Alert[]]; read: boolean; title: string }
export type AlertDay = { day: string; groups: AlertGroup[] }

/**
 * Groups a list of alerts by day, and within a day by kind and subject: "Ana and 3 others started following you". A
 * group is placed by its latest alert.
 */
export function byDay(alerts: readonly Alert[], dayOf: (alert: Alert) => string): AlertDay[] {
  const days = new Map<string, Map<string, [Alert, ...Alert[]]>>()
  for (const alert of alerts) {
    const day = dayOf(alert)
    const groups = days.get(day) ?? new Map<string, [Alert, ...Alert[]]>()
    days.set(day, groups)
    const key = alert.together === null ? alert.id : `${alert.kind} ${alert.subject}`
    const group = groups.get(key)
    if (group) group.push(alert)
    else groups.set(key, [alert])
  }
  return [...days].map(([day, groups]) => ({
    day,
    groups: [...groups].map(([key, together]) => ({
      key: `${day} ${key}`,
      alerts: together,
      read: together.every(({ read }) => read),
      title: titleOf(together),
    })),
  }))
}

function titleOf(together: readonly [Alert, ...Alert[]]): string {
  const [latest] = together
  const names = [...new Set(together.flatMap(({ person }) => person?.name ?? []))]
  const people = new Set(together.map(({ person, id }) => person?.id ?? id)).size
  const count = people + together.reduce((sum, { others }) => sum + others, 0)
  if (count === 1 || latest.together === null || names.length === 0) return latest.title
  if (count === 2 && names.length === 2) return `${names[0]} and ${names[1]} ${latest.together}`
  return `${names[0]} and ${count - 1} ${count === 2 ? 'other' : 'others'} ${latest.together}`
}
