import { type RawBuilder, sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Deps } from '#server/deps.ts'
import { isoTime } from '#server/platform/http/iso-time.ts'
import { callUrl } from '#shared/api/contract.ts'
import { previews, sitemapLists } from '#shared/api/previews.ts'
import { personVisibleTo } from '../people/find-person.ts'
import { visibleTo } from '../posts/visible.ts'
import { fixedPaths } from './describe-fixed.ts'

type List = (typeof sitemapLists)[number]
/** The index without a list. */
type Asked = { list?: List | undefined; from?: string | undefined }
type Page = { path: string; changed: Temporal.Instant | null }

/** Far below the 50,000 that a file may have, so that one is made in some 10 ms. */
const pagesInFile = 10_000
/** Search engines come once a day. */
export const sitemapGoodForMs = 3_600_000

/** Writes the site map's files, each at most once an hour. Only what a visitor may see is in them. */
export function createSitemap({ db, config, now }: Pick<Deps, 'db' | 'config' | 'now'>) {
  const files = new LRUCache<string, string>({
    max: 50,
    ttl: sitemapGoodForMs,
    fetchMethod: asked => write(JSON.parse(asked)),
  })
  return async ({ list, from }: Asked) => (await files.fetch(JSON.stringify({ list, from })))!

  function write({ list, from }: Asked): Promise<string> {
    return list ? writeFile(list, from) : writeIndex()
  }

  async function writeIndex(): Promise<string> {
    const starts = await Promise.all(sitemapLists.map(async list => [list, await startsOf(list)] as const))
    const addresses = starts.flatMap(([list, ids]) =>
      ids.map(from => config.publicUrl + callUrl(previews.sitemap, { query: { list, from } })),
    )
    return xml('sitemapindex', 'sitemap', addresses.map(locOf))
  }

  async function writeFile(list: List, from: string | undefined): Promise<string> {
    const pages =
      list === 'pages' ? fixedPaths.map(path => ({ path, changed: null })) : await rowsOf(list, from)
    const entries = pages.map(
      ({ path, changed }) =>
        locOf(config.publicUrl + path) + (changed ? `<lastmod>${isoTime(changed)}</lastmod>` : ''),
    )
    return xml('urlset', 'url', entries)
  }

  /** The ids at which a list's files begin. */
  async function startsOf(list: List): Promise<(string | undefined)[]> {
    if (list === 'pages') return [undefined]
    const { rows } = await sql<{ id: string }>`
      select id from (select id, row_number() over (order by id) as place from (${pagesOf(list)}) listed) numbered
      where place % ${sql.lit(pagesInFile)} = 1 order by id`.execute(db)
    return rows.map(({ id }) => id)
  }

  async function rowsOf(list: Exclude<List, 'pages'>, from: string | undefined): Promise<Page[]> {
    const onwards = from === undefined ? sql`` : sql`where id >= ${from}::uuid`
    const { rows } = await sql<Page>`
      select path, changed from (${pagesOf(list)}) listed ${onwards} order by id limit ${sql.lit(pagesInFile)}`.execute(
      db,
    )
    return rows
  }

  function pagesOf(list: Exclude<List, 'pages'>): RawBuilder<unknown> {
    if (list === 'posts') {
      return sql`
        select id, '/ignite/' || id as path, coalesce(version_at, created_at) as changed
        from posts where ${visibleTo(null)}`
    }
    if (list === 'people')
      return sql`
      select users.id, '/profile/' || username as path, null::timestamptz as changed
      from users where ${personVisibleTo(null)} and ${shares}`
    if (list === 'courses') {
      // A course's id is a number, here in the shape of the other lists' ids, and in their order.
      return sql`
        select ('00000000-0000-8000-8000-' || lpad(to_hex(courses.id), 12, '0'))::uuid as id,
          '/courses/' || courses.id as path, null::timestamptz as changed
        from courses where ${hasNotes}`
    }
    return sql`
      select sessions.id, '/sessions/' || sessions.id as path, sessions.updated_at as changed
      from sessions join users on users.id = owner_id
      where sessions.deleted_at is null and ${personVisibleTo(null)} and exists (
        select from occurrences where session_id = sessions.id and state = 'planned' and ends_at > ${now()}::timestamptz)`
  }
}

/** The condition on a row of `users` that they made something public. People who only read aren't for search engines. */
export const shares: RawBuilder<boolean> = sql`(
  exists (select from posts where author_id = users.id and ${visibleTo(null)})
  or exists (select from sessions where owner_id = users.id and sessions.deleted_at is null))`

/** The condition on a row of `courses` that somebody shared notes for it. */
export const hasNotes: RawBuilder<boolean> = sql`exists (
  select from posts where course_id = courses.id and ${visibleTo(null)})`

function locOf(address: string): string {
  return `<loc>${address.replaceAll('&', '&amp;')}</loc>`
}

function xml(root: string, item: string, items: string[]): string {
  const all = items.map(inner => `<${item}>${inner}</${item}>\n`).join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${all}</${root}>\n`
}
