import pg from 'pg'

/**
 * Times at the database's border. A `timestamptz` is read as a `Temporal.Instant`, and a `Temporal.Instant` among a query's
 * values is written as text, both to the microsecond, which is what PostgreSQL keeps: a `Date` would lose three digits on the
 * way, and what was read would no longer equal what is stored. A `date` is read as its text, since the driver would make it the
 * midnight of the machine's zone.
 */

/** The instant as the database keeps it. */
export function toMicrosecond(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'microsecond', roundingMode: 'floor' })
}

/** Reads PostgreSQL's text of a `timestamptz` in whatever zone the connection has. `infinity` is no instant. */
function parseInstant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text[4] === '-' && !text.endsWith('BC') ? text : isoOf(text))
  } catch (cause) {
    throw new RangeError(`The database gave a time that is no instant: ${text}`, { cause })
  }
}

/** Of years with more than four digits, and of those before Christ: ISO 8601 writes `0044-03-15 … BC` as `-000043-03-15 …`. */
function isoOf(text: string): string {
  const [, year, rest, beforeChrist] = /^(\d+)(-.*?)( BC)?$/.exec(text) ?? []
  const counted = beforeChrist ? 1 - Number(year) : Number(year)
  return `${counted < 0 ? '-' : '+'}${String(Math.abs(counted)).padStart(6, '0')}${rest}`
}

function textOf(instant: Temporal.Instant): string {
  const iso = instant.toString({ smallestUnit: 'microsecond' })
  const [, year, rest] = /^([+-]\d+|0000)(.*)$/.exec(iso) ?? []
  if (year === undefined) return iso
  return Number(year) > 0
    ? `${Number(year)}${rest}`
    : `${String(1 - Number(year)).padStart(4, '0')}${rest} BC`
}

/** A query's values with each instant as text, also in lists. */
export function withInstantsAsText(values: unknown[]): unknown[] {
  return values.map(value => {
    if (value instanceof Temporal.Instant) return textOf(value)
    return Array.isArray(value) ? withInstantsAsText(value) : value
  })
}

// The driver has no names for the types of lists.
const { DATE, TIMESTAMPTZ } = pg.types.builtins
const [textList, dateList, timestamptzList] = [1009, 1182, 1185]
const parseList: (text: string) => (string | null)[] = pg.types.getTypeParser(textList)

/** The driver's parsers of times, by the number of their type. */
export const timeParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [DATE]: text => text,
  [dateList]: parseList,
  [TIMESTAMPTZ]: parseInstant,
  [timestamptzList]: text => parseList(text).map(one => one && parseInstant(one)),
}
