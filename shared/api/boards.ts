import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, line, nextCursor, success, uuid } from './fields.ts'

export const boardLimits = {
  title: 120,
  /** Of a person's own boards; meetings' boards don't count. */
  boards: 200,
  /** On one board, including recently deleted ones. */
  elements: 10_000,
  elementBytes: 128 * 1024,
  /** How many one call can change. */
  elementsAtOnce: 500,
  /** How many one call can read. */
  elementsAPage: 300,
  /** On one board and in its versions. */
  pictures: 100,
  pictureBytes: 4 * 1024 * 1024,
  /** Pictures that a person sends at once. */
  picturesAtOnce: 4,
  versions: 50,
  /** Of a board's versions together, as stored; the latest is saved however large it is. */
  versionBytes: 48 * 1024 * 1024,
  /** Of a person's own boards together, since all of it is in the database: the elements, the versions as stored, and the pictures. */
  elementBytesTogether: 256 * 1024 * 1024,
  versionBytesTogether: 256 * 1024 * 1024,
  pictureBytesTogether: 1024 * 1024 * 1024,
  /** How often the server saves a version while somebody draws. */
  versionMinutes: 5,
  /** How long a deleted board can be restored, if it is one of the person's latest. */
  deletedDays: 7,
  latestDeleted: 20,
} as const

export const boardPageSize = 24
export const boardVersionPageSize = 20

/** Validated by both the forms and the calls. */
export const boardTexts = { title: line(boardLimits.title, 'Title') }

/** The thumbnail of a board in lists; one of its pictures. */
export const thumbnailId = 'thumbnail'

const pictureId = z.string().check(z.regex(/^[\w-]{1,64}$/))

/**
 * An element as the editor has it. The server keeps the fields it knows and drops the rest
 * (server/product/boards/element.ts).
 */
const element = z.record(z.string(), z.unknown())
export type BoardElement = z.output<typeof element>

export const board = z.object({
  id: uuid,
  title: z.string(),
  /** The meeting that the board belongs to: a booking, or an occurrence of a session. */
  meeting_id: z.nullable(uuid),
  is_owner: z.boolean(),
  /** Otherwise the caller can only read it. */
  can_change: z.boolean(),
  /** Null while nothing is drawn on it. */
  thumbnail: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Board = z.output<typeof board>

const deletedBoard = z.object({ id: uuid, title: z.string(), deleted_at: z.iso.datetime() })
export type DeletedBoard = z.output<typeof deletedBoard>

const version = z.object({
  id: uuid,
  kept_at: z.iso.datetime(),
  /** How many elements it has. */
  elements: z.number(),
  /** Who restored another version, which saved this one first; null if the timer saved it. */
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
    summary: 'Your boards and those of your meetings, the last changed first.',
    access: 'login',
    query: z.object({ cursor }),
    output: z.object({ status: success, boards: z.array(board), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  deleted: defineCall({
    method: 'GET',
    path: '/api/boards/deleted',
    summary: 'Your deleted boards that can be restored, the last deleted first.',
    access: 'login',
    output: z.object({ status: success, boards: z.array(deletedBoard) }),
    errors: [],
  }),
  create: defineCall({
    method: 'POST',
    path: '/api/boards',
    summary: 'Create a board. Sent again with its `client_id`, it is the same board.',
    access: 'login',
    body: z.object({ title: boardTexts.title, client_id: z.optional(uuid) }),
    output: one,
    errors: ['invalid', 'quota_exceeded'],
    perMinute: 30,
  }),
  ofMeeting: defineCall({
    method: 'POST',
    path: '/api/boards/meeting',
    summary:
      'The board of a meeting, created on first use. It is for people who may enter the meeting, and stays afterwards.',
    access: 'login',
    /** The id of a booking, or of an occurrence of a session that the caller teaches or has a place in. */
    body: z.object({ meetingId: uuid }),
    output: one,
    errors: ['not_found', 'conflict'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/boards/{id}',
    summary: 'A board without its content.',
    access: 'login',
    params,
    output: one,
    errors: ['not_found'],
  }),
  rename: defineCall({
    method: 'PUT',
    path: '/api/boards/{id}',
    summary: 'Rename your board.',
    access: 'login',
    params,
    body: z.object({ title: boardTexts.title }),
    output: one,
    errors: ['not_found', 'invalid', 'conflict'],
  }),
  remove: defineCall({
    method: 'POST',
    path: '/api/boards/{id}/delete',
    summary: 'Delete your board; it can be restored for a week. A meeting’s board stays with the meeting.',
    access: 'login',
    params,
    output: done,
    errors: ['not_found', 'conflict'],
  }),
  bringBack: defineCall({
    method: 'POST',
    path: '/api/boards/{id}/bring-back',
    summary: 'Restore your deleted board.',
    access: 'login',
    params,
    output: one,
    errors: ['not_found', 'quota_exceeded'],
  }),
  elements: defineCall({
    method: 'GET',
    path: '/api/boards/{id}/elements',
    summary:
      'A page of a board’s changes after a number, including deleted elements. If `whole`, everything the caller knew ' +
      'before that isn’t in the pages is deleted.',
    access: 'login',
    params,
    query: z.object({
      /** The number up to which the caller has everything. */
      since: z._default(sequence, 0),
      /** Where the previous page ended. */
      after: z.optional(sequence),
    }),
    output: z.object({
      status: success,
      elements: z.array(element),
      /** The number to fetch after next time. */
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
      'Put changed elements on a board. For each, the higher version wins, or at equal versions the lower nonce, so ' +
      'that everyone sees the same in whatever order changes arrive. They are stored once this answers.',
    access: 'login',
    params,
    body: z.object({
      elements: z.array(z.unknown()).check(z.minLength(1), z.maxLength(boardLimits.elementsAtOnce)),
    }),
    /** `refused`: ids (of those that have one) of elements that the server never accepts. */
    output: z.object({ status: success, sequence: z.number(), refused: z.array(z.string()) }),
    errors: ['not_found', 'invalid', 'too_large', 'conflict'],
    perMinute: 900,
  }),
  versions: defineCall({
    method: 'GET',
    path: '/api/boards/{id}/versions',
    summary: 'The saved versions of a board, the latest first.',
    access: 'login',
    params,
    query: z.object({ cursor }),
    output: z.object({ status: success, versions: z.array(version), next_cursor: nextCursor }),
    errors: ['not_found', 'invalid'],
  }),
  version: defineCall({
    method: 'GET',
    path: '/api/boards/{id}/versions/{versionId}',
    summary: 'The content of a board’s version.',
    access: 'login',
    params: z.object({ id: uuid, versionId: uuid }),
    output: z.object({ status: success, elements: z.array(element) }),
    errors: ['not_found'],
    perMinute: 60,
  }),
  restore: defineCall({
    method: 'POST',
    path: '/api/boards/{id}/restore',
    summary: 'Restore a version of a board. The current state is saved as a version first.',
    access: 'login',
    params,
    body: z.object({ version_id: uuid }),
    output: done,
    errors: ['not_found', 'too_large', 'conflict'],
    perMinute: 20,
  }),
  putPicture: defineCall({
    method: 'POST',
    path: '/api/boards/{id}/pictures/{pictureId}',
    summary:
      'Store a picture of a board, sent in the field `file`, under the name an element has it by; the server draws it again. ' +
      `What is stored stays, but for \`${thumbnailId}\`, which stands for the board in lists.`,
    access: 'login',
    params: z.object({ id: uuid, pictureId }),
    consumes: 'multipart/form-data',
    output: done,
    errors: [
      'not_found',
      'invalid',
      'conflict',
      'malformed',
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
