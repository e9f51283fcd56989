import type { FieldFault, ProblemBody, ProblemCode } from '#shared/api/problem.ts'

/** A failed call that its caller can show: a problem from the server, or no answer at all. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ProblemCode | 'offline'
  /** 0 if no answer came. */
  readonly status: number
  readonly detail: string
  readonly fields: readonly FieldFault[]
  readonly requestId: string | undefined
  /** Whether an answer was waited for in vain, which takes long. */
  readonly late: boolean

  constructor(problem: Pick<ProblemError, 'code' | 'status' | 'detail'> & Partial<ProblemError>) {
    super(problem.detail)
    this.code = problem.code
    this.status = problem.status
    this.detail = problem.detail
    this.fields = problem.fields ?? []
    this.requestId = problem.requestId
    this.late = problem.late ?? false
  }
}

/** Whether the thing at an address doesn't exist: an invalid id in the address counts too. */
export function isMissing(error: Error | null): boolean {
  return error instanceof ProblemError && ['not_found', 'invalid'].includes(error.code)
}

/** Whether what the call changes has changed meanwhile. */
export function isConflict(error: Error | null): boolean {
  return error instanceof ProblemError && error.code === 'conflict'
}

/** Whether nobody could answer: there is no network, or no server behind it. */
export function isAway(error: unknown): boolean {
  return error instanceof ProblemError && (error.code === 'offline' || error.status > 500)
}

/** Whether the server says that this doesn't exist for the person, or not anymore. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ProblemError && [403, 404, 410].includes(error.status)
}

/** Whether a change may have been made, though its call failed: the server didn't refuse it. */
export function mayHaveHappened(error: Error): boolean {
  return !(error instanceof ProblemError && error.status >= 400 && error.status < 500)
}

/** What a person reads if nobody said what went wrong. */
const unsaid = 'some error happened'

/** Parses a failed answer; for a body that isn't a problem (a proxy's page, say), `otherwise` says what failed. */
export async function problemFrom(response: Response, otherwise = unsaid): Promise<ProblemError> {
  const body: Partial<ProblemBody> = await response.json().catch(() => ({}))
  return new ProblemError({
    code: body.code ?? (response.status === 503 ? 'unavailable' : 'internal'),
    status: response.status,
    detail: body.detail ?? otherwise,
    fields: body.errors ?? [],
    requestId: body.request_id,
  })
}

/** The failure of a request that got no answer. What it says may still stand there once the network is back. */
export function offlineProblem({ late = false } = {}): ProblemError {
  return new ProblemError({
    code: 'offline',
    status: 0,
    late,
    detail: navigator.onLine
      ? 'We can’t reach Ignite right now. Try again in a moment.'
      : 'You were offline. Check your connection and try again.',
  })
}

/** The failure of an answer that isn't what the call promises, such as the page of a hotel's network. */
export function unexpectedAnswer({ status }: Response): ProblemError {
  return new ProblemError({ code: 'internal', status, detail: 'Unexpected response from the server.' })
}
