import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import type { ProblemError } from '#web/lib/problem-error.ts'
import { isFileFault } from './file-faults.ts'
import type { PreparingStep } from './prepare-document.ts'
import type { SendingStep } from './send-document.ts'

/** A chosen file on its way to becoming a post. */
export type UploadRecord = {
  id: string
  /** The key under which it is stored; null until it is. */
  file: string | null
  /** Its name on the person's device. */
  defaultName: string
  size: number
  /** The address of its picture; null while it has none. */
  thumb: string | null
  /** The name of the image that the person chose as its thumbnail. */
  ownThumb: string | null
  uploaded: boolean
  state: UploadState
}

export type UploadState =
  | { is: 'preparing'; step: PreparingStep | null }
  | { is: 'ready' }
  | { is: 'queued' }
  | { is: 'sending'; step: SendingStep }
  | { is: 'failed'; during: 'preparing' | 'sending'; problem: ProblemError }
  | { is: 'posted'; changes: readonly PdfChange[] }

/** An image that the person chose as a file's thumbnail. */
export type OwnThumbnail = { name: string; image: Blob }

/** What a form does with its files. */
export type FileActions = {
  add: (files: readonly File[]) => void
  remove: (id: string) => void
  retry: (record: UploadRecord) => void
  setThumbnail: (id: string, thumb: OwnThumbnail | null) => void
}

/** Whether the file can't be posted, no matter how often one retries. */
export function isRefused({ state }: UploadRecord): boolean {
  return state.is === 'failed' && isFileFault(state.problem)
}

export function isProcessing({ state }: UploadRecord): boolean {
  return state.is === 'preparing'
}

/** A record's progress, from 0 to 1. The check that ends in a post is the last twentieth. */
export function sentShare({ state }: UploadRecord): number {
  if (state.is === 'posted') return 1
  if (state.is !== 'sending') return 0
  switch (state.step.step) {
    case 'file':
      return 0.9 * state.step.share
    case 'file-sent':
    case 'thumbnail':
      return 0.9
    case 'thumbnail-sending':
      return 0.9 + 0.05 * state.step.share
    case 'uploaded':
      return 0.95
  }
}

/** The progress of all records together, weighted by size. Refused ones don't count. */
export function overallShare(records: readonly UploadRecord[]): number {
  const going = records.filter(record => !isRefused(record))
  const bytes = going.reduce((sum, record) => sum + record.size, 0)
  if (bytes === 0) return 0
  return going.reduce((sum, record) => sum + sentShare(record) * record.size, 0) / bytes
}
