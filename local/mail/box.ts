import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'

/** How many messages are kept; the oldest are removed first. */
const kept = 200

export type Mail = {
  id: string
  from: string
  to: string
  replyTo: string
  subject: string
  received: string
  text: string
  html: string | null
}

export type Box = {
  add: (message: Buffer) => Promise<void>
  /** The newest first. */
  list: () => Promise<Mail[]>
  read: (id: string) => Promise<Mail | null>
}

/** The messages of a folder, one file each in wire format, named by arrival time. */
export async function openBox(folder: string, now: () => Temporal.Instant): Promise<Box> {
  await mkdir(folder, { recursive: true })
  const ids = async () => {
    const files = await readdir(folder)
    return files
      .filter(file => file.endsWith('.eml'))
      .map(file => file.slice(0, -4))
      .sort()
      .reverse()
  }
  let last = 0
  const load = async (id: string) => parse(id, await readFile(join(folder, `${id}.eml`)))
  return {
    async add(message) {
      // Two within a millisecond still have an order.
      last = Math.max(now().epochMilliseconds, last + 1)
      const id = `${last}-${randomBytes(4).toString('hex')}`
      // Renamed when complete, so that a concurrent list has no half message.
      await writeFile(join(folder, `${id}.part`), message)
      await rename(join(folder, `${id}.part`), join(folder, `${id}.eml`))
      for (const old of (await ids()).slice(kept)) await rm(join(folder, `${old}.eml`), { force: true })
    },
    list: async () => Promise.all((await ids()).map(load)),
    async read(id) {
      return (await ids()).includes(id) ? load(id) : null
    },
  }
}

async function parse(id: string, raw: Buffer): Promise<Mail> {
  const mail = await PostalMime.parse(raw)
  return {
    id,
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).map(({ address }) => address).join(', '),
    replyTo: (mail.replyTo ?? []).map(({ address }) => address).join(', '),
    subject: mail.subject || '(no subject)',
    received: new Date(Number(id.split('-')[0])).toISOString(),
    text: mail.text ?? '',
    html: mail.html ?? null,
  }
}
