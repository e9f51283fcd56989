import { ImagePlus } from 'lucide-react'
import { useId, useState } from 'react'
import { ProblemError } from '#web/lib/problem-error.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { FileInput } from './file-input.tsx'
import { prepareThumbnail } from './prepare-document.ts'
import type { OwnThumbnail, UploadRecord } from './upload-record.ts'

/** Lets the person choose their own picture as a file's thumbnail. */
export function ThumbnailChoice({
  record,
  onChange,
}: {
  record: Pick<UploadRecord, 'defaultName' | 'ownThumb'>
  onChange: (thumb: OwnThumbnail | null) => void
}) {
  const id = useId()
  const [problem, setProblem] = useState<string | null>(null)

  async function choose([file]: File[]) {
    if (!file) return
    try {
      onChange({ name: file.name, image: await prepareThumbnail(file) })
      setProblem(null)
    } catch (error) {
      setProblem(error instanceof ProblemError ? error.detail : 'This image can’t be used.')
    }
  }

  return (
    <div className="flex min-w-0 flex-col items-start gap-1">
      {record.ownThumb ? (
        <Button variant="quiet" size="sm" className="-ml-3 max-w-full" onClick={() => onChange(null)}>
          <span className="truncate">Remove thumbnail</span>
        </Button>
      ) : (
        <label
          htmlFor={id}
          className={cx(
            buttonClass({ variant: 'quiet', size: 'sm' }),
            '-ml-3 h-auto! min-h-8 pr-0! max-w-full cursor-pointer py-1 whitespace-normal! wrap-anywhere has-focus-visible:outline-2 has-focus-visible:outline-accent',
          )}
        >
          <FileInput
            id={id}
            accept=".png,.jpg,.jpeg"
            aria-label={`Thumbnail for ${record.defaultName} (optional)`}
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            onFiles={choose}
          />
          <ImagePlus aria-hidden="true" className="size-4 shrink-0" />
          <span className="min-w-0">
            Your own thumbnail <span className="font-normal text-ink-faint max-sm:hidden">(optional)</span>
          </span>
        </label>
      )}
      <FailureText id={`${id}-problem`} small>
        {problem}
      </FailureText>
    </div>
  )
}
