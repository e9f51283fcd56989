import { type DocumentType, pictureTypeIn, typeOfFile } from '#shared/domain/file-types.ts'

/**
 * The type to send a file as that needs no conversion: a picture's by its first bytes, since many have the name of another type and
 * open everywhere all the same.
 */
export async function actualTypeOf(file: File): Promise<DocumentType | null> {
  const named = typeOfFile(file)
  if (named === null || named === 'application/pdf') return named
  // What can't be read is told about when it is sent.
  const start = await file
    .slice(0, 12)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  return pictureTypeIn(new Uint8Array(start)) ?? named
}
