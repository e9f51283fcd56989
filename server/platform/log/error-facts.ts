/** What the log says about an error: no typed text, and nobody’s address. */
export type ErrorFacts = {
  type: string
  message: string
  code?: string | number
  status?: number
  /** For a refusal by the database: which constraint refused what. */
  table?: string
  constraint?: string
  stack: string
  cause?: ErrorFacts
  /** The first of the failures that an `AggregateError` collects. */
  errors?: ErrorFacts[]
}

const errorsKept = 5

/**
 * The facts that help find an error's origin. Leaves out its other properties: a database error contains the
 * refused row, a provider's error the request, a mail error the recipient.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  const { name, message, stack, code, table, constraint, statusCode, status, cause, severity } = (
    error instanceof Object ? error : { message: String(error) }
  ) as Record<string, unknown>
  // PostgreSQL quotes the invalid value in its message (class 22), and in nothing else that we keep.
  const quotes = severity !== undefined && String(code).startsWith('22')
  const told = quotes ? `data exception ${code}` : withoutAddresses(String(message))
  return {
    type: String(name ?? 'Error'),
    message: told,
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(typeof (statusCode ?? status) === 'number' && { status: Number(statusCode ?? status) }),
    ...(typeof table === 'string' && { table }),
    ...(typeof constraint === 'string' && { constraint }),
    stack: framesOf(String(stack ?? '')),
    ...(cause !== undefined && cause !== null && depth < 3 && { cause: errorFacts(cause, depth + 1) }),
    ...(error instanceof AggregateError &&
      depth < 3 && { errors: error.errors.slice(0, errorsKept).map(one => errorFacts(one, depth + 1)) }),
  }
}

/** Where it happened. The text before the first stack frame repeats the message. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')
}

function withoutAddresses(text: string): string {
  return text.slice(0, 500).replaceAll(/[^\s<>"'(),:;=]+@[^\s<>"'(),:;]+/g, '(an address)')
}
