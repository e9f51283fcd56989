import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { cursor, nextCursor, success, uuid } from './fields.ts'

export const documentPageSize = 24

/** A passage's place on its page, as fractions of the page's width and height from the upper left corner. */
export const pageBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
export type PageBox = z.output<typeof pageBox>

/** How far the assistant has read a post's document. */
const indexedDocument = z.object({
  post_id: uuid,
  title: z.string(),
  course_id: z.number(),
  doc_url: uuid,
  doc_name: z.string(),
  kind: z.enum(['pdf', 'image']),
  date: z.iso.datetime(),
  username: z.string(),
  name: z.string(),
  is_owner: z.boolean(),
  /** `none`: nobody has requested it yet. */
  state: z.enum(['none', 'waiting', 'reading', 'done', 'failed']),
  pages: z.number(),
  pages_done: z.number(),
  /** The last page that was read, if the document has more text than the assistant reads; otherwise null. */
  read_to: z.nullable(z.number()),
  /** Pages that are pictures, on which no text was recognized. */
  picture_pages: z.array(z.number()),
  /** How many of these nobody has looked at yet: they follow after the others. */
  unread_pages: z.number(),
  /** The language of the document's text, as ISO 639-1; null while unknown. */
  language: z.nullable(z.string()),
})
export type IndexedDocument = z.output<typeof indexedDocument>

/** A piece of a page, as answers cite it. */
export const passage = z.object({
  id: uuid,
  post_id: uuid,
  title: z.string(),
  doc_url: uuid,
  page: z.number(),
  heading: z.nullable(z.string()),
  text: z.string(),
  boxes: z.array(pageBox),
})
export type Passage = z.output<typeof passage>

/** How many parts of a page's width and height the numbers of a recognized line count. */
export const boxUnits = 10_000

/** A line of text that was recognized on a picture: its words, and x, y, width and height of each. */
const recognizedLine = z.object({ text: z.string(), boxes: z.array(z.number()) })
export type RecognizedLine = z.output<typeof recognizedLine>

/** How many pages one answer covers. */
export const recognizedPages = 10

const courseId = z.object({ id: z.coerce.number().check(z.int(), z.gte(1), z.lte(2_147_483_647)) })

/** What the assistant has read: the documents of posts, with their pages and passages. */
export const documents = {
  process: defineCall({
    method: 'POST',
    path: '/ai/courses/{id}/process-documents',
    summary: 'Request that the assistant read the documents of a course; skips those read or waiting.',
    access: 'login',
    params: courseId,
    output: z.object({
      status: success,
      documents: z.number(),
      /** How many of these documents wait, are being read, are read, and are unreadable. */
      waiting: z.number(),
      reading: z.number(),
      done: z.number(),
      failed: z.number(),
      pages: z.number(),
      pages_done: z.number(),
    }),
    errors: ['not_found', 'invalid'],
    perMinute: 30,
  }),
  ofCourse: defineCall({
    method: 'GET',
    path: '/ai/courses/{id}/documents',
    summary: 'The documents of a course, newest first, with the assistant’s progress on each.',
    access: 'login',
    params: courseId,
    query: z.object({ cursor }),
    output: z.object({ status: success, documents: z.array(indexedDocument), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  ofPost: defineCall({
    method: 'GET',
    path: '/ai/posts/{id}/document',
    summary: 'The assistant’s progress on a post’s document.',
    access: 'login',
    params: z.object({ id: uuid }),
    output: z.object({ status: success, document: indexedDocument }),
    errors: ['not_found', 'invalid'],
  }),
  passage: defineCall({
    method: 'GET',
    path: '/ai/passages/{id}',
    summary: 'One passage, with its place on the page.',
    access: 'login',
    params: z.object({ id: uuid }),
    output: z.object({ status: success, passage }),
    errors: ['not_found', 'invalid'],
  }),
  recognized: defineCall({
    method: 'GET',
    path: '/ai/posts/{id}/recognized',
    summary: 'The text that was recognized on a post’s pages without text: ten pages from one on.',
    access: 'login',
    params: z.object({ id: uuid }),
    query: z.object({ from: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)) }),
    output: z.object({
      status: success,
      /** Only pages on which there is any. */
      pages: z.array(z.object({ page: z.number(), lines: z.array(recognizedLine) })),
    }),
    errors: ['not_found', 'invalid'],
  }),
}
