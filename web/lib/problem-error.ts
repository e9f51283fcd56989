import type { FieldFault, ProblemBody, ProblemCode } from '#shared/api/problem.ts'

/** A call that failed in a way its caller can show: a problem the server named, or no answer at all. */
export class ProblemError extends Error {
  override name = 'ProblemError'
  readonly code: ProblemCode | 'offline'
  /** 0 when no answer came. */
  readonly status: number
  readonly detail: string
  readonly fields: readonly FieldFault[]
  readonly requestId: string | undefined

  constructor(problem: Pick<ProblemError, 'code' | 'status' | 'detail'> & Partial<ProblemError>) {
    super(problem.detail)
    this.code = problem.code
    this.status = problem.status
    this.detail = problem.detail
    this.fields = problem.fields ?? []
    this.requestId = problem.requestId
  }
}

/** Reads a failed answer; a body that isn't a problem (a proxy's page, say) becomes a plain failure. */
export async function problemFrom(response: Response): Promise<ProblemError> {
  const body: Partial<ProblemBody> = await response.json().catch(() => ({}))
  return new ProblemError({
    code: body.code ?? (response.status === 503 ? 'unavailable' : 'internal'),
    status: response.status,
    detail: body.detail ?? 'Oops! Something went wrong. Please try again in a bit.',
    fields: body.errors ?? [],
    requestId: body.request_id,
  })
}

/** The failure of a request that got no answer. */
export function offlineProblem(): ProblemError {
  return new ProblemError({
    code: 'offline',
    status: 0,
    detail: navigator.onLine
      ? 'Ignite can’t be reached right now. Try again in a moment.'
      : 'You’re offline. Try again once you’re connected.',
  })
}
