export type ErrorBody = {
  type: 'invalid_request_error' | 'card_error' | 'api_error' | 'idempotency_error'
  message: string
  code?: string
  param?: string
}

/** An error response in the provider's shape. */
export class ApiError extends Error {
  override name = 'ApiError'
  readonly status: number
  readonly body: ErrorBody
  /** Whether an Idempotency-Key repeats this answer: not if the call never began. */
  readonly kept: boolean
  constructor(status: number, body: ErrorBody, kept = false) {
    super(body.message)
    this.status = status
    this.body = body
    this.kept = kept
  }
}

/** A call with invalid parameters. */
export function badParameter(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, code, param })
}

/** A valid call that the current state refuses. */
export function refused(message: string, code?: string, param?: string): ApiError {
  return new ApiError(400, { type: 'invalid_request_error', message, code, param }, true)
}

/** A call for an object that doesn't exist; `param` is the parameter that named it. */
export function missing(noun: string, id: string, param = 'id'): ApiError {
  const body = { message: `No such ${noun}: '${id}'`, code: 'resource_missing', param }
  return new ApiError(404, { type: 'invalid_request_error', ...body }, true)
}
