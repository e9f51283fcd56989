import { canonicalZone } from '#shared/domain/time-zone.ts'
import { invalidField } from './problem.ts'

/** A time zone that was asked for, by its own name; what isn't one is refused at its field, such as `query.timezone`. */
export function askedZone(path: string, asked: string): string {
  const zone = canonicalZone(asked)
  if (zone) return zone
  throw invalidField(path, 'There is no such time zone.')
}
