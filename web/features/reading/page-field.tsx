import { type FormEvent, useRef, useState } from 'react'
import { parsePageNumber } from '#shared/domain/reading.ts'
import { toast } from '#web/ui/toast.ts'

type Props = {
  page: number
  pages: number
  onJump: (page: number) => void
  /** The keyboard controls the pages again. */
  onJumped: () => void
}

/** The current page, editable to go to another. */
export function PageField({ page, pages, onJump, onJumped }: Props) {
  const [typed, setTyped] = useState<string | null>(null)
  const input = useRef<HTMLInputElement>(null)

  const jump = (event: FormEvent) => {
    event.preventDefault()
    const wanted = parsePageNumber(typed ?? String(page), pages)
    if (wanted === null) {
      toast.error(`Invalid page number. Enter between 1 and ${pages}.`)
      input.current?.select()
      return
    }
    setTyped(null)
    onJump(wanted)
    onJumped()
  }

  return (
    <form onSubmit={jump} noValidate className="flex items-center gap-1.5 text-14 text-ink-soft tabular-nums">
      <input
        ref={input}
        aria-label="Page number"
        inputMode="numeric"
        enterKeyHint="go"
        autoComplete="off"
        maxLength={9}
        value={typed ?? String(page)}
        onChange={event => setTyped(event.target.value)}
        onFocus={event => event.target.select()}
        onBlur={() => setTyped(null)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          setTyped(null)
          onJumped()
        }}
        className="touch-target h-9 w-12 rounded-6 border border-line-strong bg-sheet text-center text-16 text-ink sm:text-14"
      />
      <span className="whitespace-nowrap">/ {pages.toLocaleString('en')}</span>
    </form>
  )
}
