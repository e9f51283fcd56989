import { files } from '#shared/api/files.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import type { DocumentType } from '#shared/domain/file-types.ts'
import type { Person } from '../harness/person.ts'
import type { Section } from './catalog.ts'
import { makePdf } from './documents.ts'
import { uploadDocument } from './uploads.ts'

/** Posts a document as a person, through the front door. */
export async function addPost(
  person: Person,
  section: Section,
  {
    name = 'Lecture notes',
    details = 'What was said in class.',
    file,
    type,
    picture,
  }: { name?: string; details?: string; file?: Buffer; type?: DocumentType; picture?: Buffer } = {},
): Promise<PostCard> {
  const key = await uploadDocument(person, file ?? (await makePdf({ pages: 2, text: name })), type)
  const { status, body, problem } = await person.call(posts.create, {
    body: {
      post_name: name,
      details,
      crn: section.crn,
      course_id: section.courseId,
      doc_url: key,
      doc_name: `${name}.pdf`,
      thumb_url: picture && (await uploadThumbnail(person, picture)),
    },
  })
  if (status !== 200) throw new Error(`The post was refused: ${problem.code} ${problem.detail}`)
  return body.post
}

export async function uploadThumbnail(person: Person, bytes: Buffer): Promise<string> {
  const { body: link } = await person.call(files.thumbnail, {
    body: { name: 'page.png', type: 'image/png', size: bytes.length },
  })
  const sent = await fetch(link.url, {
    method: 'PUT',
    headers: link.headers,
    body: new Blob([Uint8Array.from(bytes)]),
  })
  if (!sent.ok) throw new Error(`The picture was refused: ${sent.status} ${await sent.text()}`)
  return link.key
}
