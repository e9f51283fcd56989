import { FilePlus2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { PostCard } from '#shared/api/posts.ts'
import { courseStyle } from '#web/features/courses/course-style.ts'
import { extentOf } from '#web/features/posts/post-facts.tsx'
import { PostThumbnail } from '#web/features/posts/post-thumbnail.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { acceptedFiles } from './check-file.ts'
import { FileCard } from './file-card.tsx'
import { FileInput } from './file-input.tsx'
import { ThumbnailChoice } from './thumbnail-choice.tsx'
import type { FileActions, OwnThumbnail, UploadRecord } from './upload-record.ts'

/** The document of a post, or the new version that takes its place once the form is saved. */
export function PresentFile({
  post,
  record,
  sending,
  thumbnail,
  onThumbnail,
  actions,
}: {
  post: PostCard
  record: UploadRecord | undefined
  sending: boolean
  thumbnail: OwnThumbnail | null
  onThumbnail: (thumbnail: OwnThumbnail | null) => void
  actions: FileActions
}) {
  const picture = useAddress(thumbnail?.image) ?? post.thumb_url
  return (
    <Field
      label={record ? 'New version' : 'Document'}
      hint={
        record &&
        `It replaces ${post.doc_name} for everyone, and ${post.doc_name} is deleted. The post keeps its link and its saves.`
      }
    >
      {aria => (
        <>
          {record ? (
            <FileCard
              record={record}
              course={{ id: post.course_id, subject: post.course_subject, school: post.school }}
              sending={sending}
              actions={actions}
            />
          ) : (
            <div className="flex gap-4 tiny:flex-col rounded-16 border border-line bg-paper p-3">
              <div
                className="course-tint h-32 w-26 max-w-full shrink-0 overflow-hidden rounded-10"
                style={courseStyle(post)}
              >
                <PostThumbnail post={{ ...post, thumb_url: picture }} eager className="size-full" />
              </div>
              <div className="flex min-w-0 flex-1 flex-col gap-1 pt-1">
                <p className="line-clamp-2 font-medium break-all">{post.doc_name}</p>
                <p className="text-12 text-ink-faint">{extentOf(post)}</p>
                <div className="mt-auto">
                  <ThumbnailChoice
                    record={{ defaultName: post.doc_name, ownThumb: thumbnail?.name ?? null }}
                    onChange={onThumbnail}
                  />
                </div>
              </div>
            </div>
          )}
          <label
            htmlFor={aria.id}
            className={cx(
              buttonClass({ size: 'sm' }),
              'cursor-pointer self-start has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              sending && 'hidden',
            )}
          >
            <FileInput
              {...aria}
              aria-label="Upload a new version"
              accept={acceptedFiles}
              onFiles={actions.add}
            />
            <FilePlus2 aria-hidden="true" className="size-4" />
            {record ? 'Choose another file' : 'Upload a new version'}
          </label>
        </>
      )}
    </Field>
  )
}

/** An address for a picture in memory, freed once it isn't shown anymore. */
function useAddress(image: Blob | undefined): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!image) return
    const made = URL.createObjectURL(image)
    setAddress(made)
    return () => {
      setAddress(null)
      URL.revokeObjectURL(made)
    }
  }, [image])
  return address
}
