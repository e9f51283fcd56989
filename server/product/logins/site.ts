import type { FastifyRequest } from 'fastify'
import { invalidField } from '#server/platform/http/problem.ts'
import { isReturnPath } from '#shared/domain/return-path.ts'

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * The address a sign-in must end at: the public one. This machine has several names for itself, though, and a cookie set
 * for one of them isn't sent to another; a sign-in begun at one of them ends there.
 */
export function siteOf(request: Pick<FastifyRequest, 'host'>, publicUrl: string): string {
  const site = new URL(publicUrl)
  const asked = URL.parse(`${site.protocol}//${request.host}`)
  const alias =
    asked && loopback.has(site.hostname) && loopback.has(asked.hostname) && asked.port === site.port
  return alias ? asked.origin : publicUrl
}

/** Where to be after signing in, as a path of the site; it may come with the site's own address before it. */
export function returnPath(wanted: string, site: string): string {
  const path = wanted.startsWith(`${site}/`) ? wanted.slice(site.length) : wanted
  if (isReturnPath(path)) return path
  throw invalidField('body.callbackURL', 'The address to return to must be a path of this site.')
}
