import type { BinaryFileData } from '@excalidraw/excalidraw/types'
import type { BoardDrawn } from '#shared/api/board-events.ts'
import { type BoardElement, boards } from '#shared/api/boards.ts'
import { beats, type Version } from '#shared/domain/element-versions.ts'
import { call } from '#web/lib/api.ts'
import { logFailure } from '#web/lib/log-failure.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { idOf, merged, rounded, showsNothing, versionOf } from './elements.ts'
import type { UnsentEdits } from './unsent-edits.ts'

/**
 * Whether the drawing is on the server; `failing` if this answers something unexpected, `broken` if our own code fails.
 */
export type SyncState =
  | 'saved'
  | 'saving'
  | 'offline'
  | 'failing'
  | 'broken'
  | 'signed out'
  | 'no room'
  | 'closed'
  | 'gone'

/** What is on the screen. */
export type Scene = {
  /** Applies other people's states of elements. */
  merge(elements: BoardElement[]): void
  /** The ids of those that are being edited here: other people's states of them must wait. */
  edited(): Set<string | undefined>
  /** Gives an element a version above another person's state of it, and returns it; nothing if it isn't there. */
  outdo(other: BoardElement): BoardElement | undefined
  /** Removes elements that are in none of these. */
  keepOnly(ids: Set<string>): void
  /** Removes elements that the server refuses; of those that it has, the state that it has comes back. */
  remove(elements: BoardElement[], comeBack: boolean): void
  /** Tells the person what the server says. */
  tell(text: string): void
  /** The pictures of elements that the server doesn't have yet. */
  unsentPictures(elements: BoardElement[]): BinaryFileData[]
  /**
   * Makes sure that the pictures of elements reach the server before the elements. Returns those whose picture can't
   * be sent for now, and why.
   */
  sendPictures(elements: BoardElement[]): Promise<{ elements: BoardElement[]; detail: string } | null>
}

/** How long drawing gathers before it is sent: others see a stroke while it is drawn. */
const pauseMs = 150
const keepEveryMs = 500
const longestPauseMs = 15_000
const roomPauseMs = 60_000
const elementsAtOnce = 300
/** Below the server's body limit, with room for the rest of the body. It takes no element that is larger alone. */
const bytesAtOnce = 250_000
const bytesOf = (element: BoardElement) => new Blob([JSON.stringify(element)]).size

/**
 * Keeps a board in this tab and on the server in step. Sends local drawing until the server acknowledges it;
 * other people's changes arrive with consecutive numbers, and a gap triggers a fetch.
 */
export class BoardSync {
  readonly #id: string
  readonly edits: UnsentEdits
  readonly #report: (state: SyncState) => void
  readonly #reportKept: (isKept: boolean) => void
  #scene: Scene | null = null
  /** The last state of each element that the server is known to have, without those that wait. */
  readonly #known = new Map<string, Version>()
  readonly #unsent = new Map<string, BoardElement>()
  /** The ids of those that aren't on this device yet. */
  readonly #unkept = new Set<string>()
  /** The ids of those for which the server has no room now: they wait, so that the others get through. */
  readonly #withoutRoom = new Set<string>()
  /** Whether pictures are being sent. A large one over a slow line takes minutes, so only elements with pictures wait for it. */
  #sendingPictures = false
  /** Whether the person knows why they wait. */
  #saidNoRoom = false
  /** Other people's states of what is being edited here. */
  #waiting: BoardElement[] = []
  #sequence = 0
  #sending = false
  #fetching: Promise<void> | null = null
  #keepTimer: ReturnType<typeof setTimeout> | undefined
  #sendTimer: ReturnType<typeof setTimeout> | undefined
  #sendAt = Number.POSITIVE_INFINITY
  #fetchTimer: ReturnType<typeof setTimeout> | undefined
  #roomTimer: ReturnType<typeof setTimeout> | undefined
  #failures = 0
  #ended = false
  /** Whether it ended by a bug of ours: drawing is still kept on this device, and sent once the page is loaded again. */
  #isBroken = false

