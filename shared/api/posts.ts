import * as z from 'zod/mini'
import { pdfChanges } from '../domain/pdf-changes.ts'
import { defineCall } from './contract.ts'
import { courseId, sectionId } from './courses.ts'
import { cursor, fileKey, fileKeyOrNone, line, nextCursor, offset, success, text, uuid } from './fields.ts'
import { username } from './people.ts'

/** A post as cards and lists show it. */
export const postCard = z.object({
  id: uuid,
  post_name: z.string(),
  details: z.string(),
  section_id: z.number(),
  crn: z.string(),
  crn_title: z.string(),
  course_id: z.number(),
  /** As in "CS 201 Data Structures". */
  course_subject: z.string(),
  school: z.string(),
  term: z.string(),
  /** The document's key without its extension: what `POST /api/bucket/download` takes. */
  doc_url: z.string(),
  /** The file's own name, with extension. */
  doc_name: z.string(),
  kind: z.enum(['pdf', 'image']),
  pages: z.number(),
  /** Height over width of the first page; null where there is no picture of it (`GET /api/bucket/first-page/{key}`). */
  first_page_aspect: z.nullable(z.number()),
  thumb_url: z.nullable(z.string()),
  date: z.iso.datetime(),
  /** Of its document, counted from 1. */
  version: z.number(),
  /** When this version replaced the one before; null for the first. */
  version_date: z.nullable(z.iso.datetime()),
  username: z.string(),
  name: z.string(),
  profile_image: z.nullable(z.string()),
  /** The owner's email, for the owner and for people who share an accepted booking with them. */
  user_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  is_owner: z.boolean(),
  saved: z.boolean(),
  /** The caller's own notes, empty if there are none; null on a post they haven’t saved. */
  notes: z.nullable(z.string()),
  /** The page at which the caller left the document; null if they haven’t read it, and for visitors. */
  page_read: z.nullable(z.number()),
  /** Dollars with two decimals, or null if the author has no rate. */
  hourly_rate: z.nullable(z.string()),
  /** Why an operator hid it, for its author and operators; null on visible posts. */
  hidden_reason: z.nullable(z.string()),
})
export type PostCard = z.output<typeof postCard>

/** A saved post; it has the post's id, since a person saves a post once. */
const savedPost = z.object({ id: uuid, postdetails: postCard, notes: z.string(), saved_at: z.iso.datetime() })
export type SavedPost = z.output<typeof savedPost>

const postPage = z.object({ status: success, posts: z.array(postCard), next_cursor: nextCursor })

export const postLimits = { title: 120, details: 2000, notes: 2000 } as const

/** Validated by both the upload form and the call: people see these texts at the field. */
export const postTexts = {
  post_name: line(postLimits.title, 'Topic'),
  details: text(postLimits.details, 'Details', 'Say what’s inside.'),
  notes: z.union([z.literal(''), text(postLimits.notes, 'Notes')]),
}

/** The CRN, alone or as `crn-title`. */
const crn = line(230, 'CRN')
const docName = line(200, 'File name')

const fileFailures = [
  'not_found',
  'conflict',
  'invalid',
  'too_large',
  'unsupported_type',
  'broken_file',
  'encrypted_file',
  'unsafe_file',
  'quota_exceeded',
  'upstream_unavailable',
] as const

/** A page ends at a post; the cursor is its id. */
const page = { offset, cursor: z.optional(uuid) }

