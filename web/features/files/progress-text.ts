import { sizeText } from '#web/lib/size-text.ts'
import type { UploadRecord } from './upload-record.ts'

/** The status text while a file uploads. */
export function progressText({ state }: UploadRecord): string {
  if (state.is !== 'sending') return 'Preparring to upload file.'
  switch (state.step.step) {
    case 'file':
      return 'Preparring to upload file.'
    case 'file-sent':
      return 'File uploaded.'
    case 'thumbnail':
      return 'Preparing Thumbnail'
    case 'thumbnail-sending':
      return 'Uploading Thumbnail'
    case 'uploaded':
      return 'Uploaded.'
  }
}

/** A file's status in a word or two; its size while nothing is happening. */
export function stateText(record: UploadRecord): string {
  const { state, size } = record
  switch (state.is) {
    case 'preparing':
      if (state.step?.step !== 'converting') return 'Preparing…'
      return state.step.share < 1
        ? `Sending to the converter, ${percent(state.step.share)}`
        : 'Converting to PDF…'
    case 'ready':
      return sizeText(size)
    case 'queued':
      return 'Waiting'
    case 'sending':
      if (state.step.step === 'file') return `Uploading, ${percent(state.step.share)}`
      return state.step.step === 'uploaded' ? 'Checking and posting…' : progressText(record)
    case 'failed':
      return 'Not posted'
    case 'posted':
      return 'Posted'
  }
}

/** Rounded down, so that only what is done shows 100%. */
export function percent(share: number): string {
  return `${Math.floor(share * 100)}%`
}
