import { files } from '#shared/api/files.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import type { DocumentType } from '#shared/domain/file-types.ts'
import type { Person } from '../harness/person.ts'
import type { Section } from './catalog.ts'
import { makePdf } from './documents.ts'
import { storeAt, uploadDocument } from './uploads.ts'

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
  const { status, body, problem } = await postUpload(person, section, key, {
    post_name: name,
    details,
    doc_name: `${name}.pdf`,
    thumb_url: picture && (await uploadThumbnail(person, picture)),
  })
  if (status !== 200) throw new Error(`The post was refused: ${problem.code} ${problem.detail}`)
  return body.post
}

/** Asks to post an uploaded document, which may be refused. */
export function postUpload(person: Person, { crn, courseId }: Section, key: string, more = {}) {
  const body = { post_name: 'Notes', details: 'Of the week.', crn, course_id: courseId, doc_url: key }
  return person.call(posts.create, { body: { ...body, doc_name: 'notes.pdf', ...more } })
}

/** Uploads a thumbnail as a person, and returns its key. */
export async function uploadThumbnail(person: Person, bytes: Uint8Array): Promise<string> {
  const { body: link } = await person.call(files.thumbnail, {
    body: { name: 'page.png', type: 'image/png', size: bytes.length },
  })
  return storeAt(link, bytes)
}
