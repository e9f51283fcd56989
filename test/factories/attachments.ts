import { attachments } from '#shared/api/attachments.ts'
import type { DocumentType } from '#shared/domain/file-types.ts'
import type { Person } from '../harness/person.ts'
import { makePng } from './documents.ts'

type Sent = { name?: string; type?: DocumentType; bytes?: Uint8Array }

/** Uploads a file for a conversation, through the front door; returns its id. It isn't checked yet. */
export async function uploadAttachment(
  person: Person,
  conversationId: string,
  sent: Sent = {},
): Promise<string> {
  const { name = 'plan.png', type = 'image/png', bytes = await makePng() } = sent
  const { status, body } = await person.call(attachments.upload, {
    params: { id: conversationId },
    body: { name, type, size: bytes.length },
  })
  if (status !== 200) throw new Error(`No link: ${JSON.stringify(body)}`)
  const put = { method: 'PUT', headers: body.headers, body: new Blob([Uint8Array.from(bytes)]) }
  const answer = await fetch(body.url, put)
  if (!answer.ok) throw new Error(`The upload was refused: ${answer.status}`)
  return body.id
}

/** Uploads a picture and has it checked, so that a message can include it; returns its id. */
export async function sendPicture(person: Person, conversationId: string): Promise<string> {
  const id = await uploadAttachment(person, conversationId)
  const { status, body } = await person.call(attachments.accept, { params: { id } })
  if (status !== 200) throw new Error(`Not accepted: ${JSON.stringify(body)}`)
  return id
}
