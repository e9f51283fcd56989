/** What a runner's reporter tells the process that started it. A file is named from the repository's root. */
export type TestEvent =
  | { type: 'test'; file: string; name: string; state: 'passed' | 'failed' | 'skipped'; error?: string }
  /** `seconds` of a file may come in parts, where two workers or two widths ran it. */
  | { type: 'file'; file: string; seconds: number }
  /** What stands of the run: files of the unit tests, tests of the browser tests. */
  | { type: 'progress'; done: number; of: number }
  /** Something failed outside of any test: a broken setup, an unhandled error. */
  | { type: 'error'; what: string; error: string }

export function tell(event: TestEvent): void {
  process.send?.(event)
}
