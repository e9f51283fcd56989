import { useEffect, useState } from 'react'
import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import type { PostCard } from '#shared/api/posts.ts'
import { pageOfAddress } from '#shared/domain/page-of-address.ts'
import { pictureOfPage } from '#web/lib/page-answers.ts'
import { usePageLeft } from './positions.ts'

/** What else a document needs waits no longer for its picture. */
const timeoutMs = 3_000

/** The picture that stands for the first page until that is drawn. */
export type FirstPage = {
  src: string
  alt: string
  shown: boolean
  onLoad: () => void
  onError: () => void
}

/**
 * The picture of a document's first page, for readers who start there. `asked` is a page to start at instead of the saved one.
 * Callers load nothing else of the document until the picture has `settled`, since both would share the network.
 */
export function useFirstPage(
  post: PostCard,
  asked: number | undefined,
): { picture: FirstPage | undefined; settled: boolean } {
  const address = callUrl(files.showFirstPage, { params: { key: post.doc_url } })
  const [broughtAlong] = useState(() => pictureOfPage(address))
  const [state, setState] = useState(broughtAlong ? 'loaded' : 'loading')
  useEffect(() => {
    const timer = setTimeout(() => setState(now => (now === 'loading' ? 'late' : now)), timeoutMs)
    return () => clearTimeout(timer)
  }, [])
  // The start page stays the same when `asked` changes later.
  const [begins] = useState(() => pageOfAddress(asked, post.pages))
  const pictured = post.first_page_aspect !== null
  const left = usePageLeft(post, pictured && post.pages > 1)
  const known = begins !== undefined || post.pages <= 1 || !left.isPending
  const elsewhere = (begins ?? left.page ?? 1) !== 1
  if (!pictured || elsewhere || state === 'failed') return { picture: undefined, settled: true }
  return {
    picture: {
      src: broughtAlong ?? address,
      alt: `Page 1 of ${post.post_name}`,
      // A reader who stopped at another page must never see this picture flash.
      shown: known && state === 'loaded',
      onLoad: () => setState('loaded'),
      onError: () => setState('failed'),
    },
    settled: state !== 'loading',
  }
}

export function FirstPagePicture({ shown, alt, ...picture }: FirstPage) {
  return (
    <img
      {...picture}
      alt={alt}
      fetchPriority="high"
      // In the same frame as what it takes the place of.
      decoding="sync"
      draggable={false}
      className="absolute inset-0 size-full"
      style={{ visibility: shown ? 'visible' : 'hidden' }}
    />
  )
}
