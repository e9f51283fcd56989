import type { FastifyRequest } from 'fastify'
import { invalidField } from '#server/platform/http/problem.ts'
import { readReturnPath } from '#shared/domain/return-path.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address at which a sign-in must end: the public one. But this machine has several names for itself, and
 * a cookie for one of them isn't sent to another; a sign-in ends at the name where it began.
 */
export function siteOf(request: Pick<FastifyRequest, 'host'>, publicUrl: string): string {
  const site = new URL(publicUrl)
  const asked = URL.parse(`${site.protocol}//${request.host}`)
  const alias =
    asked && loopback.has(site.hostname) && loopback.has(asked.hostname) && asked.port === site.port
  return alias ? asked.origin : publicUrl
}

/**
 * Where to go after signing in, as an address of the site; the caller may give a path, or the site's full
 * address.
 */
export function returnAddress(wanted: string, site: string): string {
  const path = readReturnPath(wanted.startsWith(`${site}/`) ? wanted.slice(site.length) : wanted)
  if (path === null)
    throw invalidField('body.callbackURL', 'The address to return to must be a path of this site.')
  return site + path
}
