import { isFileFault } from '#web/features/files/file-faults.ts'
import { problemText } from '#web/lib/problem-text.ts'

/** A file that isn’t uploaded, with the reason. */
export class RefusedFile extends Error {}

export type FileFailure = {
  words: string
  /** Whether a retry may help. */
  passing: boolean
}

/** Why a file didn’t arrive. */
export function fileFailure(error: unknown): FileFailure {
  if (error instanceof RefusedFile) return { words: error.message, passing: false }
  return { words: problemText(error), passing: !isFileFault(error) }
}
