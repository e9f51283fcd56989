/**
 * Every expected failure of the product, with its HTTP status: the closed list behind `code` in an answer of
 * type application/problem+json (RFC 9457). A code is stable; its text may change.
 */
export const problemStatus = {
  malformed: 400,
  unauthenticated: 401,
  forbidden: 403,
  identity_mismatch: 403,
  cross_site: 403,
  link_expired: 403,
  not_found: 404,
  conflict: 409,
  link_used: 409,
  slot_taken: 409,
  conversation_closed: 409,
  request_pending: 409,
  meeting_full: 409,
  too_large: 413,
  unsupported_type: 415,
  invalid: 422,
  broken_file: 422,
  encrypted_file: 422,
  unsafe_file: 422,
  conversion_timeout: 422,
  rate_limited: 429,
  quota_exceeded: 429,
  internal: 500,
  upstream_unavailable: 503,
  unavailable: 503,
} as const

export type ProblemCode = keyof typeof problemStatus

/** What was wrong with one field of the input; `path` is dotted, as in `body.post_name`. */
export type FieldFault = { path: string; message: string }

/** The body of every failed answer. `error` repeats `detail` for clients that only show one text. */
export type ProblemBody = {
  type: string
  title: string
  status: number
  detail: string
  code: ProblemCode
  error: string
  request_id: string
  errors?: FieldFault[]
}
