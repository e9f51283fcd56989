import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Deps } from '#server/deps.ts'
import type { Database } from '#server/platform/db/database.ts'
import { callerAddress } from '#server/platform/http/call-limits.ts'
import { problem } from '#server/platform/http/problem.ts'
import { hungUp } from '#server/platform/http/slow-bodies.ts'
import { inOwnFolder } from '#server/platform/sandbox/own-folder.ts'
import { boardLimits, thumbnailId } from '#shared/api/boards.ts'
import { thumbnailTypes } from '#shared/domain/file-types.ts'
import { chargeUpload } from '../files/charge.ts'
import { fileProblem } from '../files/problems.ts'
import { isOwn, noBoard, requireBoard, requireChangeable } from './open-to.ts'

type Name = { id: string; pictureId: string }

/** How long a picture may take to arrive, over a slow line. */
const longestMs = 5 * 60_000

/** The longest side of a stored picture: a page of a document stays readable, a thumbnail small. */
const side = (pictureId: string) => (pictureId === thumbnailId ? 640 : 2400)

/**
 * Stores the picture in the field `file`, redrawn without anything else that the file contained (security
 * F-4).
 */
export async function putPicture(
  deps: Pick<Deps, 'db' | 'fileProcesses' | 'now'>,
  userId: string,
  { id, pictureId }: Name,
  request: FastifyRequest,
  arrivesWithinMs = longestMs,
): Promise<void> {
  await requireChangeable(deps.db, userId, id)
  await refuseManyPictures(deps.db, id)
  const most = boardLimits.pictureBytes
  const bytes = Math.max(1, Math.min(Number(request.headers['content-length'] ?? most), most))
  const end = deps.fileProcesses.hold({
    key: randomUUID(),
    person: userId,
    address: callerAddress(request.ip),
    bytes,
  })
  const arrive = async (folder: string) => {
    const late = setTimeout(() => request.raw.socket.destroy(), arrivesWithinMs)
    try {
      const input = join(folder, 'input')
      // A request that is over never ends the wait for its picture.
      if (request.raw.destroyed) throw cutOff()
      const type = await receive(request, input)
      clearTimeout(late)
      const path = join(folder, 'drawn')
      const shape = { within: side(pictureId) }
      await deps.fileProcesses.inspector
        .image(userId, input, type, [{ path, type: 'image/webp', shape }])
        .catch(fileProblem)
      await store(deps, { id, pictureId }, await readFile(path))
    } catch (error) {
      // A client that hung up reads no answer; this only keeps it out of our error log.
      if (hungUp(request)) throw cutOff()
      throw error
    } finally {
      clearTimeout(late)
    }
  }
  try {
    await charge(deps.db, userId, bytes)
    await inOwnFolder(arrive)
  } finally {
    end()
  }
}

/** Refuses a picture for a person's own board if the pictures on these fill a lot of the database. */
async function refuseManyPictures(db: Database, boardId: string): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(octet_length(board_pictures.bytes)), 0)::bigint as bytes
    from boards join boards own on own.owner_id = boards.owner_id and own.deleted_at is null and ${isOwn('own')}
      join board_pictures on board_id = own.id
    where boards.id = ${boardId} and ${isOwn('boards')}`.execute(db)
  if (rows[0]!.bytes <= boardLimits.pictureBytesTogether) return
  throw problem(
    'quota_exceeded',
    'The pictures on your boards take up too much space. Delete a board that you don’t need.',
  )
}

/** Counts the picture before its first byte is stored, so that one that never arrives counts, too. */
async function charge(db: Database, userId: string, bytes: number): Promise<void> {
  const charged = await db.transaction().execute(trx => chargeUpload(trx, userId, 'board', bytes))
  if (!charged)
    throw problem('quota_exceeded', 'You’ve reached the limit for board pictures. Try again in an hour.')
}

async function receive(request: FastifyRequest, path: string): Promise<keyof typeof thumbnailTypes> {
  const part = request.isMultipart()
    ? await request.file({ limits: { fileSize: boardLimits.pictureBytes } })
    : undefined
  if (part?.fieldname !== 'file') throw problem('invalid', 'Send the picture in the field “file”.')
  if (!isPicture(part.mimetype)) {
    part.file.resume()
    throw problem('unsupported_type', 'Pictures on a board can be PNG, JPEG or WebP.')
  }
  await pipeline(part.file, createWriteStream(path, { flags: 'wx' }))
  if (part.file.truncated) throw tooLarge()
  return part.mimetype
}

function isPicture(type: string): type is keyof typeof thumbnailTypes {
  return type in thumbnailTypes
}

const cutOff = () => problem('malformed', 'The picture was cut off.')

const tooLarge = () =>
  problem('too_large', `Pictures on a board can be up to ${boardLimits.pictureBytes / 1024 / 1024} MB.`)

async function store(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { id, pictureId }: Name,
  bytes: Buffer,
): Promise<void> {
  if (bytes.length > boardLimits.pictureBytes) throw tooLarge()
  // Browsers cache an element's picture for good, so the picture under a name never changes. Its time does: one
  // that is sent again is about to be shown.
  const again = pictureId === thumbnailId ? sql`bytes = excluded.bytes,` : sql``
  await sql`
    insert into board_pictures (board_id, id, bytes, created_at)
    values (${id}, ${pictureId}, ${bytes}, ${now()})
    on conflict (board_id, id) do update set ${again} created_at = excluded.created_at`
    .execute(db)
    .catch((error: { constraint?: string }) => {
      if (error.constraint !== 'board_pictures_not_too_many') throw error
      throw problem(
        'quota_exceeded',
        `A board can have up to ${boardLimits.pictures} pictures, including those in its versions. Continue on another one.`,
      )
    })
}

/** The bytes of a picture on a board that the person may see, or the 404. */
export async function findPicture(db: Database, userId: string, { id, pictureId }: Name): Promise<Buffer> {
  await requireBoard(db, userId, id)
  const bytes = await bytesOf(db, { id, pictureId })
  if (!bytes) throw noBoard()
  return bytes
}

/** The bytes of a picture on a board, for callers who have checked that the person may see it; null if it is gone. */
export async function bytesOf(db: Database, { id, pictureId }: Name): Promise<Buffer | null> {
  const picture = await db
    .selectFrom('board_pictures')
    .select('bytes')
    .where('board_id', '=', id)
    .where('id', '=', pictureId)
    .executeTakeFirst()
  return picture?.bytes ?? null
}
