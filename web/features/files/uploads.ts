import type { PostCard } from '#shared/api/posts.ts'
import { officeExtensionOf } from '#shared/domain/file-types.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { createStore } from '#web/lib/store.ts'
import { createLimiter } from './limiter.ts'
import { type Prepared, prepareDocument } from './prepare-document.ts'
import { sameContent } from './same-content.ts'
import { type Arrived, type PostFields, sendDocument } from './send-document.ts'
import { isRefused, type UploadRecord, type UploadState } from './upload-record.ts'

export type UploadsState = { records: readonly UploadRecord[]; sending: boolean }

/** What happened to a file with the name of an existing one. */
export type Duplicate = { name: string; outcome: 'skipped' | 'kept-both' }

export type SendOutcome = { posts: PostCard[]; problems: ProblemError[]; cancelled: boolean }

/** Internal state of a record. */
type Parts = {
  source: File
  removed: AbortController
  /** Resolves with null if the file couldn't be prepared. */
  preparation: Promise<Prepared | null>
  arrived: Arrived
  ownThumb: Blob | null
}

type Work = { prepare: typeof prepareDocument; send: typeof sendDocument }

const atOnce = 2

/**
 * The files of one upload form: prepared as soon as they are chosen, sent on Post. Outlives the dialog that
 * shows it.
 */
export class Uploads {
  readonly #store = createStore<UploadsState>({ records: [], sending: false })
  readonly #parts = new Map<string, Parts>()
  readonly #work: Work
  readonly #preparing = createLimiter(atOnce)
  // Conversions are the server's heaviest work; a person's files wait here rather than there.
  readonly #converting = createLimiter(1)
  #adding: Promise<unknown> = Promise.resolve()
  #sending: { controller: AbortController; outcome: Promise<SendOutcome> } | null = null
  #made = 0

  constructor(work: Work = { prepare: prepareDocument, send: sendDocument }) {
    this.#work = work
  }

  readonly state = this.#store.read
  readonly subscribe = this.#store.subscribe

