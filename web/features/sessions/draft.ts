import * as z from 'zod/mini'
import { weekdays } from '#shared/domain/schedule.ts'

const draft = z.object({
  title: z.string(),
  description: z.string(),
  // The release before kept none. With the next release, drop that it is optional, and what the form does without it.
  zone: z.optional(z.string()),
  date: z.string(),
  start: z.string(),
  end: z.string(),
  repeat: z.boolean(),
  days: z.array(z.enum(weekdays)),
  until: z.string(),
  skipped: z.array(z.string()),
  skipping: z._default(z.string(), ''),
  paid: z.boolean(),
  rate: z.string(),
  online: z.boolean(),
  location: z.string(),
  capacity: z.string(),
  crns: z.array(z.string()),
  version: z._default(z.number(), 0),
})

/** The text typed into a form with this name before this tab was reloaded or left; null if there is none. */
export function readDraft(name: string): z.output<typeof draft> | null {
  try {
    const kept = draft.safeParse(JSON.parse(sessionStorage.getItem(name) ?? 'null'))
    return kept.success ? kept.data : null
  } catch {
    return null
  }
}

/** Stores what is typed for this tab; null deletes it. */
export function keepDraft(name: string, values: z.output<typeof draft> | null): void {
  try {
    if (values) sessionStorage.setItem(name, JSON.stringify(values))
    else sessionStorage.removeItem(name)
  } catch {
    // A browser without storage (full or forbidden) must not keep people from typing.
  }
}
