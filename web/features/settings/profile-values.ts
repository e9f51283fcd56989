import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import * as z from 'zod/mini'
import { section } from '#shared/api/courses.ts'
import { type OwnProfile, profileLimits, profileTexts } from '#shared/api/profiles.ts'

const texts = ['name', 'designation', 'college', 'description', 'hourly_rate'] as const
type TextName = (typeof texts)[number]

/** A text of blanks only is an empty one, which takes the fact away, and no fault. */
const trimmed = <T extends z.core.$ZodType<string, string>>(rule: T) =>
  z.pipe(z.string().check(z.trim()), rule)

const form = z.object({
  name: profileTexts.name,
  designation: trimmed(profileTexts.designation),
  college: trimmed(profileTexts.college),
  description: trimmed(profileTexts.description),
  hourly_rate: trimmed(profileTexts.hourly_rate),
  classes: z
    .array(section)
    .check(z.maxLength(profileLimits.classes, `List at most ${profileLimits.classes} classes.`)),
})

export type ProfileValues = z.input<typeof form>

export const profileResolver = standardSchemaResolver(form)

/** What the first step of the welcome asks for. */
const introduction = z.object({
  designation: trimmed(profileTexts.designation),
  college: trimmed(profileTexts.college),
})

export type IntroductionValues = z.input<typeof introduction>

export const introductionResolver = standardSchemaResolver(introduction)

export function valuesOf(profile: OwnProfile): ProfileValues {
  return {
    name: profile.name,
    designation: profile.designation ?? '',
    college: profile.college ?? '',
    description: profile.description ?? '',
    hourly_rate: profile.hourly_rate ?? '',
    classes: profile.classes,
  }
}

/** The texts that differ: what wasn't touched here may have been changed elsewhere and must stay. */
export function changedTexts(before: ProfileValues, after: ProfileValues): Partial<Record<TextName, string>> {
  return Object.fromEntries(
    texts.filter(name => after[name] !== before[name]).map(name => [name, after[name]]),
  )
}

/** The field of the form that a fault of a call belongs to; null where it belongs to none. */
export function fieldOf(path: string): keyof ProfileValues | null {
  if (path.startsWith('body.section_ids')) return 'classes'
  return texts.find(name => path === `body.${name}`) ?? null
}
