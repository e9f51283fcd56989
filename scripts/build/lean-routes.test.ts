import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leanImports, leanTree } from './lean-routes.ts'

const tree = readFileSync(new URL('../../web/route-tree.gen.ts', import.meta.url), 'utf8')

test('the client’s tree of routes contains each route and no list of names', () => {
  const lean = leanTree(tree)
  const routes = [...tree.matchAll(/^const (\w+) =\s+\w+\.update\(/gm)].map(([, name]) => name)
  expect(routes.length).toBeGreaterThan(30)
  for (const name of routes) expect(lean).toMatch(new RegExp(`^const ${name} =\\s`, 'm'))
  const children = [...lean.matchAll(/RouteChildren = \[([^\]]*)\]/g)].flatMap(([, names]) =>
    names!.match(/\w+/g),
  )
  expect(children).toHaveLength(routes.length)
  expect(lean).not.toMatch(/^const \w+RouteChildren: /m)
})

test('a page’s file is imported once for its loader, component and placeholder', () => {
  const lean = leanImports(
    [
      'const $$splitComponentImporter = () => import("./faq.tsx?tsr-split");',
      'const $$splitLoaderImporter = () => import("./faq.tsx?tsr-split");',
      'const $$splitErrorComponentImporter = () => import("./error.tsx?tsr-split");',
      'use($$splitLoaderImporter, $$splitComponentImporter, $$splitErrorComponentImporter)',
    ].join('\n'),
  )
  expect(lean.match(/import\("\.\/faq\.tsx/g)).toHaveLength(1)
  expect(lean).toContain(
    'use($$splitComponentImporter, $$splitComponentImporter, $$splitErrorComponentImporter)',
  )
})
