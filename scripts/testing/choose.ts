import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/**
 * Test files, relative to the repository's root; if `sentence` is set, only the tests that contain it, and if `width` is, only browser
 * tests at that width.
 */
export type Choice = { files: string[]; sentence?: string; width?: string }

export type Chosen = { unit: Choice; browser: Choice }

/**
 * Interprets the words after `npm test --`: a word in the path of a test file chooses that file; the others
 * are words of a test's sentence, in those files or in all that contain them. A failed browser test is named with its width: `(phone)`.
 */
export function choose(words: readonly string[]): Chosen {
  const all = filesOf('{shared,server,web,local,scripts,cluster,test}/**/*.test.ts').concat(
    filesOf('test/e2e/*.e2e.ts'),
  )
  const paths = words.filter(word => all.some(file => file.includes(word)))
  const said = words.filter(word => !paths.includes(word)).join(' ')
  const [, sentence = '', width] = /^(.*?)(?: \((phone)\))?$/.exec(said)!
  let files = paths.length > 0 ? all.filter(file => paths.some(word => file.includes(word))) : all
  if (sentence && paths.length === 0)
    files = files.filter(file => readFileSync(resolve(root, file), 'utf8').includes(sentence))
  const isBrowser = (file: string) => file.endsWith('.e2e.ts')
  const choice = (some: string[]): Choice => ({
    files: some,
    ...(sentence && { sentence }),
    ...(width && { width }),
  })
  return { unit: choice(files.filter(file => !isBrowser(file))), browser: choice(files.filter(isBrowser)) }
}

function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).sort()
}
