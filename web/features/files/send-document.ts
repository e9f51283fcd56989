import { files } from '#shared/api/files.ts'
import { type PostCard, posts } from '#shared/api/posts.ts'
import { documentTypes } from '#shared/domain/file-types.ts'
import type { PdfChange } from '#shared/domain/pdf-changes.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { storedName } from './file-names.ts'
import type { Prepared } from './prepare-document.ts'
import { transfer } from './transfer.ts'

/** What the person wrote about one document; course and CRN in the form that calls use. */
export type PostFields = { post_name: string; course: string; crn: string; details: string }

/** The parts that have arrived, so that a retry continues where the last attempt ended. */
export type Arrived = { document?: string; thumb?: string }

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
  now: () => number
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
  finish: (fields: PostFields, file: SentFile) => Promise<Sent> = createPost,
): Promise<Sent> {
  let arrived = already
  const keep = (part: Arrived) => {
    arrived = { ...arrived, ...part }
    options.onArrived(arrived)
  }
  try {
    if (!arrived.document) keep({ document: await sendFile(prepared, options) })
    options.onStep({ step: 'file-sent' })
    options.onStep({ step: 'thumbnail' })
    if (prepared.thumb && !arrived.thumb) keep({ thumb: await sendThumbnail(prepared.thumb, options) })
    options.onStep({ step: 'uploaded' })
    // Cancel doesn't abort this: nobody could tell then whether the post was created.
    return await finish(fields, {
      doc_url: arrived.document!,
      doc_name: prepared.name,
      thumb_url: arrived.thumb ?? null,
    })
  } catch (error) {
    // A refused upload is gone from the server; the next attempt sends it again.
    if (error instanceof ProblemError && isAboutTheUpload(error)) options.onArrived({})
    throw error
  }
}

function createPost({ course, ...fields }: PostFields, file: SentFile): Promise<Sent> {
  return call(posts.create, { body: { ...fields, course_id: course, ...file } })
}

async function sendFile({ document, type }: Prepared, options: Options): Promise<string> {
  options.onStep({ step: 'file', share: 0 })
  const { url, key, headers } = await call(
    files.upload,
    { body: { name: storedName(documentTypes[type], options.now()), type, size: document.size } },
    options,
  )
  const onProgress = (share: number) => options.onStep({ step: 'file', share })
  await put({ url, headers, body: document, signal: options.signal, onProgress })
  return key
}

/** Uploads a JPEG as a thumbnail; returns the key by which calls name it. */
export async function sendThumbnail(
  thumb: Blob,
  options: Pick<Options, 'signal' | 'onStep' | 'now'>,
): Promise<string> {
  options.onStep({ step: 'thumbnail-sending', share: 0 })
  const { url, key, headers } = await call(
    files.thumbnail,
    { body: { name: storedName('jpg', options.now()), type: 'image/jpeg', size: thumb.size } },
    options,
  )
  const onProgress = (share: number) => options.onStep({ step: 'thumbnail-sending', share })
  await put({ url, headers, body: thumb, signal: options.signal, onProgress })
  return key
}

async function put(request: Omit<Parameters<typeof transfer>[0], 'method'>): Promise<void> {
  await transfer({ method: 'PUT', ...request })
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
