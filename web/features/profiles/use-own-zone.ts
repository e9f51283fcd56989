import { useQuery } from '@tanstack/react-query'
import { deviceTimeZone } from '#web/lib/time-zones.ts'
import { ownProfileQuery } from './queries.ts'

/** The zone in which a person is shown times: the one their profile names, else the device's. Null until that is known. */
export function useOwnZone(): string | null {
  const { data, isError } = useQuery(ownProfileQuery)
  if (data) return data.time_zone ?? deviceTimeZone()
  return isError ? deviceTimeZone() : null
}
