import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { passage } from './documents.ts'
import { cursor, line, nextCursor, success, text, uuid } from './fields.ts'

export const dialogueLimits = {
  name: 120,
  question: 4000,
  selection: 4000,
  /** How many answers for one person the model writes at the same time. */
  streams: 2,
} as const

export const dialoguePageSize = 20
export const messagePageSize = 40

/** What a person reads when an answer failed. */
export const answerFailures = {
  failed: 'Something went wrong. Try again.',
  stream: 'Stream request failed',
} as const

/** Validated by both the forms and the calls. */
export const dialogueTexts = {
  name: line(dialogueLimits.name, 'Name'),
  question: text(dialogueLimits.question, 'Question'),
  selection: text(dialogueLimits.selection, 'Quoted text'),
}

/**
 * `explain` gives the explanation; `hint` gives the next step first, and is the default for questions about
 * exercises.
 */
const mode = z.enum(['explain', 'hint'])
export type AnswerMode = z.output<typeof mode>

/** A dialogue with the assistant. */
export const dialogue = z.object({
  session_id: uuid,
  session_name: z.string(),
  /** The caller's own. */
  user_email: z.string(),
  post_id: uuid,
  /** Of the post it is about; null if that is deleted. */
  post_title: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})
export type Dialogue = z.output<typeof dialogue>

/** A source of an answer: `[@number]` in its text. */
export const source = z.object({
  number: z.number(),
  ...passage.shape,
  /**
   * The words of the passage that the answer quotes, letter by letter, or the sentence that supports it; an
   * ellipsis separates several. Null if the answer refers to the whole passage.
   */
  quote: z.nullable(z.string()),
  /** Who shared the document. */
  name: z.string(),
  is_owner: z.boolean(),
})
export type Source = z.output<typeof source>

export const message = z.object({
  id: z.string(),
  /** Identifies a question and its answer. */
  exchange_id: uuid,
  role: z.enum(['user', 'assistant']),
  text: z.string(),
  /** Text they selected in the document; null, too, once they can no longer open it. */
  selectedText: z.nullable(z.string()),
  /** The page the quoted text was on, or that was open if none was quoted. */
  selectedPage: z.nullable(z.number()),
  sources: z.array(source),
  timestamp: z.iso.datetime(),
  /**
   * `answering`: being written; `stopped`: the person left, or it broke off (what was written is kept); `failed`: it broke off
   * before its first word, or none was left of it. Asking again with the same `client_id` replaces the last two.
   */
  state: z.enum(['answering', 'done', 'stopped', 'failed']),
  client_id: uuid,
  mode,
  /** Whether the answer is based on the documents; otherwise it says that they don't contain one. */
  grounded: z.boolean(),
  /** The model that wrote it; null if the server only looked up passages. */
  model: z.nullable(z.string()),
})
export type Message = z.output<typeof message>

/** A text that may be left out, null or empty. */
function orNone(text: z.ZodMiniString) {
  return z.nullish(z.union([z.literal(''), text]))
}

const question = {
  session_id: uuid,
  /** The question. Accepted under either name; optional if text is quoted. */
  content: orNone(dialogueTexts.question),
  message: orNone(dialogueTexts.question),
  selectedText: orNone(dialogueTexts.selection),
  /** The page that it is on; without it, the one that is open, which “this page” means. */
  selectedPage: z.optional(z.int().check(z.gte(1), z.lte(100_000))),
  /** The document that it was selected in (a post's `doc_url`), if another may have replaced it by now. */
  selectedFrom: z.optional(uuid),
  /** Another open document than the one the dialogue began with. */
  post_id: z.optional(uuid),
  mode: z.optional(mode),
  /** The asker creates it once per question, so that sending it again doesn't ask twice. */
  client_id: z.optional(uuid),
  /** Accepted and ignored: only the server instructs the assistant. */
  instruction: z.optional(z.string().check(z.maxLength(4000))),
}

const answer = z.object({
  status: success,
  /** The answer's text, as in `message`. */
  content: z.string(),
  done: z.literal(true),
  message,
  sources: z.array(source),
})

/** How often a streamed answer has a line at least, if only a comment: without one for a while, the connection is gone. */
export const heartbeatMs = 10_000

