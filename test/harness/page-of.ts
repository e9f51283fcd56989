import { eventually } from './eventually.ts'
import type { Person } from './person.ts'

/** A page as the server writes it for a person: with the answers in it by their calls' addresses, if it carries any. */
export async function pageOf(person: Person, path: string) {
  const response = await person.fetch(path, { headers: { accept: 'text/html' } })
  const html = await response.text()
  return { html, caching: response.headers.get('cache-control'), answers: answersIn(html) }
}

/** The same once it is complete: on a busy machine, an answer can miss its page. */
export async function completePageOf(
  person: Person,
  path: string,
  isComplete: (page: Awaited<ReturnType<typeof pageOf>>) => boolean,
) {
  let page = await pageOf(person, path)
  await eventually(`${path} is complete`, async () => {
    if (isComplete(page)) return true
    page = await pageOf(person, path)
    return false
  })
  return page
}

/** The answers that a page carries, by their calls' addresses. */
export function answersIn(html: string): Record<string, unknown> | undefined {
  const data = /<script type="application\/json" id="page-answers">(.*?)<\/script>/s.exec(html)?.[1]
  return data === undefined ? undefined : JSON.parse(data)
}
