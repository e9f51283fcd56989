import pg from 'pg'

/**
 * Times at the database's border. Reads a `timestamptz` as a `Temporal.Instant`, and writes a
 * `Temporal.Instant` in a query's values as text, both to the microsecond, which is PostgreSQL's precision: a
 * `Date` would lose three digits, and a value read would no longer equal the stored one. Reads a `date` as
 * text, since the driver would make it midnight in the machine's zone.
 */

/** The instant at the database's precision. */
export function toMicrosecond(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'microsecond', roundingMode: 'floor' })
}

/** Parses PostgreSQL's text of a `timestamptz`, in any connection zone. Refuses `infinity`. */
function parseInstant(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text[4] === '-' && !text.endsWith('BC') ? text : isoOf(text))
  } catch (cause) {
    throw new RangeError(`The database gave a time that is no instant: ${text}`, { cause })
  }
}

/**
 * For years with more than four digits, and years BC: ISO 8601 writes `0044-03-15 … BC` as `-000043-03-15 …`.
 */
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

/** A query's values with each instant as text, also inside lists. */
export function withInstantsAsText(values: unknown[]): unknown[] {
  return values.map(value => {
    if (value instanceof Temporal.Instant) return textOf(value)
    return Array.isArray(value) ? withInstantsAsText(value) : value
  })
}

// The driver has no names for the list types.
const { DATE, TIMESTAMPTZ } = pg.types.builtins
const [textList, dateList, timestamptzList] = [1009, 1182, 1185]
const parseList: (text: string) => (string | null)[] = pg.types.getTypeParser(textList)

/** The driver's parsers of times, by type number. */
export const timeParsers: Readonly<Record<number, (text: string) => unknown>> = {
  [DATE]: text => text,
  [dateList]: parseList,
  [TIMESTAMPTZ]: parseInstant,
  [timestamptzList]: text => parseList(text).map(one => one && parseInstant(one)),
}
