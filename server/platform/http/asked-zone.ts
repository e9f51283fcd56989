import { canonicalZone } from '#shared/domain/time-zone.ts'
import { invalidField } from './problem.ts'

/**
 * The requested time zone, by its canonical name; an invalid one is refused at its field, such as
 * `query.timezone`.
 */
export function askedZone(path: string, asked: string): string {
  const zone = canonicalZone(asked)
  if (zone) return zone
  throw invalidField(path, 'We don’t know that time zone.')
}
