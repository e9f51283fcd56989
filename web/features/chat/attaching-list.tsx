import { FileText, RotateCw, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pdfChangesText } from '#shared/domain/pdf-changes.ts'
import { sizeText } from '#web/lib/size-text.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import type { Attaching } from './attaching.ts'

/** The files of the message being written, and their progress. */
export function AttachingList({
  files,
  onRetry,
  onRemove,
}: {
  files: readonly Attaching[]
  onRetry: (file: Attaching) => void
  onRemove: (file: Attaching) => void
}) {
  if (files.length === 0) return null
  return (
    <ul aria-label="Files" className="flex max-h-44 flex-col gap-1.5 overflow-y-auto px-3 pt-3">
      {files.map(file => (
        <li key={file.id} className="flex min-w-0 items-center gap-3 rounded-10 border border-line px-2 py-1">
          <Preview file={file.file} />
          <span className="min-w-0 flex-1">
            <bdi className="block truncate text-14">{file.file.name}</bdi>
            <State file={file} />
          </span>
          {file.state === 'failed' && file.passing && (
            <IconButton label={`Retry ${file.file.name}`} onClick={() => onRetry(file)}>
              <RotateCw aria-hidden="true" className="size-4" />
            </IconButton>
          )}
          <IconButton
            label={`${file.state === 'sending' ? 'Cancel' : 'Remove'} ${file.file.name}`}
            onClick={() => onRemove(file)}
          >
            <X aria-hidden="true" className="size-4" />
          </IconButton>
        </li>
      ))}
    </ul>
  )
}

function State({ file }: { file: Attaching }) {
  if (file.state === 'sending') {
    return (
      <span className="block py-1">
        <Progress label={`Sending ${file.file.name}`} value={file.share < 1 ? file.share * 100 : null} />
      </span>
    )
  }
  return file.state === 'ready' ? (
    <span className="block text-12 text-ink-faint">
      {pdfChangesText(file.changes) ?? sizeText(file.file.size)}
    </span>
  ) : (
    <span role="alert" className="block text-12 font-medium text-negative">
      {file.words}
    </span>
  )
}

function Preview({ file }: { file: File }) {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    // Only bitmap types: an SVG opens as a picture too, but can contain scripts and links.
    if (!/^image\/(png|jpeg|webp)$/.test(file.type)) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url ? (
    <img src={url} alt="" className="size-9 shrink-0 rounded-6 object-cover" />
  ) : (
    <FileText aria-hidden="true" className="mx-1.5 size-6 shrink-0 text-ink-faint" />
  )
}
