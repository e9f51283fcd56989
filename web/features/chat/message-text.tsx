import { cx } from '#web/ui/cx.ts'
import { piecesOf } from './links.ts'

/** A message as text, with its addresses as links. A few emoji alone are larger. */
export function MessageText({ text }: { text: string }) {
  return (
    <p
      dir="auto"
      className={cx('whitespace-pre-wrap wrap-anywhere', isFewEmoji(text) ? 'text-40' : 'text-14')}
    >
      {piecesOf(text).map(({ start, text, href }) =>
        href === null ? (
          text
        ) : (
          <a
            key={start}
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow"
            className="underline underline-offset-2 hover:decoration-2"
          >
            {text}
          </a>
        ),
      )}
    </p>
  )
}

function isFewEmoji(text: string): boolean {
  return /^\p{RGI_Emoji}{1,3}$/v.test(text)
}
