/** What the PDF check removes, and whether it repaired the file. */
export const pdfChanges = ['script', 'action', 'link', 'file', 'media', 'form', 'repaired'] as const
export type PdfChange = (typeof pdfChanges)[number]

const parts: Record<Exclude<PdfChange, 'repaired'>, string> = {
  script: 'a script',
  action: 'an automatic action',
  link: 'a link that opens other files',
  file: 'an attached file',
  media: 'a video or sound',
  form: 'a form that most apps can’t show',
}

/** Says what the check changed in a PDF; null if nothing. */
export function pdfChangesText(changes: readonly PdfChange[]): string | null {
  const removed = changes.filter(change => change !== 'repaired').map(change => parts[change])
  const sentences = []
  if (removed.length > 0) {
    const list = new Intl.ListFormat('en').format(removed)
    sentences.push(`We removed ${list} from this PDF. It looks the same.`)
  }
  if (changes.includes('repaired')) {
    sentences.push('This PDF was damaged, so we repaired it. Check that nothing is missing.')
  }
  return sentences.length > 0 ? sentences.join(' ') : null
}
