import type { Section } from '#shared/api/courses.ts'
import { type OwnProfile, profileLimits, profileTexts } from '#shared/api/profiles.ts'
import { faultOf } from '#web/lib/fault-of.ts'
import type { Faults } from '#web/lib/use-form.ts'

const texts = ['name', 'designation', 'college', 'description', 'hourly_rate'] as const
type TextName = (typeof texts)[number]

export type ProfileValues = Record<TextName, string> & { classes: Section[] }

const tooManyClasses = `List at most ${profileLimits.classes} classes.`

/** The faults of the profile form. */
export function faultsOf({ classes, ...given }: ProfileValues): Faults<keyof ProfileValues> {
  return {
    ...Object.fromEntries(texts.map(name => [name, faultOf(profileTexts[name], given[name].trim())])),
    classes: classes.length > profileLimits.classes ? tooManyClasses : undefined,
  }
}

/** Without the spaces around its texts. */
export function trimmed(values: ProfileValues): ProfileValues {
  const entries = texts.map((name): [string, string] => [name, values[name].trim()])
  return { ...values, ...Object.fromEntries(entries) }
}

export function sameProfile(one: ProfileValues, other: ProfileValues): boolean {
  return texts.every(name => one[name] === other[name]) && sameClasses(one.classes, other.classes)
}

/** Whether both list the same classes in the same order, which the profile shows. */
export function sameClasses(one: readonly Section[], other: readonly Section[]): boolean {
  return one.length === other.length && one.every(({ id }, index) => id === other[index]!.id)
}

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

/** The changed texts: untouched ones may have been changed elsewhere and must stay. */
export function changedTexts(before: ProfileValues, after: ProfileValues): Partial<Record<TextName, string>> {
  return Object.fromEntries(
    texts.filter(name => after[name] !== before[name]).map(name => [name, after[name]]),
  )
}

/** What was stored since then, with the changes that the person made to what was there before. */
export function withChanges(
  before: ProfileValues,
  after: ProfileValues,
  stored: ProfileValues,
): ProfileValues {
  return {
    ...stored,
    ...changedTexts(before, after),
    classes: withChangedClasses(before.classes, after.classes, stored.classes),
  }
}

/** The stored classes without those removed since `before`, and with those added. */
export function withChangedClasses(
  before: readonly Section[],
  after: readonly Section[],
  stored: readonly Section[],
): Section[] {
  const isIn = (classes: readonly Section[]) => {
    const ids = new Set(classes.map(({ id }) => id))
    return ({ id }: Section) => ids.has(id)
  }
  const [wasThere, isThere, isStored] = [isIn(before), isIn(after), isIn(stored)]
  return [
    ...stored.filter(section => isThere(section) || !wasThere(section)),
    ...after.filter(section => !wasThere(section) && !isStored(section)),
  ]
}

/** The form field that a fault of the call belongs to; null if none. */
export function fieldOf(path: string): keyof ProfileValues | null {
  if (path.startsWith('body.section_ids')) return 'classes'
  return texts.find(name => path === `body.${name}`) ?? null
}
