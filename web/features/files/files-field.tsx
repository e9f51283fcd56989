import { FilePlus2, Plus } from 'lucide-react'
import type { RefObject } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { acceptedFiles } from './check-file.ts'
import { FileCard } from './file-card.tsx'
import { FileInput } from './file-input.tsx'
import { FileTile } from './file-tile.tsx'
import type { UploadForm } from './upload-form.ts'
import { type FileActions, isProcessing, type UploadRecord } from './upload-record.ts'

/** The files of the form: none, one as a card, or several as a grid. */
export function FilesField({
  form,
  records,
  sending,
  input,
  actions,
}: {
  form: UploadForm
  records: readonly UploadRecord[]
  sending: boolean
  /** The file input, for focusing it. */
  input: RefObject<HTMLInputElement | null>
  actions: FileActions
}) {
  const { course } = form.values
  const fault = form.faultAt('files')
  const processing = records.filter(isProcessing).length
  return (
    <Field
      label={records.length > 1 ? `${records.length} files` : 'File'}
      required
      error={fault}
      aside={processing > 0 && <Processing count={processing} />}
    >
      {aria => (
        <>
          {records.length === 1 && (
            <FileCard record={records[0]!} course={course} sending={sending} actions={actions} />
          )}
          {records.length > 1 && (
            <ul className="grid gap-3 sm:grid-cols-2">
              {records.map(record => (
                <FileTile key={record.id} form={form} record={record} sending={sending} actions={actions} />
              ))}
            </ul>
          )}
          <label
            htmlFor={aria.id}
            className={cx(
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              records.length === 0 ? emptyClass : cx(buttonClass({ size: 'sm' }), 'self-start'),
              sending && 'hidden',
              fault && 'border-negative',
            )}
          >
            <FileInput {...aria} ref={input} multiple accept={acceptedFiles} onFiles={actions.add} />
            {records.length === 0 ? (
              <>
                <FilePlus2 aria-hidden="true" className="size-8 text-accent" />
                <span className="text-16 coarse:hidden">
                  Drop files here, or <span className="font-medium text-accent underline">choose them</span>
                </span>
                {/* Nothing is dropped with a finger. */}
                <span className="hidden text-16 font-medium text-accent underline coarse:inline">
                  Choose files
                </span>
                <span className="text-14 text-balance text-ink-faint">
                  PDFs, Office files or images, up to 100 MB each
                </span>
              </>
            ) : (
              <>
                <Plus aria-hidden="true" className="size-4" />
                Add files
              </>
            )}
          </label>
        </>
      )}
    </Field>
  )
}

const emptyClass =
  'flex min-h-40 cursor-pointer flex-col items-center justify-center gap-2 rounded-16 border border-dashed border-line-strong ' +
  'bg-paper px-4 py-6 text-center transition-colors hover:border-accent hover:bg-accent-wash'

function Processing({ count }: { count: number }) {
  return (
    <span role="status" className="inline-flex items-center gap-2">
      <Spinner className="size-3" />
      Processing files ({count})
    </span>
  )
}
