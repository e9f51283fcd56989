import { createContext, use } from 'react'
import { deviceTimeZone } from './time-zones.ts'

/** The zone in which the viewer sees times. The root knows it from their profile; for what can't ask for that. */
export const ViewerZone = createContext(deviceTimeZone())

export function useViewerZone(): string {
  return use(ViewerZone)
}
