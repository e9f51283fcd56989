import { reading } from '#shared/api/reading.ts'
import { call } from '#web/lib/api.ts'
import { forgetAll, recall, remember, rememberedKeys } from '#web/lib/device-memory.ts'
import { ownerKey, pageOwner } from '#web/lib/page-owner.ts'
import { onceLater } from '#web/lib/pause.ts'
import { isAway } from '#web/lib/problem-error.ts'

type Unsent = { page: number; at: number }

const prefix = 'reading/'

function ownPrefix(): string {
  const owner = pageOwner()
  return `${prefix}${owner ? ownerKey(owner) : ''}/`
}

const keyOf = (fileKey: string) => ownPrefix() + fileKey

/** The page where the person left a document, if the server doesn't know it yet. */
export function unsentPage(fileKey: string): number | undefined {
  return read(keyOf(fileKey))?.page
}

/**
 * Saves where the person is. This browser keeps it until the server has it: there may be no network, and the tab may close before it
 * says so.
 */
export async function sendPage(fileKey: string, page: number): Promise<void> {
  const unsent = { page, at: Date.now() }
  remember(keyOf(fileKey), JSON.stringify(unsent))
  await send(fileKey, unsent)
}

/** Drops the page of a document that the person wants forgotten. */
export function dropUnsentPage(fileKey: string): void {
  remember(keyOf(fileKey), null)
}

/** Sends what the server doesn't know yet. What fails again stays for another time. */
export async function sendUnsentPages(): Promise<void> {
  const own = ownPrefix()
  const fileKeys = rememberedKeys(own).map(key => key.slice(own.length))
  await Promise.all(
    fileKeys.map(async fileKey => {
      const unsent = read(keyOf(fileKey))
      // By this device's clock, which may be wrong.
      const secondsAgo = unsent ? Math.max(0, Math.round((Date.now() - unsent.at) / 1000)) : 0
      if (unsent) await send(fileKey, unsent, secondsAgo).catch(() => {})
    }),
  )
}

/** Forgets everybody's. */
export const forgetUnsentPages = (): void => forgetAll(prefix)

async function send(fileKey: string, { page, at }: Unsent, secondsAgo?: number): Promise<void> {
  const key = keyOf(fileKey)
  const forget = () => {
    // The person may have turned the page meanwhile.
    if (read(key)?.at === at) remember(key, null)
  }
  try {
    const body = { fileKey, pageNumber: page, ...(secondsAgo !== undefined && { secondsAgo }) }
    await call(reading.keepPosition, { body }, { keepalive: true })
    forget()
  } catch (error) {
    if (isAway(error)) void sendLater()
    else forget()
    throw error
  }
}

const sendLater = onceLater(sendUnsentPages)

function read(key: string): Unsent | null {
  try {
    return JSON.parse(recall(key) ?? 'null')
  } catch {
    return null
  }
}
