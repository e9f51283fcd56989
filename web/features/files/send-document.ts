import type { CallOutput } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { documentTypes } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import { call } from '#web/lib/api.ts'
import { presentMs } from '#web/lib/present-moment.ts'
import { mayHaveHappened, ProblemError } from '#web/lib/problem-error.ts'
import { storedName } from './file-names.ts'
import type { Prepared } from './prepare-document.ts'
import { transfer } from './transfer.ts'

/** What the person wrote about one document; course and CRN in the form that calls use. */
export type PostFields = {
  post_name: string
  course: string
  crn: string
  section_id: number
  details: string
}

type Link = CallOutput<typeof files.upload>

/** The parts that have arrived, and the links of the others, so that a retry continues where the last attempt ended. */
export type Arrived = {
  document?: string
  documentLink?: Link
  thumb?: string
  thumbLink?: Link
  /** Whether an attempt ended without the answer that would say whether it made the post. */
  mayBePosted?: true
}

/** The files that have arrived, in the form that calls use. */
export type SentFile = { doc_url: string; doc_name: string; thumb_url: string | null }

/** The post, and what was changed in its PDF. */
export type Sent = { post: PostCard; changes: PdfChange[] }

/** The steps of sending, in order. `share` counts the bytes of that step. */
export type SendingStep =
  | { step: 'file'; share: number }
  | { step: 'file-sent' }
  | { step: 'thumbnail' }
  | { step: 'thumbnail-sending'; share: number }
  | { step: 'uploaded' }

type Options = {
  signal: AbortSignal
  onStep: (step: SendingStep) => void
  /** Called after each part that arrived. */
  onArrived: (arrived: Arrived) => void
}

/**
 * Uploads a prepared document with its thumbnail and posts it, or does with it what `finish` does. Sending the same
 * document again posts it once.
 */
export async function sendDocument(
  prepared: Prepared,
  fields: PostFields,
  already: Arrived,
  options: Options,
  finish: (fields: PostFields, file: SentFile, mayBePosted: boolean) => Promise<Sent> = createPost,
): Promise<Sent> {
  let arrived = already
  const keep = (part: Arrived) => {
    arrived = { ...arrived, ...part }
    options.onArrived(arrived)
  }
  try {
    if (!arrived.document) {
      const document = await sendFile(prepared, options, arrived.documentLink, documentLink =>
        keep({ documentLink }),
      )
      keep({ document })
    }
    options.onStep({ step: 'file-sent' })
    options.onStep({ step: 'thumbnail' })
    if (prepared.thumb && !arrived.thumb) {
      const thumb = await sendThumbnail(prepared.thumb, options, arrived.thumbLink, thumbLink =>
        keep({ thumbLink }),
      )
      keep({ thumb })
    }
    options.onStep({ step: 'uploaded' })
    const file = {
      doc_url: arrived.document!,
      doc_name: prepared.name,
      thumb_url: arrived.thumb ?? null,
    }
    // Cancel doesn't abort this: nobody could tell then whether the post was created.
    return await finish(fields, file, arrived.mayBePosted === true).catch(error => {
      if (mayHaveHappened(error)) keep({ mayBePosted: true })
      throw error
    })
  } catch (error) {
    // A refused upload is gone from the server; the next attempt sends it again.
    if (error instanceof ProblemError && isAboutTheUpload(error)) options.onArrived({})
    throw error
  }
}

async function createPost(fields: PostFields, file: SentFile, mayBePosted: boolean): Promise<Sent> {
  const { course, ...texts } = fields
  const made = await call(posts.create, { body: { ...texts, course_id: course, ...file } })
  if (!mayBePosted) return made
  // The answer may be the post of an earlier attempt, as it was written then.
  const { post } = await changeOf(made.post)(fields, { thumb_url: file.thumb_url })
  return { post, changes: made.changes }
}

async function sendFile(
  { document, type }: Prepared,
  options: Options,
  link: Link | undefined,
  onLink: (link: Link) => void,
): Promise<string> {
  const body = { name: storedName(documentTypes[type], presentMs()), type, size: document.size }
  return sendPart(document, options, {
    link,
    onLink,
    announce: () => call(files.upload, { body }, options),
    onShare: share => options.onStep({ step: 'file', share }),
  })
}

/** Uploads a JPEG as a thumbnail; returns the key by which calls name it. */
export async function sendThumbnail(
  thumb: Blob,
  options: Pick<Options, 'signal' | 'onStep'>,
  link?: Link,
  onLink: (link: Link) => void = () => {},
): Promise<string> {
  const body = { name: storedName('jpg', presentMs()), type: 'image/jpeg' as const, size: thumb.size }
  return sendPart(thumb, options, {
    link,
    onLink,
    announce: () => call(files.thumbnail, { body }, options),
    onShare: share => options.onStep({ step: 'thumbnail-sending', share }),
  })
}

type Part = {
  link: Link | undefined
  onLink: (link: Link) => void
  announce: () => Promise<Link>
  onShare: (share: number) => void
}

/** Sends over the link of the last attempt while that works: each link counts toward what a person may upload. */
async function sendPart(
  body: Blob,
  { signal }: Pick<Options, 'signal'>,
  { link, onLink, announce, onShare }: Part,
): Promise<string> {
  onShare(0)
  const put = async ({ url, headers, key }: Link) => {
    await transfer({ method: 'PUT', url, headers, body, signal, onProgress: onShare })
    return key
  }
  if (link && Date.parse(link.expires_at) > presentMs()) {
    try {
      return await put(link)
    } catch (error) {
      if (isUsed(error)) return link.key
      if (mayHaveHappened(error as Error)) throw error
    }
  }
  const made = await announce()
  onLink(made)
  return put(made)
}

/** Whether a link took its file already. Nobody else has it, so the file arrived, and only the answer was lost. */
function isUsed(error: unknown): boolean {
  // 412 is what S3 says.
  return error instanceof ProblemError && (error.code === 'link_used' || error.status === 412)
}

const aboutTheUpload = new Set<string>([
  'not_found',
  'conflict',
  'link_expired',
  'too_large',
  'unsupported_type',
  'broken_file',
  'encrypted_file',
  'unsafe_file',
])

function isAboutTheUpload(error: ProblemError): boolean {
  return aboutTheUpload.has(error.code)
}

/** Changes a post: only what differs is sent, since it may have been edited elsewhere meanwhile. */
export function changeOf(post: PostCard) {
  return (fields: PostFields, file: Partial<SentFile> = {}): Promise<Sent> => {
    const { section_id } = fields
    const moved = section_id !== post.section_id
    return call(posts.update, {
      params: { id: post.id },
      body: {
        ...(fields.post_name !== post.post_name && { post_name: fields.post_name }),
        ...(fields.details !== post.details && { details: fields.details }),
        ...(moved && { course_id: fields.course, crn: fields.crn, section_id }),
        ...file,
        thumb_url: file.thumb_url ?? undefined,
      },
    })
  }
}
