import { relative } from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { tell } from './events.ts'

/** Reports Playwright's progress to `npm test`. */
// biome-ignore lint/style/noDefaultExport: Playwright's reporters are default exports
export default class implements Reporter {
  #tests = 0
  #done = 0

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#tests = suite.allTests().length
  }

  onTestEnd(test: TestCase, { status, errors, duration }: TestResult): void {
    const file = relative(process.cwd(), test.location.file)
    const state = status === 'skipped' ? 'skipped' : test.ok() ? 'passed' : 'failed'
    const error = errors.map(textOf).join('\n\n')
    tell({ type: 'test', file, name: nameOf(test), state, error })
    tell({ type: 'file', file, seconds: duration / 1000 })
    tell({ type: 'progress', done: ++this.#done, of: this.#tests })
  }

  onError(error: TestError): void {
    tell({ type: 'error', what: 'an error outside of any test', error: textOf(error) })
  }

  printsToStdio(): boolean {
    return false
  }
}

/** The sentence, with the width if it isn't the usual one. */
function nameOf(test: TestCase): string {
  const [, width = '', , ...titles] = test.titlePath()
  return width === 'desktop' ? titles.join(' ') : `${titles.join(' ')} (${width})`
}

function textOf({ stack, message, value, snippet }: TestError): string {
  return [stack || message || value, snippet].filter(Boolean).join('\n')
}