export const posts = {
  create: defineCall({
    method: 'POST',
    path: '/api/post',
    summary: 'Post an uploaded document. Posting the same document twice returns the first post.',
    access: 'login',
    checksFile: true,
    body: z.object({
      post_name: postTexts.post_name,
      details: postTexts.details,
      crn,
      course_id: courseId,
      /** Which of the course's sections with this CRN; the one of the latest term if it is left out. */
      section_id: z.optional(sectionId),
      /** The key that `POST /api/bucket` returned, with or without its extension. */
      doc_url: fileKey,
      doc_name: docName,
      thumb_url: z.nullish(fileKeyOrNone),
    }),
    /** `changes` says what the check removed from a PDF. */
    output: z.object({ status: success, post: postCard, changes: z.array(z.enum(pdfChanges)) }),
    errors: fileFailures,
    perMinute: 30,
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/post',
    summary:
      'A feed, newest first: `recent` of everyone, `following` of the people you follow, `classes` of the courses of ' +
      'your classes (these two need a login).',
    access: 'visitor',
    query: z.object({ ...page, type: z._default(z.enum(['recent', 'following', 'classes']), 'recent') }),
    output: postPage,
    errors: ['unauthenticated', 'invalid'],
    mayLag: true,
  }),
  ofPerson: defineCall({
    method: 'GET',
    path: '/api/post/user',
    summary: 'One person’s posts, newest first.',
    access: 'visitor',
    query: z.object({
      ...page,
      username,
      /** Only posts of this CRN, given alone or as `crn-title`. */
      crn: z._default(z.string().check(z.trim(), z.maxLength(230)), ''),
    }),
    output: postPage,
    errors: ['not_found', 'invalid'],
    mayLag: true,
  }),
  ofCourse: defineCall({
    method: 'GET',
    path: '/api/post/course',
    summary: 'The posts of a course, newest first.',
    access: 'visitor',
    query: z.object({ ...page, course_id: courseId }),
    output: postPage,
    errors: ['not_found', 'invalid'],
    mayLag: true,
  }),
  get: defineCall({
    method: 'GET',
    path: '/api/post/{id}',
    summary: 'One post.',
    access: 'visitor',
    params: z.object({ id: uuid }),
    output: z.object({ status: success, post: postCard }),
    errors: ['not_found'],
  }),
  update: defineCall({
    method: 'PUT',
    path: '/api/post/{id}',
    summary:
      'Change your own post. Fields that are left out stay. With `doc_url` its document is replaced by a new ' +
      'version: the post keeps its address, saves and views, readers keep their page, and the old document is deleted.',
    access: 'login',
    checksFile: ['doc_url', 'thumb_url'],
    params: z.object({ id: uuid }),
    body: z
      .object({
        post_name: z.optional(postTexts.post_name),
        details: z.optional(postTexts.details),
        crn: z.optional(crn),
        course_id: z.optional(courseId),
        /** As in `POST /api/post`. */
        section_id: z.optional(sectionId),
        /** The key of the new document, as in `POST /api/post`; it comes with `doc_name`. */
        doc_url: z.optional(fileKey),
        doc_name: z.optional(docName),
        /** The key of another thumbnail. A new document without one gets its own. */
        thumb_url: z.optional(fileKey),
      })
      .check(
        z.refine(({ doc_url, doc_name }) => doc_url === undefined || doc_name !== undefined, {
          path: ['doc_name'],
          error: 'File name is required.',
        }),
      ),
    output: z.object({ status: success, post: postCard, changes: z.array(z.enum(pdfChanges)) }),
    errors: fileFailures,
    perMinute: 30,
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/api/post',
    summary: 'Delete your own post with its document. Keys, if given, must be the post’s.',
    access: 'login',
    query: z.object({
      id: uuid,
      key: z.optional(z.string().check(z.maxLength(300))),
      thumb_key: z.optional(z.string().check(z.maxLength(300))),
    }),
    output: z.object({ status: success }),
    errors: ['not_found', 'invalid'],
  }),
  save: defineCall({
    method: 'POST',
    path: '/api/post/save',
    summary: 'Save a post, with notes; saving again replaces the notes.',
    failure: 'Unable to save the post',
    access: 'login',
    body: z.object({
      post_id: uuid,
      /** The caller’s own email or id, or nothing. */
      user_id: z.nullish(z.string()),
      notes: z.nullish(postTexts.notes),
    }),
    output: z.object({
      status: success,
      /** Its notes now, and whether it was saved before. */
      post: z.object({ id: uuid, saved: z.boolean(), notes: z.string(), was_saved: z.boolean() }),
    }),
    errors: ['not_found', 'identity_mismatch'],
  }),
  unsave: defineCall({
    method: 'DELETE',
    path: '/api/post/save',
    summary: 'Remove a post from your saved posts; does nothing if it isn’t there.',
    access: 'login',
    query: z.object({ id: uuid }),
    output: z.object({
      status: success,
      /** The notes that went with it; null if it wasn’t there. */
      post: z.object({ id: uuid, saved: z.boolean(), notes: z.nullable(z.string()) }),
    }),
    errors: ['not_found'],
  }),
  saved: defineCall({
    method: 'GET',
    path: '/api/post/save/posts',
    summary: 'Your saved posts with your notes, the latest saved first.',
    access: 'login',
    query: z.object({ offset, cursor }),
    output: z.object({ status: success, posts: z.array(savedPost), next_cursor: nextCursor }),
    errors: ['invalid'],
    mayLag: true,
  }),
}
