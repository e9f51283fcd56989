import * as z from 'zod/mini'
import { weekdays } from '#shared/domain/schedule.ts'
import type { SessionValues } from './session-values.ts'

const draft = z.object({
  title: z.string(),
  description: z.string(),
  date: z.string(),
  start: z.string(),
  end: z.string(),
  repeat: z.boolean(),
  days: z.array(z.enum(weekdays)),
  until: z.string(),
  skipped: z.array(z.string()),
  paid: z.boolean(),
  rate: z.string(),
  online: z.boolean(),
  location: z.string(),
  capacity: z.string(),
  crns: z.array(z.string()),
})

/** What had been typed into a form of this name before this tab was reloaded or left; null where nothing was. */
export function readDraft(name: string): SessionValues | null {
  try {
    const kept = draft.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null'))
    return kept.success ? kept.data : null
  } catch {
    return null
  }
}

/** Keeps what is typed for this tab; null leaves nothing behind. */
export function keepDraft(name: string, values: SessionValues | null): void {
  try {
    if (values) sessionStorage.setItem(name, JSON.stringify(values))
    else sessionStorage.removeItem(name)
  } catch {
    // A browser that keeps nothing (a full or forbidden storage) must not keep one from typing.
  }
}
