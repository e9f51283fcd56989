import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config/config.ts'
import { removeAbandonedFolders } from '#server/platform/sandbox/own-folder.ts'
import { type BeginSending, createSendings, temporaryBounds } from '#server/platform/storage/send-bounds.ts'
import type { Storage } from '#server/platform/storage/storage.ts'
import { fileLimits } from '#shared/domain/file-types.ts'
import { type CheckedDocument, checkDocument, type DocumentUpload } from './check-document.ts'
import type { Converter } from './conversion/conversion.ts'
import { chooseConverter } from './conversion/converter.ts'
import { createInspector, type Inspector } from './inspection/inspector.ts'

/** Where files are checked and converted: separate processes, started on first use. */
export type FileProcesses = {
  inspector: Inspector
  converter: () => Promise<Converter>
  /** Begins what takes room in the temporary folder; throws a Problem if there is none. Returns the function to call at its end. */
  hold: BeginSending
  /**
   * Fetches an uploaded document, checks its type, and returns the version to store: a PDF rewritten, a
   * picture redrawn. Throws a Problem that says what is wrong with it.
   */
  checkDocument<R>(
    storage: Storage,
    upload: DocumentUpload,
    store: (checked: CheckedDocument) => Promise<R>,
  ): Promise<R>
  /**
   * Starts the converter for a file that will probably come: it takes seconds, and uses a gigabyte until it
   * has been idle for a while.
   */
  warm(): Promise<void>
  close(): Promise<void>
  waitsFor(): string[]
}

/**
 * The most that a server has in its temporary folder while it converts one file at a time: what `hold` counts, and one document
 * for each place that has one at once: the outputs of two inspectors, of the illustrator and of the converter, and what the assistant's
 * two readers read.
 */
export const mostTemporaryBytes = temporaryBounds.all.bytes + 6 * fileLimits.documentBytes

/** With `shared` as the inspector, whose owner closes it; else with its own. */
export function createFileProcesses(
  config: Config,
  log: FastifyBaseLogger,
  shared?: Inspector,
): FileProcesses {
  const inspector = shared ?? createInspector()
  removeAbandonedFolders().catch(error =>
    log.warn({ err: error }, 'old temporary folders couldn’t be removed'),
  )
  const hold = createSendings(temporaryBounds)
  let chosen: Promise<Converter> | undefined
  const converter = () => {
    chosen ??= chooseConverter(config.conversion).then(one => {
      log.info({ converter: one.name }, 'chose the converter of office files')
      return one
    })
    return chosen
  }
  return {
    inspector,
    converter,
    hold,
    checkDocument: (storage, upload, store) => checkDocument({ inspector, hold, storage }, upload, store),
    async warm() {
      const { warm } = await converter()
      await warm().catch(error => log.warn({ err: error }, 'the converter isn’t ready yet'))
    },
    async close() {
      if (!shared) await inspector.close()
      await (await chosen)?.close()
    },
    waitsFor: () => ['processes that look into files and convert them'],
  }
}
