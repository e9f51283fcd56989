import { fileURLToPath } from 'node:url'
import { build, type Rollup } from 'vite'
import { expect, test } from 'vitest'
import { leanContract } from './lean-contract.ts'

const posts = fileURLToPath(new URL('../../shared/api/posts.ts', import.meta.url))

test('a page that makes calls contains their addresses and no schema', async () => {
  const code = await bundle(
    `import { posts } from '${posts}'; console.log(posts.create.path, posts.list.method)`,
  )
  expect(code).toContain('/api/post')
  expect(code).not.toContain('_zod')
  expect(code).not.toContain('summary')
})

test('a form that checks its fields with the contract’s rules contains the rules', async () => {
  const code = await bundle(`import { postTexts } from '${posts}'; console.log(postTexts.post_name)`)
  expect(code).toContain('_zod')
  expect(code).toContain('Topic')
  expect(code).not.toContain('"/api/post"')
})

async function bundle(entry: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'entry',
        resolveId: id => (id === 'entry' ? id : null),
        load: id => (id === 'entry' ? entry : null),
      },
      leanContract(),
    ],
    build: { write: false, minify: false, rolldownOptions: { input: 'entry' } },
  })
  return (result as Rollup.RollupOutput).output.map(file => ('code' in file ? file.code : '')).join('\n')
}
