import type { PageAnswers, PagePicture } from '#server/platform/http/page-html.ts'
import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { reading } from '#shared/api/reading.ts'

/** What the reader asks for once it knows what is read: where one left it, and the picture of its first page. */
export function callsOfReader(url: string, answers: PageAnswers): string[] {
  const post = postRead(url, answers)
  return post ? [addresses(post).position, addresses(post).picture] : []
}

/** The first page's picture, for readers who start there: none if the address or their saved position names another page. */
export function pictureOfReader(url: string, answers: PageAnswers): PagePicture | null {
  const post = postRead(url, answers)
  if (!post) return null
  const { position, picture } = addresses(post)
  const data = answers.pictures[picture]
  const left = answers.json[position]
  if (!data || !left || (JSON.parse(left).data.page_number ?? 1) !== 1) return null
  return {
    address: picture,
    data,
    alt: `Page 1 of ${post.post_name}`,
    aspect: post.first_page_aspect!,
    pages: post.pages,
  }
}

/**
 * A request's address. Joined, not resolved: `//name` would name another host, and `//name:99999` none.
 */
export function pageUrl(url: string): URL {
  return new URL(`http://any${url}`)
}

/** A post whose first page the reader may begin with, and alone: a panel beside it takes some of its place. */
function postRead(url: string, { json }: PageAnswers): PostCard | null {
  const { pathname, searchParams } = pageUrl(url)
  const id = /^\/read\/([^/]+)\/?$/.exec(pathname)?.[1]
  if (!id || searchParams.has('page') || searchParams.has('panel')) return null
  const answer = json[callUrl(posts.get, { params: { id: decodeURIComponent(id) } })]
  const post = answer ? (JSON.parse(answer).post as PostCard) : null
  return post?.first_page_aspect ? post : null
}

function addresses({ doc_url: key }: PostCard) {
  return {
    position: callUrl(reading.position, { query: { fileKey: key } }),
    picture: callUrl(files.showFirstPage, { params: { key } }),
  }
}
