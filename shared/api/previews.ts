import * as z from 'zod/mini'
import { defineCall } from './contract.ts'
import { uuid } from './fields.ts'

/** The lists of the site map, each in files. */
export const sitemapLists = ['pages', 'posts', 'people', 'courses', 'sessions'] as const

export const previews = {
  robots: defineCall({
    method: 'GET',
    path: '/robots.txt',
    summary: 'What crawlers may fetch.',
    access: 'visitor',
    produces: 'text/plain',
    errors: [],
  }),
  sitemap: defineCall({
    method: 'GET',
    path: '/sitemap.xml',
    summary:
      'The public pages, for search engines: an index of files or, with `list`, one file, which begins `from` an id.',
    access: 'visitor',
    query: z.object({ list: z.optional(z.enum(sitemapLists)), from: z.optional(uuid) }),
    produces: 'application/xml',
    errors: ['invalid'],
    perMinute: 60,
  }),
}
