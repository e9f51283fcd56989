import { Check, Copy } from 'lucide-react'
import { shownText } from '#shared/domain/citation-mark.ts'
import { cx } from '#web/ui/cx.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useCopied } from '#web/ui/use-copied.ts'

/** Copies an answer's markdown, with its citations as they are shown; a check mark shows for 2 s. */
export function CopyAnswer({ text }: { text: string }) {
  const [copied, setCopied] = useCopied()

  const copy = async () => {
    try {
      // The clipboard API is missing on insecure pages, which counts as a failure too.
      await navigator.clipboard.writeText(shownText(text))
      setCopied(true)
      toast.success('Copied to clipboard!')
    } catch {
      toast.error('Failed to copy')
    }
  }
  const Icon = copied ? Check : Copy
  return (
    <IconButton
      label={copied ? 'Copied' : 'Copy answer'}
      onClick={() => void copy()}
      className="mt-1 -ml-2 size-9"
    >
      <Icon aria-hidden="true" className={cx('size-4', copied && 'text-positive')} />
    </IconButton>
  )
}
