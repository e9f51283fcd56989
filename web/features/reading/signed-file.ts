import { arrived, send } from '#web/lib/api.ts'
import { pause } from '#web/lib/pause.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import type { SignedAddress } from '#web/lib/signed-address.ts'

export type Part = { bytes: Uint8Array<ArrayBuffer>; total: number }

/** Returns a signed URL; a new one if the last has expired or was refused. */
type Sign = (anew: boolean) => Promise<SignedAddress>

/** The state of reading bytes: `null` while it works, otherwise what it waits for. */
type Report = (waitingFor: ProblemError | null) => void

/**
 * A file behind signed URLs, read part by part. A URL is valid for a minute and a person reads for hours, so
 * the next part after that uses a new URL; if one is refused early, the same part is requested again.
 */
export class SignedFile {
  readonly #sign: Sign
  readonly #report: Report
  #asked: Promise<SignedAddress> | null = null
  #known: SignedAddress | null = null
  #anew = false

  constructor(sign: Sign, report: Report) {
    this.#sign = sign
    this.#report = report
  }

  /** The bytes from `begin` up to, not including, `end`; fewer if the file ends earlier. */
  async read(begin: number, end: number, signal: AbortSignal): Promise<Part> {
    const response = await this.#get(`bytes=${begin}-${end - 1}`, signal)
    const bytes = new Uint8Array(await arrived(response.arrayBuffer(), signal))
    if (response.status === 206) {
      const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
      if (!total) throw new Error('Content-Range can’t be read: the store of files must expose it (CORS)')
      return { bytes, total: Number(total) }
    }
    // A store without ranges sends the whole file.
    return { bytes: begin === 0 ? bytes : bytes.slice(begin, end), total: bytes.length }
  }

  /** Like `read`, but waits as long as it takes for the network or the server to come back. */
  async readPatiently(begin: number, end: number, signal: AbortSignal): Promise<Part> {
    for (let failures = 0; ; failures++) {
      try {
        const part = await this.read(begin, end, signal)
        this.#report(null)
        return part
      } catch (error) {
        if (!isPassing(error) || signal.aborted) throw error
        this.#report(error)
        await pause(Math.min(15_000, 500 * 2 ** failures), signal)
      }
    }
  }

  async #get(range: string, signal: AbortSignal): Promise<Response> {
    const address = await this.#signed()
    try {
      return await send(address.url, { headers: { range }, signal })
    } catch (error) {
      if (!(error instanceof ProblemError) || error.status !== 403) throw error
      this.#drop(address)
      const { url } = await this.#signed()
      return send(url, { headers: { range }, signal })
    }
  }

  #signed(): Promise<SignedAddress> {
    if (this.#known && Date.now() >= this.#known.goodUntil) this.#drop(this.#known)
    this.#asked ??= this.#ask()
    return this.#asked
  }

  async #ask(): Promise<SignedAddress> {
    try {
      this.#known = await this.#sign(this.#anew)
      return this.#known
    } catch (error) {
      this.#asked = null
      throw error
    }
  }

  /** Drops an address that was refused. If several parts are refused at it, only the first one drops it. */
  #drop(address: SignedAddress): void {
    if (this.#known !== address) return
    this.#known = null
    this.#asked = null
    this.#anew = true
  }
}

function isPassing(error: unknown): error is ProblemError {
  return (
    error instanceof ProblemError && (error.code === 'offline' || error.status === 429 || error.status >= 500)
  )
}
