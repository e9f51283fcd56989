import { Trash2 } from 'lucide-react'
import type { Course } from '#shared/api/courses.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { FileStatus } from './file-status.tsx'
import { FileThumbnail } from './file-thumbnail.tsx'
import { ThumbnailChoice } from './thumbnail-choice.tsx'
import { type FileActions, isRefused, type UploadRecord } from './upload-record.ts'

/** The one file of the form. */
export function FileCard({
  record,
  course,
  sending,
  actions,
}: {
  record: UploadRecord
  course: Course | null
  sending: boolean
  actions: FileActions
}) {
  return (
    <div className="relative flex gap-4 tiny:flex-col rounded-16 border border-line bg-paper p-3">
      <FileThumbnail record={record} course={course} className="h-32 w-26 max-w-full shrink-0 rounded-10" />
      <div className="flex min-w-0 flex-1 flex-col gap-1 pt-1">
        <p className="line-clamp-2 pr-11 font-medium break-all">{record.defaultName}</p>
        <FileStatus record={record} onRetry={() => actions.retry(record)} />
        {!sending && !isRefused(record) && (
          <div className="mt-auto">
            <ThumbnailChoice record={record} onChange={thumb => actions.setThumbnail(record.id, thumb)} />
          </div>
        )}
      </div>
      {/* Over the corner, so that what stands below the name has the whole width. */}
      <IconButton
        label={`Remove ${record.defaultName}`}
        onClick={() => actions.remove(record.id)}
        className="absolute top-2 right-2"
      >
        <Trash2 aria-hidden="true" className="size-5" />
      </IconButton>
    </div>
  )
}
