/** What the check of a PDF takes out of it, and that it was repaired. */
export const pdfChanges = ['script', 'action', 'link', 'file', 'media', 'form', 'repaired'] as const
export type PdfChange = (typeof pdfChanges)[number]

const parts: Record<Exclude<PdfChange, 'repaired'>, string> = {
  script: 'a script',
  action: 'an automatic action',
  link: 'a link that opens other files',
  file: 'an attached file',
  media: 'a video or sound',
  form: 'a form that few programs show',
}

/** Says what was changed in a PDF; null where it was taken as it is. */
export function pdfChangesText(changes: readonly PdfChange[]): string | null {
  const removed = changes.filter(change => change !== 'repaired').map(change => parts[change])
  const sentences = []
  if (removed.length > 0) {
    const list = new Intl.ListFormat('en').format(removed)
    sentences.push(`We removed ${list} from this PDF. It looks the same.`)
  }
  if (changes.includes('repaired')) {
    sentences.push('This PDF was damaged and we repaired it. Check that nothing is missing.')
  }
  return sentences.length > 0 ? sentences.join(' ') : null
}
