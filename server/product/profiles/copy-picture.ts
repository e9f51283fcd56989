import { createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import type { Deps } from '#server/deps.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { pictureTypeIn } from '#shared/domain/file-types.ts'
import { acceptFetchedPicture } from '../files/accept-picture.ts'
import type { ImageType } from '../files/inspection/inspection.ts'
import { setFirstPicture } from './picture.ts'

type CopyDeps = Pick<Deps, 'config' | 'db' | 'jobs' | 'storage' | 'fileProcesses' | 'now' | 'log'>
/** How to fetch an address; tests redirect it to a server of their own. */
type Request = (address: URL, init: RequestInit) => Promise<Response>

const job = 'copy-picture'
const maxBytes = 5 * 1024 * 1024
const maxRedirects = 3
const timeoutMs = 10_000

/** Enqueues copying a newcomer's picture from their provider. */
export async function enqueuePictureCopy(
  { jobs, db }: Pick<Deps, 'jobs' | 'db'>,
  userId: string,
): Promise<void> {
  await jobs.enqueue(db, job, userId, { userId })
}

/** Defines how it is copied. */
export function definePictureCopy(deps: CopyDeps): void {
  deps.jobs.define<{ userId: string }>(job, { run: ({ userId }) => copyPicture(deps, userId) })
}

/**
 * Copies a person's picture from their provider, once. Loading it from there would reveal who looks at whom.
 * If it can't be fetched, or isn't a picture, the person keeps their initials.
 */
export async function copyPicture(deps: CopyDeps, userId: string, request: Request = fetch): Promise<void> {
  const person = await deps.db
    .selectFrom('users')
    .select(['image', 'picture_id'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (!person?.image || person.picture_id) return
  const { image } = person
  try {
    const kept = await acceptFetchedPicture(deps, userId, path =>
      fetchPicture(image, deps.config.pictureHosts, path, request),
    )
    await deps.db.transaction().execute(trx => setFirstPicture(trx, deps, userId, kept.id))
  } catch (error) {
    if (!(error instanceof Unfit || error instanceof Problem)) throw error
    deps.log.info({ reason: error.message }, 'a provider’s picture was not copied')
  }
}

/** The address or its content can't be copied, now or later. */
class Unfit extends Error {}

async function fetchPicture(
  image: string,
  hosts: string[],
  path: string,
  request: Request,
): Promise<ImageType> {
  const signal = AbortSignal.timeout(timeoutMs)
  let address = allowed(image, hosts)
  for (let hops = 0; ; hops++) {
    // Followed here, since each hop must be an allowed host, too: otherwise a redirect could reach into our
    // own network.
    const answer = await request(address, { redirect: 'manual', signal, headers: { accept: 'image/*' } })
    const next = answer.status >= 300 && answer.status < 400 ? answer.headers.get('location') : null
    if (next === null) {
      await keepBody(answer, path)
      return typeOf(path)
    }
    await answer.body?.cancel()
    if (hops === maxRedirects) throw new Unfit('it leads on and on')
    address = allowed(new URL(next, address).href, hosts)
  }
}

function allowed(address: string, hosts: string[]): URL {
  const url = URL.parse(address)
  const fits =
    url?.protocol === 'https:' &&
    url.port === '' &&
    !url.username &&
    !url.password &&
    hosts.includes(url.hostname)
  if (!fits) throw new Unfit('it is at no address pictures are copied from')
  return url
}

async function keepBody(answer: Response, path: string): Promise<void> {
  if (answer.status >= 500) throw new Error(`The provider of a picture answered ${answer.status}`)
  if (!answer.ok || !answer.body) {
    await answer.body?.cancel()
    throw new Unfit(`its provider answered ${answer.status}`)
  }
  let size = 0
  const limited = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > maxBytes) throw new Unfit('it is too large')
      yield chunk
    }
  }
  await pipeline(answer.body, limited, createWriteStream(path, { flags: 'wx' }))
}

/** By its first bytes: the provider's content type is only a claim. */
async function typeOf(path: string): Promise<ImageType> {
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(12), 0, 12, 0)
    const type = pictureTypeIn(buffer)
    if (type) return type
    throw new Unfit('it is no picture')
  } finally {
    await file.close()
  }
}
