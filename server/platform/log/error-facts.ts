/** What a log says of an error: nothing that anybody typed, and nobody’s address. */
export type ErrorFacts = {
  type: string
  message: string
  code?: string | number
  status?: number
  /** Of a database's refusal: what was refused by what. */
  table?: string
  constraint?: string
  stack: string
  cause?: ErrorFacts
}

/**
 * The facts of an error by which it can be found. Its other properties stay out: a database's error carries the row it refused,
 * a provider's what was sent to it, a mail server's whom it was for.
 */
export function errorFacts(error: unknown, depth = 0): ErrorFacts {
  const { name, message, stack, code, table, constraint, statusCode, status, cause, severity } = (
    error instanceof Object ? error : { message: String(error) }
  ) as Record<string, unknown>
  // PostgreSQL quotes the value it can't read in its message (class 22), and in nothing else that is kept here.
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
  }
}

/** Where it happened. What stands before the first place is the message again. */
function framesOf(stack: string): string {
  return stack
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n')
}

function withoutAddresses(text: string): string {
  return text.slice(0, 500).replaceAll(/[^\s<>"'(),:;=]+@[^\s<>"'(),:;]+/g, '(an address)')
}
