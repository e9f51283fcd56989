import { CloudOff, FileLock, FileX, Unplug } from 'lucide-react'
import { ProblemError } from '#web/lib/problem-error.ts'
import { Button } from '#web/ui/button.tsx'

type Props = { error: unknown; onRetry: () => void; onClose: () => void }

/** Says why there is nothing to read, and what can be done about it. */
export function ReaderFailure({ error, onRetry, onClose }: Props) {
  const { icon: Icon, title, text, mayPass } = explain(error)
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
          <Button onClick={onClose}>Back to the notes</Button>
        </div>
      </div>
    </div>
  )
}

function explain(error: unknown) {
  if (error instanceof ProblemError && ['not_found', 'invalid', 'forbidden'].includes(error.code)) {
    return {
      icon: FileX,
      title: 'This document is gone',
      text: 'Its owner may have taken it down, or the link to it is incomplete.',
      mayPass: false,
    }
  }
  if (error instanceof ProblemError && error.code === 'offline') {
    return { icon: CloudOff, title: 'Not connected', text: error.detail, mayPass: true }
  }
  if (error instanceof ProblemError) {
    return { icon: Unplug, title: 'This document didn’t load', text: error.detail, mayPass: true }
  }
  if (error instanceof Error && error.name === 'PasswordException') {
    return {
      icon: FileLock,
      title: 'This document is locked',
      text: 'It is protected with a password, so it can’t be read here.',
      mayPass: false,
    }
  }
  return {
    icon: FileX,
    title: 'This document can’t be opened',
    text: 'Its file seems to be damaged. Trying again may help; if not, its owner may have a better copy.',
    mayPass: true,
  }
}
