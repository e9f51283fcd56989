import { ProblemError } from '#web/lib/problem-error.ts'

const fileFaults = new Set<string>([
  'unsupported_type',
  'broken_file',
  'encrypted_file',
  'unsafe_file',
  'too_large',
  'conversion_timeout',
])

/** Whether a failure is a fault of the file itself: only another file helps. */
export function isFileFault(error: unknown): boolean {
  return error instanceof ProblemError && fileFaults.has(error.code)
}
