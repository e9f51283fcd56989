import type { Call } from '#shared/api/contract.ts'
import type { Person } from '../harness/person.ts'

export type Sent = { path: string; init: RequestInit }
export type Exchange = Sent & { status: number; headers: Headers; text: string }
type Send = (request: Sent) => Promise<Response>

/**
 * Listens at a person's front door while `work` runs: returns what was sent and received there for a call.
 * `around` may alter the request, or send more.
 */
export async function tap(
  person: Person,
  call: Call,
  work: () => Promise<unknown>,
  around: (request: Sent, send: Send) => Promise<Response> = (request, send) => send(request),
): Promise<Exchange[]> {
  const seen: Exchange[] = []
  const address = new RegExp(`^${call.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
  const original = person.fetch
  const send: Send = async request => {
    const response = await original.call(person, request.path, request.init)
    const text = Buffer.from(await response.clone().arrayBuffer()).toString('latin1')
    seen.push({ ...request, status: response.status, headers: response.headers, text })
    return response
  }
  person.fetch = (path, init = {}) => {
    const { pathname } = new URL(path, person.url)
    const meant = address.test(pathname) && (init.method ?? 'GET') === call.method
    return meant ? around({ path, init }, send) : original.call(person, path, init)
  }
  try {
    await work()
  } finally {
    person.fetch = original
  }
  return seen
}

/** The parts of an answer by which a caller could tell two cases apart. */
export function shown({ status, headers, text }: Exchange) {
  const named = ['content-type', 'cache-control', 'location', 'retry-after', 'set-cookie']
  const told = Object.fromEntries(named.map(name => [name, headers.get(name)]))
  return { status, told, text: text.replace(/"request_id":"[^"]*"/, '') }
}
