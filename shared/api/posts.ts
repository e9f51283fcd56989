import * as z from 'zod/mini'
import { pdfChanges } from '../domain/pdf-changes.ts'
import { defineCall } from './contract.ts'
import { courseId } from './courses.ts'
import { cursor, fileKey, fileKeyOrNone, line, nextCursor, offset, success, text, uuid } from './fields.ts'
import { username } from './people.ts'

/** A post as cards and lists show it. */
export const postCard = z.object({
  id: uuid,
  post_name: z.string(),
  details: z.string(),
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
  thumb_url: z.nullable(z.string()),
  date: z.iso.datetime(),
  username: z.string(),
  name: z.string(),
  profile_image: z.nullable(z.string()),
  /** The owner's e-mail, to the owner only. */
  user_id: z.nullable(z.string()),
  email: z.nullable(z.string()),
  is_owner: z.boolean(),
  saved: z.boolean(),
  /** One’s own notes on it, empty where there are none; null on a post one hasn’t saved. */
  notes: z.nullable(z.string()),
  /** Dollars with two decimals, or null where the author asks no rate. */
  hourly_rate: z.nullable(z.string()),
  /** Why an operator hid it, to its author and to operators; null on every post that is shown. */
  hidden_reason: z.nullable(z.string()),
})
export type PostCard = z.output<typeof postCard>

/** A saved post; its id is the post's, as a person saves a post once. */
const savedPost = z.object({ id: uuid, postdetails: postCard, notes: z.string(), saved_at: z.iso.datetime() })
export type SavedPost = z.output<typeof savedPost>

export const postPage = z.object({ status: success, posts: z.array(postCard), next_cursor: nextCursor })

export const postLimits = { title: 120, details: 2000, notes: 2000 } as const

/** What the upload form and the call both check: the texts are the ones a person sees at the field. */
export const postTexts = {
  post_name: line(postLimits.title, 'Topic'),
  details: text(postLimits.details, 'Details'),
  notes: z.union([z.literal(''), text(postLimits.notes, 'Notes')]),
}

/** A page ends at a post, whose id is the cursor. */
const page = { offset, cursor: z.optional(uuid) }

export const posts = {
  create: defineCall({
    method: 'POST',
    path: '/api/post',
    summary: 'Post a document that was uploaded. The same document twice answers the first post.',
    access: 'login',
    body: z.object({
      post_name: postTexts.post_name,
      details: postTexts.details,
      /** The CRN, alone or as `crn-title`. */
      crn: line(230, 'CRN'),
      course_id: courseId,
      /** The key `POST /api/bucket` answered, with or without its extension. */
      doc_url: fileKey,
      doc_name: line(200, 'File name'),
      thumb_url: z.nullish(fileKeyOrNone),
    }),
    /** `changes` says what was taken out of a PDF before it was kept. */
    output: z.object({ status: success, post: postCard, changes: z.array(z.enum(pdfChanges)) }),
    errors: [
      'not_found',
      'invalid',
      'too_large',
      'unsupported_type',
      'broken_file',
      'encrypted_file',
      'unsafe_file',
      'quota_exceeded',
      'upstream_unavailable',
    ],
    perMinute: 30,
  }),
  list: defineCall({
    method: 'GET',
    path: '/api/post',
    summary:
      'A feed, newest first: `recent` of everyone, `following` of the people one follows, `classes` of the courses of ' +
      'the classes one lists (these two need a login).',
    access: 'visitor',
    query: z.object({ ...page, type: z._default(z.enum(['recent', 'following', 'classes']), 'recent') }),
    output: postPage,
    errors: ['unauthenticated', 'invalid'],
  }),
  ofPerson: defineCall({
    method: 'GET',
    path: '/api/post/user',
    summary: 'One person’s posts, newest first.',
    access: 'visitor',
    query: z.object({
      ...page,
      username,
      /** Narrows to a CRN, given alone or as `crn-title`. */
      crn: z._default(z.string().check(z.trim(), z.maxLength(230)), ''),
    }),
    output: postPage,
    errors: ['not_found', 'invalid'],
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
  remove: defineCall({
    method: 'DELETE',
    path: '/api/post',
    summary: 'Delete one’s own post with its document. Keys, when given, must be the post’s.',
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
    summary: 'Save a post, with notes; saved again, the notes are replaced.',
    access: 'login',
    body: z.object({
      post_id: uuid,
      /** One’s own e-mail or nothing. */
      user_id: z.nullish(z.string()),
      notes: z.optional(postTexts.notes),
    }),
    output: z.object({ status: success, post: z.object({ id: uuid, saved: z.boolean() }) }),
    errors: ['not_found', 'identity_mismatch'],
  }),
  unsave: defineCall({
    method: 'DELETE',
    path: '/api/post/save',
    summary: 'Take a post out of one’s saved posts; a post that isn’t there stays so.',
    access: 'login',
    query: z.object({ id: uuid }),
    output: z.object({ status: success, post: z.object({ id: uuid, saved: z.boolean() }) }),
    errors: ['not_found'],
  }),
  saved: defineCall({
    method: 'GET',
    path: '/api/post/save/posts',
    summary: 'One’s saved posts with one’s notes, the latest saved first.',
    access: 'login',
    query: z.object({ offset, cursor }),
    output: z.object({ status: success, posts: z.array(savedPost), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
}
