import { useQuery } from '@tanstack/react-query'
import { useIsVisitor } from '#web/features/logins/use-login.ts'
import { deviceTimeZone, isKnownZone } from '#web/lib/time-zones.ts'
import { ownProfileQuery } from './queries.ts'

/**
 * The zone for showing times: the profile's, or the device's if there is none or this browser doesn't know it.
 * Null until the profile is there.
 */
export function useOwnZone(): string | null {
  const visitor = useIsVisitor()
  const { data, isError } = useQuery({ ...ownProfileQuery, enabled: !visitor })
  // A server that draws a page has another zone than the person's device.
  const ofDevice = import.meta.env.SSR ? null : deviceTimeZone()
  if (visitor) return ofDevice
  if (data) return data.time_zone && isKnownZone(data.time_zone) ? data.time_zone : ofDevice
  return isError ? ofDevice : null
}
