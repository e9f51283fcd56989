import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { createRouter, type ReadLogin } from '#server/platform/http/router.ts'
import { dialogueRoutes } from './dialogues/routes.ts'
import { createOcr } from './documents/pictures/ocr.ts'
import { createReader } from './documents/reading/reader.ts'
import { documentRoutes } from './documents/routes.ts'
import { createEmbedder } from './model/embedder.ts'
import { createModel } from './model/model.ts'

/** The study assistant: what it reads of documents, and people’s dialogues with it. */
export async function assistantService(
  app: FastifyInstance,
  { config, db, replica, redis, jobs, storage, log, now }: Deps,
  readLogin: ReadLogin,
): Promise<void> {
  const implement = createRouter(app, { config, db, replica, redis }, readLogin)
  const reader = createReader()
  const ocr = createOcr()
  const closing = new AbortController()
  const model = await createModel(config)
  const embedder = await createEmbedder(config)
  const deps = { config, db, jobs, storage, log, now, reader, ocr, model, embedder, closing: closing.signal }
  documentRoutes(implement, deps)
  dialogueRoutes(implement, deps)
  // Runs before the port closes: waits for answers in progress.
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onClose', async () => void (await Promise.all([reader.close(), ocr.close()])))
}
