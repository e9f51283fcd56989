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
  }: { name?: string; details?: string; file?: Buffer; type?: DocumentType } = {},
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
    },
  })
  if (status !== 200) throw new Error(`The post was refused: ${problem.code} ${problem.detail}`)
  return body.post
}
