import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, line, nextCursor, success, uuid } from './fields.ts'

export const boardLimits = {
  title: 120,
  /** Of one person's own; those of meetings don't count. */
  boards: 200,
  /** On one board, with those lately deleted. */
  elements: 10_000,
  elementBytes: 128 * 1024,
  /** Changed by one call. */
  elementsAtOnce: 500,
  /** Read by one call. */
  elementsAPage: 300,
  pictures: 100,
  pictureBytes: 4 * 1024 * 1024,
  versions: 50,
  /** While somebody draws, a version is kept this often. */
  versionMinutes: 5,
  /** For so long a deleted board can be brought back. */
  deletedDays: 7,
} as const

export const boardPageSize = 24
export const boardVersionPageSize = 20

/** What the forms and the calls both check. */
export const boardTexts = { title: line(boardLimits.title, 'Title') }

/** The picture that stands for a board in lists, among its pictures. */
export const thumbnailId = 'thumbnail'

const pictureId = z.string().check(z.regex(/^[\w-]{1,64}$/))

/** An element as the editor has it. The server keeps what it knows of one and drops the rest (server/product/boards/element.ts). */
const element = z.record(z.string(), z.unknown())
export type BoardElement = z.output<typeof element>

export const board = z.object({
  id: uuid,
  title: z.string(),
  /** The meeting whose board it is: a booking, or an occurrence of a session. */
  meeting_id: z.nullable(uuid),
  is_owner: z.boolean(),
  /** Null until something was drawn. */
  thumbnail: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Board = z.output<typeof board>

const version = z.object({
  id: uuid,
  kept_at: z.iso.datetime(),
  /** How many elements it has. */
  elements: z.number(),
  /** Who restored another version, before which this one was kept; null where it was kept by the clock. */
  before_restore_by: z.nullable(z.string()),
})
export type BoardVersion = z.output<typeof version>

const one = z.object({ status: success, board })
const done = z.object({ status: success })
const params = z.object({ id: uuid })
const sequence = z.coerce.number().check(z.int(), z.gte(0), z.lte(Number.MAX_SAFE_INTEGER))

export const boards = {
  list: defineCall({
    method: 'GET',
    path: '/api/boards',
    summary: 'One’s boards and those of the meetings one takes or took part in, the last changed first.',
    access: 'login',
    query: z.object({ cursor }),
    output: z.object({ status: success, boards: z.array(board), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/boards',
    summary: 'Begin a board of one’s own.',
    access: 'login',
    body: z.object({ title: boardTexts.title }),
    output: one,
    errors: ['invalid', 'quota_exceeded'],
    perMinute: 30,
  }),
  ofMeeting: defineCall({
    method: 'POST',
    path: '/api/boards/meeting',
    summary:
      'The board of a meeting, made when first asked for. It is for those who may enter the meeting, and stays after it.',
    access: 'login',
    /** A booking's id, or an occurrence's of a session one teaches or has a place in. */
    body: z.object({ meetingId: uuid }),
    output: one,
    errors: ['not_found', 'conflict'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/boards/{id}',
    summary: 'A board without what is on it.',
    access: 'login',
    params,
    output: one,
    errors: ['not_found'],
  }),
  rename: defineCall({
    method: 'PUT',
    path: '/api/boards/{id}',
    summary: 'Give one’s board another title.',
    access: 'login',
    params,
    body: z.object({ title: boardTexts.title }),
    output: one,
    errors: ['not_found', 'invalid'],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/api/boards/{id}/delete',
    summary:
      'Delete one’s board; for a week it can be brought back. A meeting’s board stays with the meeting.',
    access: 'login',
    params,
    output: done,
    errors: ['not_found', 'conflict'],
  }),
  bringBack: defineCall({
    method: 'POST',
    path: '/api/boards/{id}/bring-back',
    summary: 'Bring one’s deleted board back.',
    access: 'login',
    params,
    output: one,
    errors: ['not_found'],
  }),
  elements: defineCall({
    method: 'GET',
    path: '/api/boards/{id}/elements',
    summary:
      'What changed on a board after a number, deleted elements too; a page. Where `whole`, everything the caller knew before ' +
      'and doesn’t find in the pages is deleted.',
    access: 'login',
    params,
    query: z.object({
      /** Up to which number the caller knows everything. */
      since: z._default(sequence, 0),
      /** Where the page before ended. */
      after: z.optional(sequence),
    }),
    output: z.object({
      status: success,
      elements: z.array(element),
      /** After which to ask next. */
      sequence: z.number(),
      more: z.boolean(),
      whole: z.boolean(),
    }),
    errors: ['not_found', 'invalid'],
  }),
  draw: defineCall({
    method: 'POST',
    path: '/api/boards/{id}/draw',
    summary:
      'Put changed elements on a board. Of each the higher version counts, of equal ones the lower nonce, so that whatever ' +
      'order changes arrive in, all see the same. Once answered they are kept.',
    access: 'login',
    params,
    body: z.object({
      elements: z.array(z.unknown()).check(z.minLength(1), z.maxLength(boardLimits.elementsAtOnce)),
    }),
    /** `refused`: the ids, where they have one, of elements that no board takes. */
    output: z.object({ status: success, sequence: z.number(), refused: z.array(z.string()) }),
    errors: ['not_found', 'invalid', 'too_large'],
    perMinute: 900,
  }),
  versions: defineCall({
    method: 'GET',
    path: '/api/boards/{id}/versions',
    summary: 'The kept versions of a board, the latest first.',
    access: 'login',
    params,
    query: z.object({ cursor }),
    output: z.object({ status: success, versions: z.array(version), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
  }),
  version: defineCall({
    method: 'GET',
    path: '/api/boards/{id}/versions/{versionId}',
    summary: 'What was on a board in one of its versions.',
    access: 'login',
    params: z.object({ id: uuid, versionId: uuid }),
    output: z.object({ status: success, elements: z.array(element) }),
    errors: ['not_found'],
    perMinute: 60,
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/boards/{id}/restore',
    summary: 'Make a board what it was in a version. What it is now is kept as a version first.',
    access: 'login',
    params,
    body: z.object({ version_id: uuid }),
    output: done,
    errors: ['not_found', 'too_large'],
    perMinute: 20,
  }),
  putPicture: defineCall({
    method: 'POST',
    path: '/api/boards/{id}/pictures/{pictureId}',
    summary:
      'Store a picture of a board, sent in the field `file`, under the name an element has it by; the server draws it anew. ' +
      `What is stored stays, but for \`${thumbnailId}\`, which stands for the board in lists.`,
    access: 'login',
    params: z.object({ id: uuid, pictureId }),
    consumes: 'multipart/form-data',
    output: done,
    errors: [
      'not_found',
      'invalid',
      'too_large',
      'unsupported_type',
      'broken_file',
      'unsafe_file',
      'quota_exceeded',
    ],
    perMinute: 60,
  }),
  picture: defineCall({
    method: 'GET',
    path: '/api/boards/{id}/pictures/{pictureId}',
    summary: 'A picture of a board.',
    access: 'login',
    params: z.object({ id: uuid, pictureId }),
    produces: 'image/webp',
    errors: ['not_found'],
    perMinute: 600,
  }),
}
