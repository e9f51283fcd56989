import type { RefObject } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CourseAndCrn } from './course-and-crn.tsx'
import { FilesField } from './files-field.tsx'
import { FormFields } from './form-fields.tsx'
import { SendingStatus } from './sending-status.tsx'
import { DetailsField, TopicField } from './text-fields.tsx'
import type { UploadForm } from './upload-form.ts'
import type { FileActions, UploadRecord } from './upload-record.ts'

type UploadDialogProps = {
  open: boolean
  onClose: () => void
  onCancel: () => void
  onDiscard: () => void
  form: UploadForm
  records: readonly UploadRecord[]
  sending: boolean
  /** Whether there is something to discard. */
  filled: boolean
  fileInput: RefObject<HTMLInputElement | null>
  fileActions: FileActions
}

/** The upload form. */
export function UploadDialog({
  open,
  onClose,
  onCancel,
  onDiscard,
  form,
  records,
  sending,
  filled,
  fileInput,
  fileActions,
}: UploadDialogProps) {
  return (
    <Dialog
      hasAddress
      open={open}
      onClose={onClose}
      title="Upload Content"
      initialFocus={fileInput}
      description="Share notes, slides or a summary with everyone in the course."
      footer={
        <>
          {sending ? (
            <SendingStatus records={records} onCancel={onCancel} />
          ) : (
            filled && (
              <Button variant="quiet" className="mr-auto -ml-4" onClick={onDiscard}>
                Discard draft
              </Button>
            )
          )}
          {/* Stays where it was pressed, or the second click of a double click would hit Cancel. It also keeps the focus. */}
          <Button
            variant="primary"
            type="submit"
            form={form.props.id}
            pending={sending}
            className="min-w-24 self-center"
          >
            Post
          </Button>
        </>
      }
    >
      <form {...form.props} aria-label="Upload Content">
        <FormFields disabled={sending}>
          <FilesField
            form={form}
            records={records}
            sending={sending}
            input={fileInput}
            actions={fileActions}
          />
          {records.length < 2 && <TopicField {...form.field('post_name')} />}
          <CourseAndCrn form={form} />
          <DetailsField {...form.field('details')} several={records.length > 1} />
        </FormFields>
      </form>
    </Dialog>
  )
}
