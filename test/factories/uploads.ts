import { files } from '#shared/api/files.ts'
import type { DocumentType } from '#shared/domain/file-types.ts'
import type { Person } from '../harness/person.ts'
import { makePdf } from './documents.ts'

/** Uploads a document as a person, through the front door, and returns its key. */
export async function uploadDocument(
  person: Person,
  bytes?: Uint8Array,
  type: DocumentType = 'application/pdf',
): Promise<string> {
  const body = bytes ?? (await makePdf())
  const { body: link } = await person.call(files.upload, {
    body: { name: 'notes.pdf', type, size: body.length },
  })
  const sent = await fetch(link.url, {
    method: 'PUT',
    headers: link.headers,
    body: new Blob([Uint8Array.from(body)]),
  })
  if (!sent.ok) throw new Error(`The upload was refused: ${sent.status} ${await sent.text()}`)
  return link.key
}
