import * as z from 'zod/mini'
import { hasAddress } from '../domain/address-in-name.ts'
import { fileLimits, thumbnailTypes } from '../domain/file-types.ts'
import { decimalToCents } from '../domain/money.ts'
import { looksLikeOurs } from '../domain/own-names.ts'
import { isRate } from '../domain/price.ts'
import { defineCall } from './contract.ts'
import { section, sectionId } from './courses.ts'
import { fileKey, fileKeyOrNone, line, success, text, uuid } from './fields.ts'
import { uploadLink } from './files.ts'
import { personCard, username } from './people.ts'
import { postCard } from './posts.ts'
import { unwrapped } from './reshape.ts'

export const profileLimits = {
  name: 100,
  designation: 80,
  college: 120,
  description: 1000,
  classes: 30,
  highlights: 6,
} as const

const emptyOr = <T extends z.core.$ZodType>(schema: T) => z.union([z.literal(''), schema])

/** Validated by both the profile form and the call; an empty text deletes the field. */
export const profileTexts = {
  name: line(profileLimits.name, 'Name').check(
    z.refine(name => !looksLikeOurs(name), 'This looks like one of Ignite’s own names. Choose another.'),
    z.refine(name => !hasAddress(name), 'Name can’t have a web or email address in it.'),
  ),
  designation: emptyOr(line(profileLimits.designation, 'Your year and major, or what you teach,')),
  college: emptyOr(line(profileLimits.college, 'College')),
  description: emptyOr(text(profileLimits.description, 'Description')),
  /** Dollars an hour, with at most two decimals: "35" or "35.50". */
  hourly_rate: emptyOr(
    z.string().check(
      z.trim(),
      z.regex(/^\$?\d{1,4}(\.\d{1,2})?$/, 'Enter the rate in dollars, such as 35 or 35.50.'),
      z.refine(rate => isRate(rateCents(rate)), 'Choose a rate between $1.00 and $1,000.00 an hour.'),
    ),
  ),
}

/** Parses a typed rate into cents: "35", "35.50" or "$35". */
export function rateCents(typed: string): number {
  return decimalToCents(typed.replace('$', '')) ?? Number.NaN
}

export const tips = ['profile', 'classes', 'notes', 'schedule', 'wallet'] as const
export type Tip = (typeof tips)[number]

/** A profile as others see it. */
export const profile = z.extend(personCard, {
  time_zone: z.nullable(z.string()),
  /** How many people; null for a visitor. */
  followers: z.nullable(z.number()),
  following: z.nullable(z.number()),
  posts: z.number(),
  classes: z.array(section),
  highlights: z.array(postCard),
  /** Whether the caller blocks the person: then the answer has only the name and picture. */
  blocked: z.boolean(),
})
export type Profile = z.output<typeof profile>

const privateFields = {
  /** Whether the sign-in provider vouches for it. */
  email_confirmed: z.boolean(),
  /** Whether the mail server refused it for good: then no mail is sent there. */
  email_refused: z.boolean(),
  theme: z.enum(['light', 'dark', 'system']),
  /** False until the person finished or skipped the welcome. */
  welcomed: z.boolean(),
  /** The remaining tips: neither done nor dismissed. */
  tips: z.array(z.enum(tips)),
  /** Days until the username may change again, 0 if it may now. */
  username_locked_days: z.number(),
}

/** The caller's own profile, with its private fields. */
export const ownProfile = z.extend(profile, { email: z.string(), ...privateFields })
export type OwnProfile = z.output<typeof ownProfile>

