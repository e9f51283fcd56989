import * as z from 'zod/mini'
import { fileLimits, thumbnailTypes } from '../domain/file-types.ts'
import { decimalToCents } from '../domain/money.ts'
import { isRate } from '../domain/price.ts'
import { defineCall } from './contract.ts'
import { section } from './courses.ts'
import { fileKey, fileKeyOrNone, line, success, text, uuid } from './fields.ts'
import { uploadLink } from './files.ts'
import { personCard, username } from './people.ts'
import { postCard } from './posts.ts'

export const profileLimits = {
  name: 100,
  designation: 80,
  college: 120,
  description: 1000,
  classes: 30,
  highlights: 6,
} as const

const emptyOr = <T extends z.core.$ZodType>(schema: T) => z.union([z.literal(''), schema])

/** What the profile form and the call both check; an empty text takes the fact away. */
export const profileTexts = {
  name: line(profileLimits.name, 'Name'),
  designation: emptyOr(line(profileLimits.designation, 'Designation')),
  college: emptyOr(line(profileLimits.college, 'College')),
  description: emptyOr(text(profileLimits.description, 'Description')),
  /** Dollars an hour, with at most two decimals: "35" or "35.50". */
  hourly_rate: emptyOr(
    z.string().check(
      z.trim(),
      z.regex(/^\$?\d{1,4}(\.\d{1,2})?$/, 'Write the rate in dollars, such as 35 or 35.50.'),
      z.refine(rate => isRate(rateCents(rate)), 'A rate is between $1.00 and $1,000.00 an hour.'),
    ),
  ),
}

/** The cents of a rate as it is typed: "35", "35.50" or "$35". */
export function rateCents(typed: string): number {
  return decimalToCents(typed.replace('$', '')) ?? Number.NaN
}

export const tips = ['profile', 'classes', 'notes', 'schedule', 'wallet'] as const
export type Tip = (typeof tips)[number]

/** A profile as others see it. */
export const profile = z.extend(personCard, {
  time_zone: z.nullable(z.string()),
  followers: z.number(),
  following: z.number(),
  posts: z.number(),
  classes: z.array(section),
  highlights: z.array(postCard),
  /** Whether the caller blocks the person: then nothing but the name and picture is sent. */
  blocked: z.boolean(),
})
export type Profile = z.output<typeof profile>

/** One's own profile, with what only oneself may know. */
export const ownProfile = z.extend(profile, {
  email: z.string(),
  /** Whether the provider one signs in with vouches for it. */
  email_confirmed: z.boolean(),
  theme: z.enum(['light', 'dark', 'system']),
  /** False until the person went through the welcome or skipped it. */
  welcomed: z.boolean(),
  /** The tips that still apply: neither done nor put away. */
  tips: z.array(z.enum(tips)),
  /** Days until the username may change again, 0 when it may now. */
  username_locked_days: z.number(),
})
export type OwnProfile = z.output<typeof ownProfile>

export const profiles = {
  own: defineCall({
    method: 'GET',
    path: '/api/profile',
    summary: 'One’s own profile.',
    access: 'login',
    output: z.object({ status: success, profile: ownProfile }),
    errors: [],
  }),
  ofPerson: defineCall({
    method: 'GET',
    path: '/api/profile/users',
    summary:
      'A person’s profile by their username, or by one they had before: the answer has the present one.',
    access: 'visitor',
    query: z.object({ username }),
    output: z.object({ status: success, profile }),
    errors: ['not_found'],
    perMinute: 300,
  }),
  ofEmail: defineCall({
    method: 'POST',
    path: '/api/profile/email',
    summary: 'One’s own profile, asked for by one’s own e-mail; any other answers null, known or not.',
    access: 'login',
    body: z.object({ email: z.string().check(z.maxLength(254)) }),
    output: z.object({ status: success, profile: z.nullable(ownProfile) }),
    errors: ['invalid'],
  }),
  save: defineCall({
    method: 'POST',
    path: '/api/profile',
    summary: 'Change one’s own profile; what is left out stays. Anything not listed is ignored.',
    access: 'login',
    body: z.object({
      name: z.optional(profileTexts.name),
      designation: z.nullish(profileTexts.designation),
      college: z.nullish(profileTexts.college),
      description: z.nullish(profileTexts.description),
      hourly_rate: z.nullish(profileTexts.hourly_rate),
      /** The key of one’s own uploaded picture; empty or null takes the picture away. */
      profile_image: z.nullish(fileKeyOrNone),
      /** An IANA name. */
      time_zone: z.optional(z.string().check(z.maxLength(60))),
      theme: z.optional(z.enum(['light', 'dark', 'system'])),
    }),
    output: z.object({ status: success, profile: ownProfile }),
    errors: ['invalid', 'not_found', 'too_large', 'unsupported_type', 'broken_file', 'unsafe_file'],
    perMinute: 60,
  }),
  checkUsername: defineCall({
    method: 'GET',
    path: '/api/profile/username',
    summary: 'Whether a username can be taken by the caller, and if not, why.',
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
      'Take another username; links to the former one lead on, and nobody else may take it for 90 days.',
    access: 'login',
    body: z.object({ username: z.string().check(z.maxLength(100)) }),
    output: z.object({ status: success, profile: ownProfile }),
    errors: ['invalid', 'conflict', 'rate_limited'],
  }),
  uploadPicture: defineCall({
    method: 'POST',
    path: '/api/profile/picture',
    summary: 'A signed link to upload one’s picture, which `POST /api/profile` then takes by its key.',
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
      'The CRNs a person has posted in, by username, or one’s own by one’s own e-mail; any other e-mail answers none.',
    access: 'login',
    body: z.object({ email: z.nullish(z.string().check(z.maxLength(254))), username: z.optional(username) }),
    output: z.object({
      status: success,
      data: z.object({ crns: z.array(z.object({ id: z.number(), crn: z.string(), title: z.string() })) }),
    }),
    errors: ['invalid', 'not_found'],
  }),
  listClasses: defineCall({
    method: 'PUT',
    path: '/api/profile/classes',
    summary: 'List one’s classes, by the ids of their sections, in place of those listed before.',
    access: 'login',
    body: z.object({
      section_ids: z
        .array(z.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)))
        .check(z.maxLength(profileLimits.classes, `List at most ${profileLimits.classes} classes.`)),
    }),
    output: z.object({ status: success, classes: z.array(section) }),
    errors: ['invalid'],
  }),
  highlight: defineCall({
    method: 'PUT',
    path: '/api/profile/highlights',
    summary:
      'Choose the own posts that stand first on one’s profile, in order, in place of those chosen before.',
    access: 'login',
    body: z.object({
      post_ids: z
        .array(uuid)
        .check(z.maxLength(profileLimits.highlights, `Choose at most ${profileLimits.highlights} posts.`)),
    }),
    output: z.object({ status: success, highlights: z.array(postCard) }),
    errors: ['invalid', 'not_found'],
  }),
  welcome: defineCall({
    method: 'POST',
    path: '/api/profile/welcome',
    summary: 'Say that one went through the welcome, or skipped it.',
    access: 'login',
    output: z.object({ status: success }),
    errors: [],
  }),
  dismissTip: defineCall({
    method: 'POST',
    path: '/api/profile/tips/dismiss',
    summary: 'Put an onboarding tip away for good.',
    access: 'login',
    body: z.object({ tip: z.enum(tips) }),
    output: z.object({ status: success, tips: z.array(z.enum(tips)) }),
    errors: ['invalid'],
  }),
}
