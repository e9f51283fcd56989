import { relative } from 'node:path'
import type { Reporter, SerializedError, TestCase, TestModule, TestSpecification, Vitest } from 'vitest/node'
import { tell } from './events.ts'

/** Reports Vitest's progress to `npm test`. */
// biome-ignore lint/style/noDefaultExport: Vitest's reporters are default exports
export default class implements Reporter {
  #files = 0
  #done = 0
  #chosen: RegExp | undefined

  onInit({ config }: Vitest): void {
    this.#chosen = config.testNamePattern
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length
  }

  onTestCaseResult(test: TestCase): void {
    const { state, errors } = test.result()
    if (state === 'pending') return
    // The others of a chosen test's file.
    if (state === 'skipped' && this.#chosen?.test(test.fullName) === false) return
    const error = errors?.map(textOf).join('\n\n')
    tell({ type: 'test', file: fileOf(test.module), name: test.fullName, state, error })
  }

  onTestModuleEnd(module: TestModule): void {
    const file = fileOf(module)
    // It failed to load or set up: its tests never began.
    const suites = [...module.children.allSuites()]
    const errors = [module, ...suites].flatMap(one => one.errors())
    if (errors.length > 0) tell({ type: 'error', what: file, error: errors.map(textOf).join('\n\n') })
    tell({ type: 'file', file, seconds: module.diagnostic().duration / 1000 })
    tell({ type: 'progress', done: ++this.#done, of: this.#files })
  }

  onTestRunEnd(_modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    for (const error of errors) {
      const file = error.VITEST_TEST_PATH
        ? `while ${relative(process.cwd(), String(error.VITEST_TEST_PATH))} ran`
        : ''
      tell({ type: 'error', what: `an error outside of any test ${file}`.trim(), error: textOf(error) })
    }
  }
}

function fileOf({ moduleId }: TestModule): string {
  return relative(process.cwd(), moduleId)
}

function textOf({ stack, message, diff }: SerializedError): string {
  return [stack || message, diff].filter(Boolean).join('\n')
}
