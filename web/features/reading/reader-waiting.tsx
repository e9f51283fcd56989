import type { ErrorComponentProps } from '@tanstack/react-router'
import { useRouter } from '@tanstack/react-router'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PageSheet } from './page-sheet.tsx'
import { ReaderFailure } from './reader-failure.tsx'
import { useCloseReader } from './use-close-reader.ts'
import './reader.css'

/** The reader before the document is known. */
export function ReaderWaiting() {
  return (
    <EmptyRoom title="Opening the document">
      <div className="mx-auto w-full max-w-[55rem] p-4">
        <div className="relative aspect-[1/1.414] overflow-hidden rounded-[2px]">
          <PageSheet />
        </div>
      </div>
    </EmptyRoom>
  )
}

/** The reader for a post that isn't available. */
export function ReaderBroken({ error }: ErrorComponentProps) {
  const router = useRouter()
  return (
    <EmptyRoom title="Nothing to read">
      <ReaderFailure error={error} onRetry={() => void router.invalidate()} onClose={useCloseReader()} />
    </EmptyRoom>
  )
}

function EmptyRoom({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main id="main" data-theme="dark" className="reader-frame fills-window full-bleed bg-sunken text-ink">
      <div className="reader-title">
        <IconButton label="Close" onClick={useCloseReader()}>
          <X className="size-5" />
        </IconButton>
        <h1 className="truncate text-16 text-ink-soft">{title}</h1>
      </div>
      <div className="reader-body overflow-hidden">
        <div className="min-w-0 flex-1">{children}</div>
      </div>
    </main>
  )
}