  /**
   * Adds files. Skips one with the name and content of an existing file; if the content differs, it may be a
   * newer version, so both stay.
   */
  add(files: readonly File[]): Promise<Duplicate[]> {
    const added = this.#adding.then(async () => {
      const duplicates: Duplicate[] = []
      for (const file of files) {
        const outcome = await this.#addOne(file)
        if (outcome) duplicates.push({ name: file.name, outcome })
      }
      return duplicates
    })
    this.#adding = added
    return added
  }

  async #addOne(file: File): Promise<Duplicate['outcome'] | null> {
    const { records } = this.state()
    if (records.length === 1 && isRefused(records[0]!)) this.remove(records[0]!.id)
    const twins = this.state().records.filter(record => record.defaultName === file.name)
    for (const twin of twins) {
      if (isRefused(twin)) this.remove(twin.id)
      else if (await sameContent(this.#parts.get(twin.id)!.source, file)) return 'skipped'
    }
    this.#insert(file)
    return twins.some(twin => !isRefused(twin)) ? 'kept-both' : null
  }

  #insert(file: File): void {
    const id = `file-${++this.#made}`
    const record: UploadRecord = {
      id,
      file: null,
      defaultName: file.name,
      size: file.size,
      thumb: null,
      ownThumb: null,
      uploaded: false,
      state: { is: 'preparing', step: null },
    }
    this.#set({ records: [...this.state().records, record] })
    this.#parts.set(id, {
      source: file,
      removed: new AbortController(),
      preparation: Promise.resolve(null),
      arrived: {},
      ownThumb: null,
    })
    this.prepare(id)
  }

  /** Prepares a file, and retries one that failed for a temporary reason. */
  prepare(id: string): void {
    const parts = this.#parts.get(id)
    if (!parts) return
    this.#move(id, { is: 'preparing', step: null })
    const { signal } = parts.removed
    const inTurn = officeExtensionOf(parts.source.name) ? this.#converting : this.#preparing
    parts.preparation = inTurn(async () => {
      signal.throwIfAborted()
      return this.#work.prepare(parts.source, {
        signal,
        onStep: step => this.#move(id, { is: 'preparing', step }),
      })
    }).then(
      prepared => {
        if (!parts.ownThumb) this.#show(id, prepared.thumb)
        this.#move(id, { is: 'ready' })
        return prepared
      },
      error => {
        if (!signal.aborted) this.#fail(id, 'preparing', error)
        return null
      },
    )
  }

  /** Removes a file and stops its work. */
  remove(id: string): void {
    this.#parts.get(id)?.removed.abort(cancelled())
    this.#forget(id)
    this.#parts.delete(id)
    this.#set({ records: this.state().records.filter(record => record.id !== id) })
  }

  /** Sets another picture as a file's thumbnail, or with null the file's own again. */
  async setThumbnail(id: string, thumb: { name: string; image: Blob } | null): Promise<void> {
    const parts = this.#parts.get(id)
    if (!parts) return
    parts.ownThumb = thumb?.image ?? null
    parts.arrived = { ...parts.arrived, thumb: undefined, thumbLink: undefined }
    this.#change(id, { ownThumb: thumb?.name ?? null })
    const image = thumb?.image ?? (await parts.preparation)?.thumb ?? null
    if (parts.ownThumb === (thumb?.image ?? null)) this.#show(id, image)
  }

  /** Posts every file that isn't posted yet; a second call while one runs returns the same promise. */
  send(fieldsOf: (record: UploadRecord) => PostFields): Promise<SendOutcome> {
    this.#sending ??= this.#start(fieldsOf)
    return this.#sending.outcome
  }

  /** Aborts requests in progress. Files whose post is already being created are finished. */
  cancel(): void {
    this.#sending?.controller.abort(cancelled())
  }

  /** Returns a file, whose problem shows elsewhere, to those that can be sent. */
  settle(id: string): void {
    if (this.#record(id)?.state.is === 'failed') this.#move(id, { is: 'ready' })
  }

  /** Clears all files, and returns those that weren't posted. */
  clear(): File[] {
    const { records } = this.state()
    const files = records
      .filter(({ state }) => state.is !== 'posted')
      .map(({ id }) => this.#parts.get(id)!.source)
    for (const { id } of records) this.remove(id)
    return files
  }

  #start(fieldsOf: (record: UploadRecord) => PostFields) {
    const controller = new AbortController()
    const targets = this.state().records.filter(record => record.state.is !== 'posted' && !isRefused(record))
    this.#set({ sending: true })
    for (const target of targets) if (target.state.is === 'ready') this.#move(target.id, { is: 'queued' })
    const limit = createLimiter(atOnce)
    const sendings = targets.map(target =>
      limit(() => this.#sendOne(target.id, fieldsOf(target), controller.signal)),
    )
    const outcome = Promise.all(sendings).then(results => {
      this.#sending = null
      this.#set({ sending: false })
      return {
        posts: results.filter(post => post !== null),
        problems: this.state().records.flatMap(({ state }) => (state.is === 'failed' ? [state.problem] : [])),
        cancelled: controller.signal.aborted,
      }
    })
    return { controller, outcome }
  }

  async #sendOne(id: string, fields: PostFields, signal: AbortSignal): Promise<PostCard | null> {
    const parts = this.#parts.get(id)
    if (!parts || signal.aborted) {
      this.#rest(id)
      return null
    }
    const stop = AbortSignal.any([signal, parts.removed.signal])
    try {
      const prepared = await whileWanted(this.#preparedOf(id, parts), stop)
      if (!prepared) return null
      const { post, changes } = await this.#work.send(
        { ...prepared, thumb: parts.ownThumb ?? prepared.thumb },
        fields,
        parts.arrived,
        {
          signal: stop,
          onStep: step => this.#move(id, { is: 'sending', step }),
          onArrived: arrived => {
            parts.arrived = arrived
            this.#change(id, { file: arrived.document ?? null, uploaded: arrived.document !== undefined })
          },
        },
      )
      this.#move(id, { is: 'posted', changes })
      return post
    } catch (error) {
      if (stop.aborted) this.#rest(id)
      else this.#fail(id, 'sending', error)
      return null
    }
  }

  async #preparedOf(id: string, parts: Parts): Promise<Prepared | null> {
    const prepared = await parts.preparation
    if (prepared) return prepared
    const record = this.#record(id)
    if (!record || isRefused(record)) return null
    this.prepare(id)
    return parts.preparation
  }

  /** Back to the state before sending. */
  #rest(id: string): void {
    const state = this.#record(id)?.state.is
    if (state === 'queued' || state === 'sending') this.#move(id, { is: 'ready' })
  }

  #fail(id: string, during: 'preparing' | 'sending', error: unknown): void {
    this.#move(id, { is: 'failed', during, problem: problemOf(error) })
  }

  #move(id: string, state: UploadState): void {
    this.#change(id, { state })
  }

  #show(id: string, image: Blob | null): void {
    this.#forget(id)
    this.#change(id, { thumb: image && URL.createObjectURL(image) })
  }

  /** Frees the picture behind a record's address. */
  #forget(id: string): void {
    const address = this.#record(id)?.thumb
    if (address) URL.revokeObjectURL(address)
  }

  #record(id: string): UploadRecord | undefined {
    return this.state().records.find(record => record.id === id)
  }

  #change(id: string, change: Partial<UploadRecord>): void {
    this.#set({
      records: this.state().records.map(record => (record.id === id ? { ...record, ...change } : record)),
    })
  }

  #set(change: Partial<UploadsState>): void {
    this.#store.set({ ...this.state(), ...change })
  }
}

function problemOf(error: unknown): ProblemError {
  if (error instanceof ProblemError) return error
  logFailure('A file couldn’t be handled', error)
  return new ProblemError({ code: 'internal', status: 0, detail: 'This file couldn’t be handled.' })
}

const cancelled = () => new DOMException('Canceled', 'AbortError')

/** The promise's value, or the signal's reason as soon as it is aborted. */
function whileWanted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    promise.then(resolve, reject)
  })
}
