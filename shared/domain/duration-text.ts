import { counted } from './counted.ts'

/** How long to wait, rounded up: "23 hours", or "12 minutes" if it is less than an hour. */
export function durationText(seconds: number): string {
  const minutes = Math.ceil(seconds / 60)
  return minutes < 60
    ? counted(minutes, 'minute', 'minutes')
    : counted(Math.ceil(minutes / 60), 'hour', 'hours')
}