/**
 * One line `data: {…}` of a streamed answer. The first has the ids and no content; then come pieces of the
 * text; exactly one has `done`: with the whole answer and its sources, or with the error. The line `data:
 * [DONE]` follows a complete answer.
 */
const answerEvent = z.object({
  content: z.string(),
  done: z.boolean(),
  exchange_id: z.optional(uuid),
  message: z.optional(message),
  sources: z.optional(z.array(source)),
  error: z.optional(z.string()),
  code: z.optional(z.string()),
})
export type AnswerEvent = z.output<typeof answerEvent>

const one = z.object({ status: success, session_id: uuid, session: dialogue })
const id = z.object({ id: uuid })

/** Dialogues with the assistant; each is private to its person. */
export const dialogues = {
  create: defineCall({
    method: 'POST',
    path: '/ai/chat/sessions',
    summary: 'Begin a chat about a post’s document.',
    access: 'login',
    body: z.object({
      /** Accepted for clients that send it; must be the login’s. */
      user_email: z.optional(z.string().check(z.maxLength(254))),
      /** Chosen by the client, which so knows the chat if no answer comes. Sent twice, it is the same chat. */
      session_id: z.optional(uuid),
      post_id: uuid,
      /** The post’s title if left out. */
      session_name: z.optional(z.union([z.literal(''), dialogueTexts.name])),
    }),
    output: one,
    errors: ['identity_mismatch', 'not_found', 'invalid'],
    perMinute: 60,
    perDay: 500,
  }),
  list: defineCall({
    method: 'GET',
    path: '/ai/chat/sessions',
    summary: 'Your chats, the last used first; about one post or all.',
    access: 'login',
    query: z.object({ post_id: z.optional(uuid), cursor }),
    output: z.object({ status: success, sessions: z.array(dialogue), next_cursor: nextCursor }),
    errors: ['invalid'],
  }),
  get: defineCall({
    method: 'GET',
    path: '/ai/chat/sessions/{id}',
    summary: 'A chat with its newest messages in the order they were written; `cursor` pages to older ones.',
    access: 'login',
    params: id,
    query: z.object({ cursor }),
    output: z.object({
      status: success,
      session: dialogue,
      messages: z.array(message),
      next_cursor: nextCursor,
    }),
    errors: ['not_found', 'invalid'],
  }),
  rename: defineCall({
    method: 'PUT',
    path: '/ai/chat/sessions/{id}',
    summary: 'Rename a chat.',
    access: 'login',
    params: id,
    body: z.object({ session_name: dialogueTexts.name }),
    output: one,
    errors: ['not_found', 'invalid'],
  }),
  remove: defineCall({
    method: 'DELETE',
    path: '/ai/chat/sessions/{id}',
    summary: 'Delete a chat with its messages.',
    access: 'login',
    params: id,
    output: z.object({ status: success }),
    errors: ['not_found', 'invalid'],
  }),
  ask: defineCall({
    method: 'POST',
    path: '/ai/chat/message',
    summary: 'Ask, and get the whole answer.',
    access: 'login',
    body: z.object(question),
    output: answer,
    errors: ['not_found', 'invalid', 'conflict', 'rate_limited', 'quota_exceeded', 'upstream_unavailable'],
    perMinute: 60,
    perDay: 1000,
  }),
  stream: defineCall({
    method: 'POST',
    path: '/ai/chat/message/stream',
    summary: 'Ask, and get the answer while it is written, as lines `data: {json}`.',
    access: 'login',
    body: z.object(question),
    produces: 'text/event-stream',
    errors: ['not_found', 'invalid', 'conflict', 'rate_limited', 'quota_exceeded'],
    perMinute: 60,
    perDay: 1000,
  }),
  quota: defineCall({
    method: 'GET',
    path: '/ai/chat/quota',
    summary: 'How much you may still ask today, and which model answers.',
    access: 'login',
    output: z.object({
      status: success,
      /** Null if the server only looks up passages, which costs nothing. */
      model: z.nullable(z.string()),
      tokens_used: z.number(),
      tokens_per_day: z.number(),
      /** Those that an answer reserves while it is written: nobody may ask with fewer left. */
      tokens_per_answer: z.number(),
      resets_at: z.iso.datetime(),
      streams: z.number(),
      streams_at_once: z.number(),
    }),
    errors: [],
  }),
}
