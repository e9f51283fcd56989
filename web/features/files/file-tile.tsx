import { Trash2 } from 'lucide-react'
import { postLimits } from '#shared/api/posts.ts'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Input } from '#web/ui/input.tsx'
import { FileStatus } from './file-status.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'
import { ThumbnailChoice } from './thumbnail-choice.tsx'
import type { UploadForm } from './upload-form.ts'
import { type FileActions, isRefused, type UploadRecord } from './upload-record.ts'

/** One of several files: its picture, topic, status, and a button to remove it. */
export function FileTile({
  form,
  record,
  sending,
  actions,
}: {
  form: UploadForm
  record: UploadRecord
  sending: boolean
  actions: FileActions
}) {
  const { course, topics } = form.values
  const posted = record.state.is === 'posted'
  return (
    <li className="relative flex min-w-0 gap-3 rounded-16 border border-line bg-paper p-2 sm:flex-col">
      <FileThumbnail
        record={record}
        course={course}
        className={cx('h-28 w-22 shrink-0 rounded-10 sm:w-full', posted && 'opacity-50')}
      />
      <div className="flex min-w-0 flex-1 flex-col gap-2 pb-1 sm:px-1">
        <Field label="Topic" error={form.faultAt(`topics.${record.id}`)}>
          {aria => (
            <Input
              {...aria}
              value={topics[record.id] ?? ''}
              onChange={event =>
                form.set(({ topics }) => ({ topics: { ...topics, [record.id]: event.target.value } }))
              }
              maxLength={postLimits.title * 2}
              disabled={posted}
            />
          )}
        </Field>
        <p className="truncate text-12 text-ink-soft" title={record.defaultName} dir="auto">
          {record.defaultName}
        </p>
        <FileStatus record={record} onRetry={() => actions.retry(record)} />
        {!sending && !posted && !isRefused(record) && (
          <ThumbnailChoice record={record} onChange={thumb => actions.setThumbnail(record.id, thumb)} />
        )}
      </div>
      <IconButton
        label={`Remove ${record.defaultName}`}
        onClick={() => actions.remove(record.id)}
        className="sm:absolute sm:top-3 sm:right-3 sm:bg-sheet sm:shadow-raised"
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </IconButton>
    </li>
  )
}