  /** `reportKept`: hears whether what isn't on the server is on this device. */
  constructor(
    id: string,
    edits: UnsentEdits,
    report: (state: SyncState) => void,
    reportKept: (isKept: boolean) => void = () => undefined,
  ) {
    this.#id = id
    this.edits = edits
    this.#report = report
    this.#reportKept = reportKept
  }

  /** Everything on the board, including local drawing that didn't reach the server earlier. */
  async open(): Promise<BoardElement[]> {
    const [elements, kept] = await Promise.all([this.#read(), this.edits.read()])
    for (const element of elements) this.#learn(element)
    for (const element of kept) this.#note(element)
    this.#forgetSaved(kept)
    return merged(elements, kept)
  }

  /** Forgets what needn't be sent: the answer that the server has it didn't reach the tab that sent it, or a later state has won. */
  #forgetSaved(kept: BoardElement[]): void {
    // A copy shows the same picture, which is forgotten with any of them.
    const pictures = new Set([...this.#unsent.values()].map(({ fileId }) => fileId).filter(Boolean))
    void this.edits.forget(kept.filter(one => !this.#unsent.has(idOf(one)) && !pictures.has(one.fileId)))
  }

  /** Starts sending, once the opened board is on the screen. */
  start(scene: Scene): void {
    this.#scene = scene
    if (this.#unsent.size > 0) void this.#send()
  }

  /** Stops, and sends once more what the server doesn't have, without waiting for it. */
  end(): void {
    this.#stop()
    this.keep()
    if (!this.#sending && this.#unsent.size > 0) void this.#send()
  }

  /** Takes the current drawing, and returns whether it has changes made here; sends only what the server doesn't have. */
  changed(elements: readonly BoardElement[]): boolean {
    if (this.#ended && !this.#isBroken) return false
    let found = false
    for (const element of elements) found = this.#note(element) || found
    if (!this.#isBroken) this.#mergeOrBreak([])
    if (!found) return false
    this.#keepTimer ??= setTimeout(() => this.keep(), keepEveryMs)
    if (!this.#sending && !this.#isBroken) this.#report('saving')
    this.#sendAfter(this.#failures > 0 ? this.#pauseMs() : pauseMs)
    return true
  }

  /** Applies what another screen drew. If a number is missing before it, fetches instead. */
  heard(drawn: BoardDrawn): void {
    if (this.#ended || drawn.board_id !== this.#id || drawn.sequence <= this.#sequence) return
    if (drawn.elements === null || drawn.before > this.#sequence || this.#fetching) return void this.catchUp()
    this.#mergeOrBreak(drawn.elements)
    this.#sequence = drawn.sequence
  }

  /** Fetches what was missed after a lost connection or a gap; one fetch at a time. */
  async catchUp(): Promise<void> {
    if (this.#fetching) await this.#fetching
    if (this.#ended) return
    this.#fetching ??= this.#fetch().finally(() => {
      this.#fetching = null
    })
    await this.#fetching
  }

  /** Retries at once what waits for the network or for room. */
  retry(): void {
    this.#withoutRoom.clear()
    if (this.#unsent.size > 0) this.#sendAfter(0)
  }

  /** The board is gone. */
  gone(): void {
    this.#stop()
    this.#report('gone')
  }

  /** The board can only be read from now on: drops what the server doesn't have. */
  #close(): void {
    void this.edits.forget([...this.#unsent.values()])
    for (const ids of [this.#unsent, this.#unkept, this.#withoutRoom]) ids.clear()
    this.#stop()
    this.#report('closed')
  }

  /** Ends for good, because a retry would hit the same bug of ours. */
  #break(error: unknown): void {
    logFailure('A board isn’t synced anymore', error)
    this.#isBroken = true
    this.#stop()
    this.#report('broken')
  }

  #stop(): void {
    this.#ended = true
    clearTimeout(this.#sendTimer)
    clearTimeout(this.#fetchTimer)
    clearTimeout(this.#roomTimer)
  }

  async #fetch(): Promise<void> {
    clearTimeout(this.#fetchTimer)
    try {
      const since = this.#sequence
      const elements = await this.#read()
      this.#merge(elements)
      if (since > 0 && this.#readWhole) {
        this.#scene?.keepOnly(new Set([...elements.map(idOf), ...this.#unsent.keys()]))
      }
      if (!this.#sending && !this.#hasToSend()) this.#succeeded()
    } catch (error) {
      this.#failed(error)
      if (!this.#ended) this.#fetchTimer = setTimeout(() => void this.catchUp(), this.#pauseMs())
    }
  }

  #readWhole = false

  /** Everything since the last number. */
  async #read(): Promise<BoardElement[]> {
    const since = this.#sequence
    let found: BoardElement[] = []
    let after: number | undefined
    let whole: boolean | undefined
    for (;;) {
      const query = { since, ...(after !== undefined && { after }) }
      const page = await call(boards.elements, { params: { id: this.#id }, query })
      if (whole !== undefined && page.whole !== whole) {
        // The server swept away what was erased long ago, and can't name it anymore: only the whole board says what is left.
        found = []
        after = whole = undefined
        continue
      }
      found.push(...page.elements)
      after = page.sequence
      whole = page.whole
      if (page.more) continue
      this.#readWhole = page.whole
      this.#sequence = page.sequence
      return found
    }
  }

  #merge(elements: BoardElement[]): void {
    this.#goOn()
    const all = merged(this.#waiting, elements)
    if (all.length === 0) return
    const edited = this.#scene?.edited()
    this.#waiting = all.filter(element => !edited || edited.has(idOf(element)))
    this.#goOn()
    const shown = all.filter(element => edited && !edited.has(idOf(element)))
    for (const element of shown) this.#learn(element)
    // The editor answers whatever it shows with `changed`, which comes back here: for nothing, too.
    if (shown.length > 0) this.#scene?.merge(shown)
  }

  /**
   * Raises our version of an element above someone else's that has arrived but isn't shown yet, if it was edited here meanwhile.
   * Otherwise theirs would win.
   */
  #goOn(): void {
    this.#waiting = this.#waiting.filter(other => {
      const own = this.#unsent.get(idOf(other))
      if (!own) return true
      this.#learn(other)
      // What is sent from here is heard here too, often before the server's answer: equal to ours, it needn't be outdone.
      const above = beats(versionOf(other), versionOf(own)) ? this.#scene?.outdo(other) : own
      if (above) this.#note(above)
      return !above
    })
  }

  /** For callers that must go on: the editor has a stroke to hand over, and the socket has other listeners. */
  #mergeOrBreak(elements: BoardElement[]): void {
    try {
      this.#merge(elements)
    } catch (error) {
      this.#break(error)
    }
  }

  /** The server has this state of an element, or a later one. */
  #learn(element: BoardElement): void {
    const known = this.#known.get(idOf(element))
    if (!known || beats(versionOf(element), known)) this.#known.set(idOf(element), versionOf(element))
  }

  /** Whether to send a state. What shows nothing, such as a shape of a mere click, is erased for everybody else. */
  #note(drawn: BoardElement): boolean {
    const element = showsNothing(drawn) ? { ...drawn, isDeleted: true } : drawn
    const id = idOf(element)
    const known = this.#known.get(id)
    const unsent = this.#unsent.get(id)
    // Something drawn and erased right away concerns nobody.
    if (!known && !unsent && element.isDeleted) return false
    if (!known && element.isDeleted && this.#withoutRoom.has(id)) {
      this.#drop(element)
      return false
    }
    const state = versionOf(element)
    if (known && !beats(state, known)) return false
    if (unsent && !beats(state, versionOf(unsent))) return false
    // The editor changes its elements in place.
    this.#unsent.set(id, rounded(element))
    this.#unkept.add(id)
    if (element.isDeleted) this.#withoutRoom.delete(id)
    return true
  }

  /** Forgets an element that the server refused, and that is erased by now. */
  #drop(element: BoardElement): void {
    const id = idOf(element)
    for (const ids of [this.#unsent, this.#unkept, this.#withoutRoom]) ids.delete(id)
    void this.edits.forget([element])
    if (!this.#sending && !this.#hasToSend()) this.#succeeded()
  }

  #hasToSend(): boolean {
    return this.#unsent.values().some(element => !this.#waits(element))
  }

  #waits(element: BoardElement): boolean {
    return this.#withoutRoom.has(idOf(element)) || (this.#sendingPictures && hasPicture(element))
  }

  /** Stores on this device what isn't there yet. */
  keep(): void {
    clearTimeout(this.#keepTimer)
    this.#keepTimer = undefined
    const elements = [...this.#unsent.values()].filter(element => this.#unkept.has(idOf(element)))
    this.#unkept.clear()
    if (elements.length === 0) return
    void this.edits.keep(elements, this.#scene?.unsentPictures(elements) ?? []).then(isKept => {
      if (isKept) return this.#reportKept(true)
      const lost = elements.map(idOf).filter(id => this.#unsent.has(id))
      // Storing failed: the next change tries again.
      for (const id of lost) this.#unkept.add(id)
      if (lost.length > 0) this.#reportKept(false)
    })
  }

  /**
   * Sends after a pause, or at the time already planned if that is earlier. Otherwise what a person draws without a rest would never be
   * sent.
   */
  #sendAfter(milliseconds: number): void {
    const at = Date.now() + milliseconds
    if (this.#sending || this.#ended || at >= this.#sendAt) return
    clearTimeout(this.#sendTimer)
    this.#sendAt = at
    this.#sendTimer = setTimeout(() => void this.#send(), milliseconds)
  }

  async #send(): Promise<void> {
    if (this.#sending) return
    this.#sending = true
    this.#sendAt = Number.POSITIVE_INFINITY
    const failures = this.#failures
    try {
      while (this.#hasToSend()) {
        // Before the answer, or what it lets go of would be kept for good.
        this.keep()
        await this.#draw(this.#batch())
        // A picture failed.
        if (this.#failures > failures) return
        // Over a fast line, a call for each movement would be more than a person may make.
        if (this.#hasToSend() && !this.#ended) await new Promise(resolve => setTimeout(resolve, pauseMs))
      }
      this.#succeeded()
    } catch (error) {
      this.#failed(error)
    } finally {
      this.#sending = false
      if (this.#hasToSend()) this.#sendAfter(this.#pauseMs())
    }
  }

  async #draw(batch: BoardElement[]): Promise<void> {
    const pictures = batch.filter(hasPicture)
    if (pictures.length > 0) void this.#drawWithPictures(pictures)
    await this.#put(batch.filter(element => !hasPicture(element)))
  }

  async #drawWithPictures(elements: BoardElement[]): Promise<void> {
    this.#sendingPictures = true
    try {
      const late = await this.#scene?.sendPictures(elements)
      if (late) this.#waitForRoom(late.elements, late.detail)
      // They may have changed meanwhile.
      const current = elements.map(element => this.#unsent.get(idOf(element)))
      await this.#put(current.filter(element => element !== undefined))
      this.#sendingPictures = false
      if (!this.#sending && !this.#hasToSend()) this.#succeeded()
    } catch (error) {
      this.#sendingPictures = false
      this.#failed(error)
    }
    if (this.#hasToSend()) this.#sendAfter(this.#pauseMs())
  }

  async #put(wanted: BoardElement[]): Promise<void> {
    const elements = wanted.filter(element => !this.#withoutRoom.has(idOf(element)))
    const [first] = elements
    if (!first) return
    if (bytesOf(first) > bytesAtOnce) return this.#acknowledge([first], [idOf(first)])
    try {
      const { refused } = await call(boards.draw, { params: { id: this.#id }, body: { elements } })
      this.#acknowledge(elements, refused)
    } catch (error) {
      if (codeOf(error) !== 'too_large') throw error
      const waiting = this.#findWithoutRoom(elements)
      this.#waitForRoom(waiting, problemText(error))
      if (waiting.length === 0) throw error
    }
  }

  /** What a full board has no room for: what is new, or else what got larger. */
  #findWithoutRoom(batch: BoardElement[]): BoardElement[] {
    const isNew = (element: BoardElement) => !this.#known.has(idOf(element))
    return batch.some(isNew)
      ? [...this.#unsent.values()].filter(isNew)
      : batch.filter(({ isDeleted }) => !isDeleted)
  }

  #waitForRoom(elements: BoardElement[], why: string): void {
    if (!this.#saidNoRoom) this.#scene?.tell(why)
    this.#saidNoRoom = true
    for (const element of elements) {
      if (element.isDeleted) this.#drop(element)
      else this.#withoutRoom.add(idOf(element))
    }
    clearTimeout(this.#roomTimer)
    if (!this.#ended) this.#roomTimer = setTimeout(() => this.retry(), roomPauseMs)
  }

  #batch(): BoardElement[] {
    const batch: BoardElement[] = []
    let bytes = 0
    for (const element of this.#unsent.values()) {
      if (this.#waits(element)) continue
      bytes += bytesOf(element)
      if (batch.length > 0 && (bytes > bytesAtOnce || batch.length >= elementsAtOnce)) break
      batch.push(element)
    }
    return batch
  }

  #acknowledge(batch: BoardElement[], refused: string[]): void {
    for (const element of batch) {
      if (!refused.includes(idOf(element))) this.#learn(element)
      if (this.#unsent.get(idOf(element)) === element) this.#unsent.delete(idOf(element))
    }
    void this.edits.forget(batch)
    // One that has changed since gets another answer.
    const off = batch.filter(element => refused.includes(idOf(element)) && !this.#unsent.has(idOf(element)))
    const changed = off.filter(element => this.#known.has(idOf(element)))
    const added = off.filter(element => !changed.includes(element))
    if (added.length > 0) this.#scene?.remove(added, false)
    if (changed.length === 0) return
    this.#scene?.remove(changed, true)
    void this.#readAgain()
  }

  /** Reads the whole board. */
  async #readAgain(): Promise<void> {
    while (this.#fetching) await this.#fetching
    this.#sequence = 0
    await this.catchUp()
  }

  #succeeded(): void {
    if (this.#sendingPictures) {
      if (!this.#ended) this.#report('saving')
      return
    }
    this.#failures = 0
    this.#saidNoRoom = this.#withoutRoom.size > 0
    if (this.#unsent.size === 0) this.#reportKept(true)
    if (!this.#ended) this.#report(this.#withoutRoom.size > 0 ? 'no room' : 'saved')
  }

  /** How long to wait after failures in a row. */
  #pauseMs(): number {
    return Math.min(longestPauseMs, 500 * 2 ** this.#failures)
  }

  #failed(error: unknown): void {
    // What was under way then isn't tried again, and the person reads why.
    if (this.#isBroken) return
    this.#failures++
    const code = codeOf(error)
    if (!code) this.#break(error)
    else if (code === 'not_found') this.gone()
    else if (code === 'conflict') this.#close()
    else if (code === 'too_large') this.#report('no room')
    else if (code === 'unauthenticated' || code === 'identity_mismatch') this.#report('signed out')
    else this.#report(code === 'offline' ? 'offline' : 'failing')
  }
}

function hasPicture({ type, isDeleted }: BoardElement): boolean {
  return type === 'image' && !isDeleted
}

/** None if the error is a bug of ours. */
function codeOf(error: unknown): ProblemError['code'] | null {
  return error instanceof ProblemError ? error.code : null
}