export const profiles = {
  own: defineCall({
    method: 'GET',
    path: '/api/profile',
    summary: 'Your own profile.',
    access: 'login',
    output: z.object({ status: success, profile: ownProfile }),
    errors: [],
    mayLag: true,
  }),
  ofPerson: defineCall({
    method: 'GET',
    path: '/api/profile/users',
    summary: 'A person’s profile by their current or a former username: the answer has the current one.',
    access: 'visitor',
    query: z.object({ username }),
    output: z.object({ status: success, profile }),
    errors: ['not_found'],
    perMinute: 300,
    mayLag: true,
  }),
  ofEmail: defineCall({
    method: 'POST',
    path: '/api/profile/email',
    summary:
      'Your own profile by your own email, or that of somebody you share an accepted booking with by theirs; any ' +
      'other returns null, known or not.',
    access: 'login',
    body: z.object({ email: z.string().check(z.maxLength(254)) }),
    /** Another person's has none of the private fields. */
    output: z.object({
      status: success,
      profile: z.nullable(z.extend(profile, z.partial(z.object(privateFields)).shape)),
    }),
    errors: ['invalid'],
    mayLag: true,
  }),
  save: defineCall({
    method: 'POST',
    path: '/api/profile',
    summary:
      'Change your profile; fields left out stay. Ignores anything not listed. Also takes `{ profile: {…} }`.',
    access: 'login',
    checksFile: ['profile_image'],
    reshape: body => unwrapped(body, 'profile'),
    body: z.object({
      /** The caller’s own, as the profile is read; it can’t be changed. */
      email: z.nullish(z.string().check(z.maxLength(254))),
      name: z.optional(profileTexts.name),
      designation: z.nullish(profileTexts.designation),
      college: z.nullish(profileTexts.college),
      description: z.nullish(profileTexts.description),
      hourly_rate: z.nullish(profileTexts.hourly_rate),
      /** The key of the caller’s own uploaded picture; empty or null removes the picture. */
      profile_image: z.nullish(fileKeyOrNone),
      /** An IANA name. */
      time_zone: z.nullish(z.string().check(z.maxLength(60))),
      theme: z.optional(z.enum(['light', 'dark', 'system'])),
    }),
    output: z.object({ status: success, profile: ownProfile }),
    errors: [
      'identity_mismatch',
      'invalid',
      'not_found',
      'too_large',
      'unsupported_type',
      'broken_file',
      'unsafe_file',
    ],
    perMinute: 60,
  }),
  checkUsername: defineCall({
    method: 'GET',
    path: '/api/profile/username',
    summary: 'Whether you can take a username, and if not, why.',
    access: 'login',
    query: z.object({ username: z.string().check(z.maxLength(100)) }),
    output: z.object({ status: success, available: z.boolean(), reason: z.nullable(z.string()) }),
    errors: [],
    perMinute: 120,
  }),
  rename: defineCall({
    method: 'POST',
    path: '/api/profile/username',
    summary:
      'Change your username; links to the old one still work, and nobody else may take it for 90 days.',
    access: 'login',
    body: z.object({ username: z.string().check(z.maxLength(100)) }),
    output: z.object({ status: success, profile: ownProfile }),
    errors: ['invalid', 'conflict', 'rate_limited'],
  }),
  uploadPicture: defineCall({
    method: 'POST',
    path: '/api/profile/picture',
    summary: 'A signed link to upload your picture, whose key then goes to `POST /api/profile`.',
    access: 'login',
    body: z.object({
      name: line(fileLimits.nameLength, 'File name'),
      type: z.enum(
        Object.keys(thumbnailTypes) as [keyof typeof thumbnailTypes],
        'A picture is a PNG, JPEG or WebP.',
      ),
      size: z.optional(
        z.number().check(z.int(), z.gte(1, 'This file is empty.'), z.lte(fileLimits.thumbnailBytes)),
      ),
    }),
    output: uploadLink,
    errors: ['invalid', 'quota_exceeded'],
    perMinute: 30,
  }),
  showPicture: defineCall({
    method: 'GET',
    path: '/api/profile/picture/{key}',
    summary: 'A person’s picture.',
    access: 'visitor',
    params: z.object({ key: fileKey }),
    produces: 'image/webp',
    errors: ['not_found'],
  }),
  uniqueCrns: defineCall({
    method: 'POST',
    path: '/api/profile/uniquecrns',
    summary:
      'The CRNs a person has posted in: by username, or, for which you need a login, by your own email or that of ' +
      'somebody you share an accepted booking with. Any other email returns none.',
    access: 'visitor',
    body: z.object({ email: z.nullish(z.string().check(z.maxLength(254))), username: z.optional(username) }),
    output: z.object({
      status: success,
      data: z.object({ crns: z.array(z.object({ id: z.number(), crn: z.string(), title: z.string() })) }),
    }),
    errors: ['unauthenticated', 'not_found', 'invalid'],
    mayLag: true,
  }),
  listClasses: defineCall({
    method: 'PUT',
    path: '/api/profile/classes',
    summary: 'Replace your list of classes, by the ids of their sections.',
    access: 'login',
    body: z.object({
      section_ids: z
        .array(sectionId)
        .check(z.maxLength(profileLimits.classes, `List at most ${profileLimits.classes} classes.`)),
    }),
    output: z.object({ status: success, classes: z.array(section) }),
    errors: ['invalid'],
  }),
  highlight: defineCall({
    method: 'PUT',
    path: '/api/profile/highlights',
    summary: 'Choose which of your posts come first on your profile, in order, replacing the old choice.',
    access: 'login',
    body: z.object({
      post_ids: z
        .array(uuid)
        .check(z.maxLength(profileLimits.highlights, `Choose up to ${profileLimits.highlights} posts.`)),
    }),
    output: z.object({ status: success, highlights: z.array(postCard) }),
    errors: ['invalid', 'not_found'],
  }),
  welcome: defineCall({
    method: 'POST',
    path: '/api/profile/welcome',
    summary: 'Mark the welcome as finished or skipped.',
    access: 'login',
    output: z.object({ status: success }),
    errors: [],
  }),
  retryEmail: defineCall({
    method: 'POST',
    path: '/api/profile/email/retry',
    summary: 'Send mail to your address again, after the mail server refused it.',
    access: 'login',
    output: z.object({ status: success, profile: ownProfile }),
    errors: [],
    perMinute: 10,
  }),
  dismissTip: defineCall({
    method: 'POST',
    path: '/api/profile/tips/dismiss',
    summary: 'Dismiss an onboarding tip for good.',
    access: 'login',
    body: z.object({ tip: z.enum(tips) }),
    output: z.object({ status: success, tips: z.array(z.enum(tips)) }),
    errors: ['invalid'],
  }),
}
