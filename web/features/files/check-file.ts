import { fileLimits, officeExtensionOf, typeOfFile } from '#shared/domain/file-types.ts'
import { ProblemError } from '#web/lib/problem-error.ts'

/** The types in the file picker. */
export const acceptedFiles =
  '.pdf,.doc,.docx,.docm,.ppt,.pptx,.pptm,.xls,.xlsx,.xlsm,.odt,.odp,.ods,.rtf,.txt,.png,.jpg,.jpeg,.jfif,.webp,.heic,.heif'

/** Refuses what the server would refuse anyway, before sending anything. */
export function checkFile(file: Pick<File, 'name' | 'type' | 'size'>): void {
  if (!typeOfFile(file) && !officeExtensionOf(file.name)) {
    throw refused('unsupported_type', 415, `Ignite doesn’t support files like ${file.name || 'this one'}.`)
  }
  if (file.size === 0) throw refused('broken_file', 422, 'This file is empty.')
  if (file.size > fileLimits.documentBytes) {
    throw refused('too_large', 413, 'This file is larger than 100 MB.')
  }
}

/** A refusal that we find ourselves, in the form of the server's, so that it shows in the same way. */
export function refused(code: ProblemError['code'], status: number, detail: string): ProblemError {
  return new ProblemError({ code, status, detail })
}
