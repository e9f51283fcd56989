import { Link } from '@tanstack/react-router'
import type { FoundPage } from '#shared/api/search.ts'
import { courseStyle } from '#web/features/courses/course-style.ts'
import { AuthorLine, CourseLine, pageOf } from '#web/features/posts/post-facts.tsx'
import { quoteOf, textOf } from './excerpts.ts'
import { FoundPlace } from './found-place.tsx'

/** What is longer isn't a heading, whatever its letters' size. */
const longestHeading = 80

/** A place in a document with what was searched for. Opens the reader there, with the words highlighted. */
export function FoundPageCard({
  found,
  title: Title,
}: {
  found: FoundPage
  /** `h3` below a section’s heading. */
  title: 'h2' | 'h3'
}) {
  const { post, page, heading, excerpt, passage_id, other_pages } = found
  return (
    <article
      aria-labelledby={`found-${passage_id}`}
      className="course-tint relative flex min-w-0 items-stretch overflow-hidden max-sm:flex-col rounded-10 border border-line bg-sheet transition-[border-color,box-shadow] hover:border-line-strong hover:shadow-raised"
      style={courseStyle(post)}
    >
      <FoundPlace
        found={found}
        className="shrink-0 border-line max-sm:h-28 max-sm:border-b sm:w-48 sm:border-r"
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2 px-4 py-3.5">
        <div className="flex min-w-0 items-center gap-3">
          <CourseLine post={post} />
          <span className="figures shrink-0 text-12 text-ink-faint">{pageOf(page, post)}</span>
        </div>
        <Title id={`found-${passage_id}`} className="font-serif text-18 font-semibold">
          {/* The link covers the card; what else can be pressed is above it. */}
          <Link
            to="/read/$postId"
            params={{ postId: post.id }}
            search={{ page, passage: passage_id, quote: quoteOf(excerpt) }}
            dir="auto"
            className="line-clamp-2 break-words outline-none after:absolute after:inset-0 after:rounded-10 focus-visible:after:outline-2 focus-visible:after:outline-offset-2 focus-visible:after:outline-accent"
          >
            {post.post_name}
          </Link>
        </Title>
        <p className="found-text text-14 break-words text-ink-soft" dir="auto">
          {heading && heading.length <= longestHeading && !textOf(excerpt).includes(heading) && (
            <span className="font-medium text-ink">{heading}: </span>
          )}
          {excerpt.map((piece, index) =>
            piece.found ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of an excerpt never change
              <mark key={index} className="rounded-6 bg-lamp-wash text-lamp-ink">
                {piece.text}
              </mark>
            ) : (
              piece.text
            ),
          )}
        </p>
        <div className="mt-auto flex min-w-0 flex-wrap items-center gap-x-4 gap-y-1">
          <AuthorLine post={post} />
          {other_pages.length > 0 && (
            <p className="relative text-14 text-ink-soft">
              Also on{' '}
              {other_pages.map((other, index) => (
                <span key={other.page}>
                  {index > 0 && ', '}
                  <Link
                    to="/read/$postId"
                    params={{ postId: post.id }}
                    search={{ page: other.page, passage: other.passage_id }}
                    className="touch-area relative text-accent underline"
                  >
                    page {other.page.toLocaleString('en')}
                  </Link>
                </span>
              ))}
            </p>
          )}
        </div>
      </div>
    </article>
  )
}
