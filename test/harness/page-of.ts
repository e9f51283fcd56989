import type { Person } from './person.ts'

/** A page as the server writes it for a person: with the answers in it by their calls' addresses, if it carries any. */
export async function pageOf(person: Person, path: string) {
  const response = await person.fetch(path, { headers: { accept: 'text/html' } })
  const html = await response.text()
  const data = /<script type="application\/json" id="page-answers">(.*?)<\/script>/s.exec(html)?.[1]
  return {
    html,
    caching: response.headers.get('cache-control'),
    answers: data === undefined ? undefined : (JSON.parse(data) as Record<string, unknown>),
  }
}
