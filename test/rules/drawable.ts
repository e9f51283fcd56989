import { sql } from 'kysely'
import { boards } from '#shared/api/boards.ts'
import { drawOn, makeBoard, rectangle } from '../factories/boards.ts'
import { makePng } from '../factories/documents.ts'
import type { Person } from '../harness/person.ts'
import type { Stack } from '../harness/stack.ts'
import type { World } from './world.ts'

export { makeBoard, rectangle }

/** The owner's board, by stack: created on first use. */
const made = new WeakMap<Stack, Promise<string>>()

/** A board of the owner's with an element, a version and a picture; always the same one. */
export function makeDrawnBoard({ stack, owner }: World): Promise<string> {
  const known = made.get(stack)
  if (known) return known
  const making = makeBoard(owner).then(async id => {
    await drawOn(owner, id, [rectangle()])
    await sql`insert into board_versions (board_id, sequence, elements, count, kept_at)
      values (${id}, 0, '[]', 0, now())`.execute(stack.db)
    await putPicture(owner, id)
    return id
  })
  made.set(stack, making)
  return making
}

const nowhere = '01999999-9999-7999-8999-999999999999'

/** The first version of a board; a made-up id if there is none. */
export async function versionOf({ owner }: World, id: string): Promise<string> {
  const { body } = await owner.call(boards.versions, { params: { id }, query: {} })
  return body.versions?.at(-1)?.id ?? nowhere
}

/** Stores a picture on a board; returns the status. */
export async function putPicture(person: Person, id: string): Promise<number> {
  const body = new FormData()
  body.set(
    'file',
    new Blob([(await makePng()) as Uint8Array<ArrayBuffer>], { type: 'image/png' }),
    'picture.png',
  )
  const answer = await person.fetch(addressOf(id), { method: boards.putPicture.method, body })
  await answer.body?.cancel()
  return answer.status
}

/** Requests that picture; returns the status. */
export async function showPicture(person: Person, id: string): Promise<number> {
  const answer = await person.fetch(addressOf(id))
  await answer.body?.cancel()
  return answer.status
}

function addressOf(id: string): string {
  return boards.picture.path.replace('{id}', id).replace('{pictureId}', 'page-1')
}
