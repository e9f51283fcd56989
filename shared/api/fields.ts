import * as z from 'zod/mini'
import { isVisible } from '../domain/visible-text.ts'

/** `status` of every successful answer. */
export const success = z.literal('success')

export const uuid = z.uuid()

/** Whether a text is an id that PostgreSQL takes as a `uuid`. */
export function isUuid(text: string): boolean {
  return uuid.safeParse(text).success
}

const afterYearZero = z.regex(/^(?!0000)/, 'A date can’t be before the year 1.')

/** A date that PostgreSQL can read: it has no year 0. */
export const day = z.iso.date().check(afterYearZero)

/** A time in UTC that PostgreSQL can read: it also refuses a very long fraction of a second. */
export const moment = z.iso.datetime().check(afterYearZero, z.maxLength(30))

/** Which change of a row somebody saw last; an `int` of PostgreSQL. */
export const version = z.number().check(z.int(), z.gte(0), z.lte(2_147_483_647))

/** A stretch of time: its start and its end. */
export const interval = z.object({ start: z.iso.datetime(), end: z.iso.datetime() })

/** Dollars with two decimals; never below zero. */
export const dollars = z
  .string()
  .check(z.regex(/^\d{1,9}\.\d{2}$/, 'Enter dollars with two decimals, such as 20.00.'))

/** Dollars with two decimals, which can be below zero. */
export const signedDollars = z.string().check(z.regex(/^-?\d{1,9}\.\d{2}$/))

/**
 * Names a stored file or an upload, with or without its folder and extension. A name that can't be stored is
 * invalid.
 */
export const fileKey = z
  .string()
  .check(z.minLength(1), z.maxLength(300), z.refine(isStorable, 'This isn’t a file name.'))

/** A `fileKey`, or an empty text for no file. */
export const fileKeyOrNone = z.union([z.literal(''), fileKey])

/** How far into a list a caller may page by offset; the server refuses more, rather than scanning. */
const maxOffset = 10_000

/** The number of rows already received. */
export const offset = z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(maxOffset)), 0)

/** Where the last page ended: the `next_cursor` of an earlier answer. */
export const cursor = z.optional(z.string().check(z.maxLength(200)))

export const nextCursor = z.nullable(z.string())

// NUL can't be stored by PostgreSQL; the other C0 and C1 controls, and the marks that reorder text (bidirectional
// overrides, used to make "fdp.exe" read as "exe.pdf"), have no place in a title or a name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is its purpose
const forbiddenInLine = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
// biome-ignore lint/suspicious/noControlCharactersInRegex: refusing control characters is its purpose
const forbiddenInText = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

// biome-ignore lint/suspicious/noControlCharactersInRegex: PowerPoint’s and PDF’s line breaks are control characters
const pastedBreak = /[\u000b\u000c\u0085]/g
// iOS puts these around a number copied from its contacts.
const pastedMark = /[\u202a-\u202c\u2066-\u2069]/g

/** Without what people paste and can't see: refusing it would leave them searching for it. */
function cleaned(text: string): string {
  return text.replace(pastedBreak, '\n').replace(pastedMark, '')
}

/** What PostgreSQL can hold or compare: Unicode without NUL. */
function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000')
}

function upTo(max: number, label: string) {
  return z.refine<string>(
    text => [...text].length <= max,
    `${label} can have up to ${max.toLocaleString('en')} characters.`,
  )
}

function without(forbidden: RegExp, label: string) {
  return z.refine<string>(
    text => text.isWellFormed() && !forbidden.test(text),
    `${label} can’t include some of the characters you used.`,
  )
}

/** One line of text a person typed: trimmed, 1 to `max` code points, not blank, no control characters. */
export function line(max: number, label: string) {
  return z.string().check(
    z.trim(),
    z.minLength(1, `${label} is required.`),
    upTo(max, label),
    without(forbiddenInLine, label),
    z.refine(
      text => text === '' || isVisible(text),
      `${label} must have at least one visible letter or symbol.`,
    ),
  )
}

/**
 * Text of several lines: cleaned of what people can't see, trimmed, 1 to `max` code points, no control characters but
 * line breaks and tabs. `missing` says what to write, if the label isn't a singular noun.
 */
export function text(max: number, label: string, missing = `${label} is required.`) {
  return z.string().check(
    z.overwrite(cleaned),
    z.trim(),
    z.minLength(1, missing),
    upTo(max, label),
    without(forbiddenInText, label),
    z.refine(value => value === '' || isVisible(value), missing),
  )
}

const longestSearch = 100

/** What to search for with a text that may be longer than a search, such as a school's name: its beginning. */
export const asSearch = (text: string): string => text.slice(0, longestSearch)

/** Search text; it may be empty. */
export const searchText = z.string().check(
  z.trim(),
  z.maxLength(longestSearch, `Your search can have up to ${longestSearch} characters.`),
  z.refine(
    value => value.isWellFormed() && !forbiddenInLine.test(value),
    'Your search has characters you can’t use here.',
  ),
)
