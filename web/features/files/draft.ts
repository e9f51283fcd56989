import * as z from 'zod/mini'
import { course, section } from '#shared/api/courses.ts'
import { emptyValues, hasText, type UploadValues } from './upload-form.ts'

// Without the files' topics: a reload loses the files.
const draft = z.object({
  post_name: z.string(),
  suggested: z.string(),
  details: z.string(),
  course: z.nullable(course),
  // An earlier version of the app may have kept it otherwise.
  section: z.catch(z.nullable(section), null),
})

const nameOf = (owner: string) => `upload draft of ${owner}`

/** What a person (`ownerKey`) had typed before this tab was reloaded, or nothing. */
export function readDraft(owner: string): UploadValues {
  try {
    const kept = draft.safeParse(JSON.parse(sessionStorage.getItem(nameOf(owner)) ?? 'null'))
    return kept.success ? { ...emptyValues, ...kept.data } : emptyValues
  } catch {
    return emptyValues
  }
}

/** Stores what is typed for this tab; an empty form stores nothing. */
export function keepDraft(owner: string, values: UploadValues): void {
  try {
    if (hasText(values)) sessionStorage.setItem(nameOf(owner), JSON.stringify(values))
    else sessionStorage.removeItem(nameOf(owner))
  } catch {
    // A browser without storage (full or forbidden) must not keep people from typing.
  }
}
