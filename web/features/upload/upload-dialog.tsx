import { type RefObject, useId } from 'react'
import { useController } from 'react-hook-form'
import type { Section } from '#shared/api/courses.ts'
import { postLimits } from '#shared/api/posts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Textarea } from '#web/ui/input.tsx'
import { CourseField } from './course-field.tsx'
import { CrnField } from './crn-field.tsx'
import { type FileActions, FilesField } from './files-field.tsx'
import { SendingStatus } from './sending-status.tsx'
import type { UploadControl } from './upload-form.ts'
import type { UploadRecord } from './upload-record.ts'

type UploadDialogProps = {
  open: boolean
  onClose: () => void
  onSubmit: () => void
  onCancel: () => void
  onDiscard: () => void
  onCoursePicked: (courseId: number | null) => void
  onSectionPicked: (section: Section) => void
  control: UploadControl
  records: readonly UploadRecord[]
  sending: boolean
  /** Whether there is something to discard. */
  filled: boolean
  fileMissing: boolean
  fileInput: RefObject<HTMLInputElement | null>
  fileActions: FileActions
}

/** The upload form. */
export function UploadDialog({
  open,
  onClose,
  onSubmit,
  onCancel,
  onDiscard,
  onCoursePicked,
  onSectionPicked,
  control,
  records,
  sending,
  filled,
  fileMissing,
  fileInput,
  fileActions,
}: UploadDialogProps) {
  const formId = useId()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Upload Content"
      initialFocus={fileInput}
      description="Share notes, slides or a summary with everyone in the course."
      footer={
        sending ? (
          <SendingStatus records={records} onCancel={onCancel} />
        ) : (
          <>
            {filled && (
              <Button variant="quiet" className="mr-auto -ml-4" onClick={onDiscard}>
                Discard draft
              </Button>
            )}
            <Button variant="primary" type="submit" form={formId} className="min-w-24">
              Post
            </Button>
          </>
        )
      }
    >
      <form
        id={formId}
        noValidate
        aria-label="Upload Content"
        onSubmit={event => {
          event.preventDefault()
          onSubmit()
        }}
      >
        <fieldset disabled={sending} className="flex min-w-0 flex-col gap-5 pt-1">
          <FilesField
            control={control}
            records={records}
            missing={fileMissing}
            sending={sending}
            input={fileInput}
            actions={fileActions}
          />
          {records.length < 2 && <TopicField control={control} />}
          <div className="grid gap-5 sm:grid-cols-2 sm:gap-4">
            <CourseField control={control} onChanged={onCoursePicked} />
            <CrnField control={control} onPicked={onSectionPicked} />
          </div>
          <DetailsField control={control} several={records.length > 1} />
        </fieldset>
      </form>
    </Dialog>
  )
}

function TopicField({ control }: { control: UploadControl }) {
  const { field, fieldState } = useController({ control, name: 'post_name' })
  return (
    <Field
      label="Topic"
      required
      error={fieldState.error?.message}
      aside={countdown(field.value, postLimits.title)}
    >
      {aria => <Input {...aria} {...field} placeholder="Binary trees, chapter 4" />}
    </Field>
  )
}

function DetailsField({ control, several }: { control: UploadControl; several: boolean }) {
  const { field, fieldState } = useController({ control, name: 'details' })
  return (
    <Field
      label="Details"
      required
      error={fieldState.error?.message}
      hint={several ? 'Shown with each of the files.' : undefined}
      aside={countdown(field.value, postLimits.details)}
    >
      {aria => <Textarea {...aria} {...field} placeholder="What is in it, and whom does it help?" />}
    </Field>
  )
}

/** How many characters are left, once that becomes few. */
function countdown(text: string, limit: number): string | undefined {
  const left = limit - [...text].length
  if (left > limit / 5) return undefined
  return left >= 0 ? `${left} left` : `${-left} too many`
}
