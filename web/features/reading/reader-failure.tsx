import { CloudOff, FileLock, FileX, Unplug } from 'lucide-react'
import { isMissingCode, missingCodeText } from '#web/lib/missing-code.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { useTryAgain } from '#web/lib/try-again.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { error: unknown; onRetry: () => void; onClose: () => void }

/** Says why there is nothing to read, and what the person can do about it. */
export function ReaderFailure({ error, onRetry, onClose }: Props) {
  const { icon: Icon, title, text, mayPass } = explain(error)
  useTryAgain(error, onRetry)
  return (
    <div className="grid h-full place-items-center overflow-y-auto p-6">
      <div role="alert" className="max-w-[26rem] text-center">
        <Icon className="mx-auto size-10 text-ink-faint" strokeWidth={1.25} aria-hidden="true" />
        <h2 className="mt-5 text-22">{title}</h2>
        <p className="mt-2 text-ink-soft">{text}</p>
        <div className="mt-7 flex flex-wrap justify-center gap-2">
          {mayPass && (
            <Button variant="primary" onClick={onRetry}>
              Retry
            </Button>
          )}
          <Button onClick={onClose}>Back to notes</Button>
        </div>
      </div>
    </div>
  )
}

function explain(error: unknown) {
  if (error instanceof ProblemError && ['not_found', 'invalid', 'forbidden'].includes(error.code)) {
    return {
      icon: FileX,
      title: 'This document isn’t available',
      text: 'Its author may have deleted it, or the link may be incomplete.',
      mayPass: false,
    }
  }
  if (error instanceof ProblemError && error.code === 'offline') {
    return { icon: CloudOff, title: 'Not connected', text: error.detail, mayPass: true }
  }
  if (error instanceof ProblemError) {
    return { icon: Unplug, title: 'This document didn’t load', text: error.detail, mayPass: true }
  }
  if (isMissingCode(error)) {
    return { icon: Unplug, title: 'This document didn’t load', text: missingCodeText, mayPass: true }
  }
  if (error instanceof Error && error.name === 'PasswordException') {
    return {
      icon: FileLock,
      title: 'This document is locked',
      text: 'It has a password, so you can’t read it here.',
      mayPass: false,
    }
  }
  return {
    icon: FileX,
    title: 'We can’t open this document',
    text: 'The file may be damaged. Try again, or ask its author for a better copy.',
    mayPass: true,
  }
}
