import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { previews } from '#shared/api/previews.ts'
import { createSitemap, sitemapGoodForMs } from './sitemap.ts'

/** For search engines: what they may fetch, and what there is. */
export function previewRoutes(implement: Implement, deps: Deps): void {
  const sitemap = createSitemap(deps)

  implement(previews.robots, ({ reply }) =>
    reply.type('text/plain; charset=utf-8').send(robots(deps.config.publicUrl)),
  )

  implement(previews.sitemap, async ({ query, reply }) =>
    reply
      .headers({
        'content-type': 'application/xml; charset=utf-8',
        'cache-control': `public, max-age=${sitemapGoodForMs / 1000}`,
      })
      .send(await sitemap(query)),
  )
}

/**
 * Crawlers may fetch no calls except the pictures that pages show. They may not fetch pages that only lead a visitor to sign in, nor
 * the sign-in page again for each page that led there.
 */
function robots(publicUrl: string): string {
  return `User-agent: *
Allow: /api/bucket/thumbnail/
Allow: /api/profile/picture/
Disallow: /api/
Disallow: /chat/
Disallow: /ai/
Disallow: /local/
Disallow: /login?
Disallow: /read/
Disallow: /study/

Sitemap: ${publicUrl}/sitemap.xml
`
}
