import { writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, SerializedError, TestModule } from 'vitest/node'

/** What a run of tests came to. Each name is a file's with the test's. */
export type Outcome = { passed: number; failed: string[]; flaky: string[]; skipped: string[] }

/** Keeps the outcome of a run of Vitest in the file that OUTCOME_FILE names, for `npm test` to sum up. */
// biome-ignore lint/style/noDefaultExport: Vitest's reporters are default exports
export default class implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const outcome: Outcome = {
      passed: 0,
      failed: errors.map(error => `an error outside of any test: ${wordsOf(error)}`),
      flaky: [],
      skipped: [],
    }
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId)
      // Neither loaded nor set up: its tests never began.
      if (!module.ok() && [...module.children.allTests('failed')].length === 0) outcome.failed.push(file)
      for (const test of module.children.allTests()) {
        const name = `${file} › ${test.fullName}`
        const { state } = test.result()
        if (state === 'failed') outcome.failed.push(name)
        if (state === 'passed') outcome.passed++
        if (state === 'skipped') outcome.skipped.push(name)
        if (test.diagnostic()?.flaky) outcome.flaky.push(name)
      }
    }
    writeFileSync(process.env.OUTCOME_FILE!, JSON.stringify(outcome))
  }
}

/** With where it arose, and in which file's time: nothing else says so at the end of a log that is cut. */
function wordsOf(error: SerializedError): string {
  const file = error.VITEST_TEST_PATH
    ? `\nwhile ${relative(process.cwd(), String(error.VITEST_TEST_PATH))} ran`
    : ''
  return `${error.stack || error.message}${file}`
}
