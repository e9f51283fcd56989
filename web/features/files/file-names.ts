import { postLimits } from '#shared/api/posts.ts'
import { extensionOf, fileLimits } from '#shared/domain/file-types.ts'

// Control characters, and the marks that reorder text, are refused by every call.
const unusable = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069]/gu

/** The stored name of a document: its original name, with the extension of the sent file. */
export function documentName(original: string, extension: string): string {
  const stem = stemOf(original).replaceAll(unusable, '').trim() || 'document'
  const ending = `.${extension}`
  return [...stem].slice(0, fileLimits.nameLength - ending.length).join('') + ending
}

/** The words in names that cameras and scanners give: "IMG_2044", "PXL_20261130_013344.MP", "Screenshot 2026-11-30 at 1.33 PM". */
const cameraWords =
  /^(am|at|camscanner|dsc|dscf|dscn|image|img|mp|mvimg|new|photo|picture|pm|pxl|scan|scanned|screenshot|untitled|wa)$/i

/** A suggested topic: the file's name as a person would write it. Empty if a camera gave the name, since it says nothing. */
export function topicFrom(original: string): string {
  const words = stemOf(original)
    .replaceAll(unusable, '')
    .replaceAll(/[_+\s]+/g, ' ')
    .trim()
  if ((words.match(/\p{L}+/gu) ?? []).every(word => cameraWords.test(word))) return ''
  return [...words].slice(0, postLimits.title).join('')
}

/** The name a file is sent under: the moment and its extension. */
export function storedName(extension: string, now: number): string {
  return `${now}.${extension}`
}

function stemOf(name: string): string {
  const extension = extensionOf(name)
  return extension ? name.slice(0, -extension.length - 1) : name
}
