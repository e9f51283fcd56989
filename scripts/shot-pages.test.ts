import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shotPages } from './shot-pages.ts'

/** They lead to another page at once. */
const redirects = ['/wallet', '/profile/edit']

test('each page of the client has a picture', () => {
  const id = '01a2b3c4'
  const subjects = { postId: id, reportedId: id, bookableId: id, courseId: id, bookingId: id, paidId: id }
  const shots = shotPages({ ...subjects, sessionId: id, conversationId: id, boardId: id })
  const shown = shots.map(({ path }) => path.split('?')[0]!)
  const tree = readFileSync(join(import.meta.dirname, '../web/route-tree.gen.ts'), 'utf8')
  const [, routes] = /interface FileRoutesByTo \{(.*?)\n\}/s.exec(tree)!
  const pages = [...routes!.matchAll(/'([^']+)':/g)].map(([, path]) => path!)
  expect(pages).toContain('/profile/$username/followers')
  const isShown = (page: string) =>
    shown.some(path => new RegExp(`^${page.replaceAll(/\$\w+/g, '[^/]+')}$`).test(path))
  expect(pages.filter(page => !isShown(page) && !redirects.includes(page))).toEqual([])
})
