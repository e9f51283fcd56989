import type { Deps } from '#server/deps.ts'
import type { Implement } from '#server/platform/http/router.ts'
import { boardLimits, boards } from '#shared/api/boards.ts'
import { limitAtOnce } from '../files/limit-at-once.ts'
import { draw } from './draw.ts'
import { boardsLive } from './live.ts'
import { boardOfMeeting } from './of-meeting.ts'
import { bringBoardBack, createBoard, removeBoard, renameBoard, sweepBoards } from './own-board.ts'
import { findPicture, putPicture } from './pictures.ts'
import { elementsSince, findBoard, findVersion, listBoards, listDeleted, listVersions } from './queries.ts'
import { restore } from './restore.ts'

/** Boards: people's own and those of meetings, their content, and their versions. */
export function boardRoutes(implement: Implement, deps: Deps): void {
  const { db } = deps
  deps.jobs.define('sweep-boards', { run: () => sweepBoards(deps), every: '23 4 * * *' })
  boardsLive(deps)

  const one = async (userId: string, id: string) => ({
    status: 'success' as const,
    board: await findBoard(db, userId, id),
  })

  implement(boards.list, async ({ query, login }) => ({
    status: 'success',
    ...(await listBoards(db, login.userId, query.cursor)),
  }))

  implement(boards.deleted, async ({ login }) => ({
    status: 'success',
    boards: await listDeleted(db, login.userId),
  }))

  implement(boards.create, async ({ body, login: { userId } }) =>
    one(userId, await createBoard(deps, userId, body)),
  )

  implement(boards.ofMeeting, async ({ body, login }) =>
    one(login.userId, await boardOfMeeting(deps, login, body.meetingId)),
  )

  implement(boards.get, ({ params, login }) => one(login.userId, params.id))

  implement(boards.rename, async ({ params, body, login: { userId } }) => {
    await renameBoard(deps, userId, params.id, body.title)
    return one(userId, params.id)
  })

  implement(boards.remove, async ({ params, login }) => {
    await removeBoard(deps, login.userId, params.id)
    return { status: 'success' }
  })

  implement(boards.bringBack, async ({ params, login: { userId } }) => {
    await bringBoardBack(deps, userId, params.id)
    return one(userId, params.id)
  })

  implement(boards.elements, async ({ params, query, login }) => ({
    status: 'success',
    ...(await elementsSince(db, login.userId, params.id, query)),
  }))

  implement(boards.draw, async ({ params, body, login }) => ({
    status: 'success',
    ...(await draw(deps, login.userId, params.id, body.elements)),
  }))

  implement(boards.versions, async ({ params, query, login }) => ({
    status: 'success',
    ...(await listVersions(db, login.userId, params.id, query.cursor)),
  }))

  implement(boards.version, async ({ params, login }) => ({
    status: 'success',
    elements: await findVersion(db, login.userId, params.id, params.versionId),
  }))

  implement(boards.restore, async ({ params, body, login }) => {
    await restore(deps, login.userId, params.id, body.version_id)
    return { status: 'success' }
  })

  const beginPicture = limitAtOnce(
    boardLimits.picturesAtOnce,
    'Your other pictures are still uploading. Wait for them, then try again.',
  )
  implement(boards.putPicture, async ({ params, login, request, reply }) => {
    beginPicture(login.userId, reply.raw)
    await putPicture(deps, login.userId, params, request)
    return { status: 'success' }
  })

  implement(boards.picture, async ({ params, login, reply }) => {
    const bytes = await findPicture(db, login.userId, params)
    return reply
      .headers({ 'content-type': 'image/webp', 'cache-control': 'private, max-age=86400' })
      .send(bytes)
  })
}
