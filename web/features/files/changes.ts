import { pdfChangesText } from '#shared/domain/pdf-changes.ts'
import { toast } from '#web/ui/toast.ts'
import type { UploadRecord } from './upload-record.ts'

/** Says what was changed in the posted PDFs. */
export function sayChanges(records: readonly UploadRecord[]): void {
  for (const { defaultName, state } of records) {
    const text = state.is === 'posted' ? pdfChangesText(state.changes) : null
    if (text) toast.message(records.length > 1 ? `${defaultName}: ${text}` : text)
  }
}
