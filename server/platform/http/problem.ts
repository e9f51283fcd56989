import { type FieldFault, type ProblemBody, type ProblemCode, problemStatus } from '#shared/api/problem.ts'

type More = {
  faults?: FieldFault[]
  retryAfterSeconds?: number
  /** The error behind it, for the log. */
  cause?: unknown
}

/** An expected failure: the only kind of error whose text reaches the caller. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly faults: FieldFault[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ProblemCode, detail: string, { faults, retryAfterSeconds, cause }: More = {}) {
    super(detail, { cause })
    this.code = code
    this.faults = faults
    this.retryAfterSeconds = retryAfterSeconds
  }

  get status(): number {
    return problemStatus[this.code]
  }
}

/** Creates an expected failure to throw. `detail` is a sentence for the person who caused it. */
export function problem(code: ProblemCode, detail: string, more?: More): Problem {
  return new Problem(code, detail, more)
}

/**
 * Refuses one input field, with the message both as the failure and at the field. `path` is dotted, as in
 * `body.username`.
 */
export function invalidField(path: string, message: string): Problem {
  return problem('invalid', message, { faults: [{ path, message }] })
}

const fileRefusals = new Set<ProblemCode>([
  'broken_file',
  'encrypted_file',
  'unsafe_file',
  'too_large',
  'unsupported_type',
])

/** Whether an error means that a file is unacceptable, so that it needn’t be kept for a retry. */
export function refusesFile(error: unknown): boolean {
  return error instanceof Problem && fileRefusals.has(error.code)
}

/** The RFC 9457 body of a failure. */
export function problemBody(failure: Problem, requestId: string): ProblemBody {
  return {
    type: `/problems/${failure.code}`,
    title: failure.code.replaceAll('_', ' '),
    status: failure.status,
    detail: failure.message,
    code: failure.code,
    error: failure.message,
    request_id: requestId,
    ...(failure.faults && { errors: failure.faults }),
  }
}
