import type { Course } from '#shared/api/courses.ts'
import { courseStyle } from '#web/features/courses/course-style.ts'
import { PostThumbnail } from '#web/features/posts/post-thumbnail.tsx'
import { cx } from '#web/ui/cx.ts'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { isProcessing, type UploadRecord } from './upload-record.ts'

/** A file as its card will show it: its picture, or a blank page in its course's color. */
export function FileThumbnail({
  record,
  course,
  className,
}: {
  record: UploadRecord
  course: Course | null
  className?: string
}) {
  if (isProcessing(record) && !record.thumb) return <Skeleton className={className} />
  return (
    <div
      className={cx('course-tint overflow-hidden', className)}
      style={course ? courseStyle({ course_id: course.id }) : undefined}
    >
      <PostThumbnail
        post={{ thumb_url: record.thumb, course_subject: course?.subject ?? '' }}
        className="size-full"
      />
    </div>
  )
}
