import { files } from '#shared/api/files.ts'
import type { DocumentType } from '#shared/domain/file-types.ts'
import type { Person } from '../harness/person.ts'
import { makePdf } from './documents.ts'

type Link = { url: string; headers: Record<string, string> }

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
  return storeAt(link, body)
}

/** Sends bytes to a signed link that must take them, and returns its key. */
export async function storeAt(link: Link & { key: string }, bytes: Uint8Array): Promise<string> {
  const sent = await sendTo(link, bytes)
  if (!sent.ok) throw new Error(`The upload was refused: ${sent.status} ${await sent.text()}`)
  return link.key
}

/** Sends bytes to a signed link, which may refuse them. */
export function sendTo({ url, headers }: Link, bytes: Uint8Array): Promise<Response> {
  return fetch(url, { method: 'PUT', headers, body: Uint8Array.from(bytes) })
}
