/**
 * Messages from a runner's reporter to the process that started it. Files are relative to the repository's
 * root.
 */
export type TestEvent =
  | { type: 'test'; file: string; name: string; state: 'passed' | 'failed' | 'skipped'; error?: string }
  /** A file's `seconds` may come in parts, if two workers or two widths ran it. */
  | { type: 'file'; file: string; seconds: number }
  /** The total of the run: files for the unit tests, tests for the browser tests. */
  | { type: 'progress'; done: number; of: number }
  /** A failure outside of any test: a broken setup, an unhandled error. */
  | { type: 'error'; what: string; error: string }

/** Does nothing if a person started the runner, not one of our scripts. */
export function tell(event: TestEvent): void {
  process.send?.(event)
}
