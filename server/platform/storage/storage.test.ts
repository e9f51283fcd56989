import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, open, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '#server/config/config.ts'
import { openSocket } from '../../../test/harness/open-socket.ts'
import { partsFolder, startS3 } from '../../../test/harness/s3.ts'
import { leastSettings } from '../../../test/harness/settings.ts'
import { createApp } from '../http/app.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'
import { createSendings, sendBounds, temporaryBounds } from './send-bounds.ts'
import type { Storage, UploadGrant } from './storage.ts'

const pdf = 'application/pdf'
const MiB = 1024 * 1024
const bytes = Buffer.from('%PDF-1.7 a document of some length')

const uploader = { type: pdf, maxBytes: 50 * MiB, personId: 'somebody', expiresInSeconds: 60 }

type Link = Awaited<ReturnType<Storage['signedUpload']>>

type Backend = {
  storage: Storage
  folder: string
  /** Moves the store's clock forward, if it is ours. */
  wait?: (seconds: number) => void
  close: () => Promise<void>
}

describe.each([
  ['a folder', startFolder],
  ['an S3-compatible store', openS3Backend],
])('Storage in %s', (kind, start) => {
  let backend: Backend
  let storage: Storage
  beforeAll(async () => {
    backend = await start()
    storage = backend.storage
  })
  afterAll(() => backend.close())

  const newKey = () => `quarantine/${randomUUID()}.pdf`
  const grant = (key: string, size?: number, maxBytes = 50 * MiB) =>
    storage.signedUpload({ ...uploader, key, size, maxBytes })
  const send = ({ url, headers }: Awaited<ReturnType<typeof grant>>, body: Buffer = bytes, more = {}) =>
    fetch(url, { method: 'PUT', body: new Uint8Array(body), headers: { ...headers, ...more } })
  const upload = async (content = bytes) => {
    const key = newKey()
    expect((await send(await grant(key), content)).status).toBe(200)
    return key
  }
  const link = (key: string, filename = 'Notes.pdf', expiresInSeconds = 60) =>
    storage.signedDownload({ key, type: pdf, filename, expiresInSeconds })
  const stored = async (key: string) => {
    const found = await storage.get(key)
    return found && buffer(found)
  }

  it('accepts a file at a signed link and returns its etag', async () => {
    const key = newKey()
    const answer = await send(await grant(key, bytes.length))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toBeTruthy()
    expect(await storage.head(key)).toEqual({ size: bytes.length })
    expect(await stored(key)).toEqual(bytes)
  })

  it('reads an object to its end that another request removes as soon as it was found', async () => {
    const key = await upload()
    const found = await storage.get(key)
    if (kind === 'a folder') rmSync(join(backend.folder, key))
    else await storage.remove(key)
    expect(await buffer(found!)).toEqual(bytes)
    expect(await storage.get(key)).toBeNull()
  })

  it('refuses every upload that the link doesn’t grant', async () => {
    const key = newKey()
    const { url, headers } = await grant(key, bytes.length)
    const other = newKey()
    const altered = [
      url.replace(key, other),
      url.replace(key, key.replace('/', '%2f')),
      url.replace('quarantine/', 'documents/'),
      url.replace(/signature=./i, 'signature=~'),
      url.split('?')[0]!,
    ]
    for (const address of altered) {
      const answer = await send({ url: address, headers })
      expect(answer.status, address).toBeGreaterThanOrEqual(400)
    }
    const types = await send({ url, headers }, bytes, { 'content-type': 'text/html' })
    expect(types.status).toBeGreaterThanOrEqual(400)
    const larger = await send({ url, headers }, Buffer.concat([bytes, bytes]))
    expect(larger.status).toBeGreaterThanOrEqual(400)
    const smaller = await send({ url, headers }, bytes.subarray(1))
    expect(smaller.status).toBeGreaterThanOrEqual(400)
    const read = await fetch(url)
    expect(read.status).toBeGreaterThanOrEqual(400)
    expect(await storage.head(key)).toBeNull()
    expect(await storage.head(other)).toBeNull()
  })

  it('serves a file as an attachment with our type and name', async () => {
    const key = await upload()
    const answer = await fetch(await link(key, 'Übung “1”.pdf'))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe(pdf)
    const disposition = answer.headers.get('content-disposition')
    expect(disposition).toMatch(/^attachment; filename="_bung _1_\.pdf"; filename\*=UTF-8''%C3%9Cbung/)
    expect(answer.headers.get('cache-control')).toBe('private, no-store')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes)
  })

  it('serves one range of a file', async () => {
    const address = await link(await upload())
    const answer = await fetch(address, { headers: { range: 'bytes=5-7' } })
    expect(answer.status).toBe(206)
    expect(answer.headers.get('content-range')).toBe(`bytes 5-7/${bytes.length}`)
    expect(await answer.text()).toBe('1.7')
    const past = await fetch(address, { headers: { range: `bytes=${bytes.length}-` } })
    expect(past.status).toBe(416)
  })

  it('refuses altered and foreign download links', async () => {
    const [key, other] = [await upload(), await upload()]
    const address = await link(key)
    const altered = [
      address.replace(key, other),
      address.replace('Notes', 'Virus'),
      address.replace('application%2Fpdf', 'text%2Fhtml'),
      address.split('?')[0]!,
    ]
    for (const url of altered) expect((await fetch(url)).status, url).toBe(403)
    const written = await fetch(address, { method: 'PUT', body: 'x', headers: { 'content-type': pdf } })
    expect(written.status).toBe(403)
    expect(await stored(key)).toEqual(bytes)
  })

  it('refuses an expired link', async () => {
    const key = await upload()
    const reading = await link(key, 'a.pdf', 1)
    const soon = { ...uploader, expiresInSeconds: 1 }
    const sized = await storage.signedUpload({ ...soon, key: newKey(), size: bytes.length })
    const unsized = await storage.signedUpload({ ...soon, key: newKey() })
    backend.wait?.(2)
    const statuses = async () => {
      const answers = await Promise.all([fetch(reading), send(sized), send(unsized)])
      return answers.map(({ status }) => status)
    }
    await expect.poll(statuses).toEqual([403, 403, 403])
  })

  it('keeps nothing of an aborted upload', async () => {
    const key = newKey()
    const { url, headers } = await grant(key, 1_000_000)
    const { pathname, search, host } = new URL(url)
    const socket = openSocket(url)
    const lines = [`PUT ${pathname}${search} HTTP/1.1`, `host: ${host}`, 'content-length: 1000000']
    for (const [name, value] of Object.entries(headers)) lines.push(`${name}: ${value}`)
    socket.write(`${lines.join('\r\n')}\r\n\r\n`)
    socket.write(Buffer.alloc(200_000), () => socket.destroy())
    await new Promise(resolve => socket.on('close', resolve))
    await expect.poll(() => leftovers(backend.folder, kind)).toEqual([])
    expect(await storage.head(key)).toBeNull()
  })

  it.each([
    ['of a size that was named', bytes.length],
    ['of no named size', undefined],
  ])('takes one file per link %s, also when two come at once, and nothing after it', async (_what, size) => {
    const key = newKey()
    const link = await grant(key, size)
    const statuses = await Promise.all([1, 2, 3, 4].map(async () => (await send(link)).status))
    expect(statuses.filter(status => status === 200)).toHaveLength(1)
    expect(new Set(statuses)).toEqual(new Set([200, taken(kind, size)]))
    expect((await send(link)).status).toBe(taken(kind, size))
    await storage.retire(key)
    expect((await send(link)).status).toBe(taken(kind, size))
    expect(await storage.head(key)).toEqual({ size: 0 })
  })

  it('takes nothing at a link whose upload was removed before a file came', async () => {
    const key = newKey()
    const link = await grant(key, bytes.length)
    await storage.retire(key)
    expect((await send(link)).status).toBe(taken(kind, bytes.length))
    expect(await storage.head(key)).toEqual({ size: 0 })
  })

  it('counts the bytes for a link without a stated size', async () => {
    const key = newKey()
    const link = await grant(key, undefined, bytes.length)
    const larger = Buffer.concat([bytes, bytes])
    expect((await send(link, larger)).status).toBe(413)
    const body = new Blob([larger]).stream()
    const { url, headers } = link
    const unsaid = await fetch(url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit)
    expect(unsaid.status).toBe(413)
    for (const altered of [
      url.replace('most=', 'most=9'),
      `${url}&size=x`,
      `${url}&size=Infinity`,
      url.replace('?', '?most=x&'),
    ]) {
      const answer = await send({ url: altered, headers }, larger)
      expect([answer.status, altered]).toEqual([403, altered])
    }
    expect(await storage.head(key)).toBeNull()
    expect((await send(link)).status).toBe(200)
  })

  it('stores, lists and removes the server’s own files', async () => {
    const path = join(backend.folder, '..', `${randomUUID()}.tmp`)
    await writeFile(path, bytes)
    const prefix = `documents/${randomUUID()}`
    await storage.putFile(`${prefix}/a.pdf`, path, pdf)
    await storage.putFile(`${prefix}/b.pdf`, path, pdf)
    await rm(path)
    const keys: string[] = []
    for await (const { key, modified } of storage.list(prefix)) {
      keys.push(key)
      expect(Math.abs(modified.until(Temporal.Now.instant()).total('seconds'))).toBeLessThan(60)
    }
    expect(keys.sort()).toEqual([`${prefix}/a.pdf`, `${prefix}/b.pdf`])
    await storage.remove(`${prefix}/a.pdf`)
    await storage.remove(`${prefix}/a.pdf`)
    expect(await storage.get(`${prefix}/a.pdf`)).toBeNull()
    expect(await stored(`${prefix}/b.pdf`)).toEqual(bytes)
  })

  it('doesn’t list what another program left there', async () => {
    const prefix = `documents/${randomUUID()}`
    const path = join(backend.folder, '..', `${randomUUID()}.tmp`)
    await writeFile(path, bytes)
    await storage.putFile(`${prefix}/a.pdf`, path, pdf)
    await rm(path)
    const below = join(backend.folder, prefix)
    for (const name of await readdir(below))
      await copyFile(join(below, name), join(below, name.replace('a.pdf', 'a.pdf.3f2a.partial')))
    const listed = await Array.fromAsync(storage.list(prefix))
    expect(listed.map(({ key }) => key)).toEqual([`${prefix}/a.pdf`])
  })

  it('stores a stream larger than its parts, in place of an older one, and returns its size', async () => {
    const key = `exports/${randomUUID()}.zip`
    const large = Buffer.alloc(20 * MiB, 'Ignite ')
    expect(await storage.putStream(key, Readable.from([bytes]), 'application/zip')).toBe(bytes.length)
    expect(await stored(key)).toEqual(bytes)
    const pieces = (function* () {
      for (let at = 0; at < large.length; at += 7 * MiB) yield large.subarray(at, at + 7 * MiB)
    })()
    expect(await storage.putStream(key, Readable.from(pieces), 'application/zip')).toBe(large.length)
    expect((await stored(key))!.equals(large)).toBe(true)
    expect(await leftovers(backend.folder, kind)).toEqual([])
  })

  it('keeps nothing of a stream that fails, and the older object under its key', async () => {
    const key = `exports/${randomUUID()}.zip`
    await storage.putStream(key, Readable.from([bytes]), 'application/zip')
    const failing = Readable.from(
      (async function* () {
        yield Buffer.alloc(20 * MiB)
        await expect.poll(() => leftovers(backend.folder, kind)).toHaveLength(1)
        throw new Error('It broke.')
      })(),
    )
    await expect(storage.putStream(key, failing, 'application/zip')).rejects.toThrow('It broke.')
    expect(await stored(key)).toEqual(bytes)
    expect(await leftovers(backend.folder, kind)).toEqual([])
  })

  it('streams a large file through unchanged', async () => {
    const large = Buffer.alloc(20 * 1024 * 1024, 'Ignite ')
    const key = await upload(large)
    const answer = await fetch(await link(key))
    const digest = createHash('sha256')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('hex')
    expect(digest).toBe(createHash('sha256').update(large).digest('hex'))
  })

  it('refuses keys that we didn’t create', async () => {
    for (const key of [
      '../etc/passwd',
      'a/../b',
      '/a',
      'a//b',
      'a\0b',
      'A.pdf',
      'a/.hidden',
      '',
      'x'.repeat(300),
    ]) {
      await expect(grant(key)).rejects.toThrow('Not a storage key')
      await expect(link(key)).rejects.toThrow('Not a storage key')
      await expect(storage.head(key)).rejects.toThrow('Not a storage key')
      await expect(storage.remove(key)).rejects.toThrow('Not a storage key')
    }
  })

  it('says whether it can store files', async () => {
    await expect(storage.check()).resolves.toBeUndefined()
  })
})

describe('The folder store', () => {
  let backend: Backend
  beforeAll(async () => {
    backend = await startFolder()
  })
  afterAll(() => backend.close())

  const put = (
    { url, headers }: Link,
    body: string | Uint8Array<ArrayBuffer> = 'text',
    signal?: AbortSignal,
  ) => fetch(url, { method: 'PUT', headers, body, duplex: 'half', ...(signal && { signal }) } as RequestInit)
  const newLink = (more: Partial<UploadGrant> = {}) =>
    backend.storage.signedUpload({ ...uploader, key: `quarantine/${randomUUID()}.pdf`, ...more })
  const refusal = async (answer: Response) => [
    answer.status,
    ((await answer.json()) as { code: string }).code,
  ]

  /** Begins an upload to a link and stops there. Returns a function to hang up. */
  async function stall(link: Link, bytes = 100) {
    const before = (await leftovers(backend.folder, 'a folder')).length
    const { host, pathname, search } = new URL(link.url)
    const socket = openSocket(link.url)
    const closed = new Promise<void>(resolve => socket.on('close', () => resolve()))
    const head = [`PUT ${pathname}${search} HTTP/1.1`, `host: ${host}`, `content-type: ${pdf}`]
    socket.write(`${head.join('\r\n')}\r\ncontent-length: ${bytes}\r\n\r\n`)
    await expect.poll(async () => (await leftovers(backend.folder, 'a folder')).length).toBe(before + 1)
    return { closed, hangUp: () => socket.destroy() }
  }

  it('takes one body at a time per link: of thirty stalled ones, it takes one and refuses 29', async () => {
    const link = await newLink()
    const { hangUp } = await stall(link)
    const others = await Promise.all(Array.from({ length: 29 }, async () => refusal(await put(link))))
    expect(others).toEqual(Array.from({ length: 29 }, () => [409, 'conflict']))
    expect(await leftovers(backend.folder, 'a folder')).toHaveLength(1)
    hangUp()
    await expect.poll(() => leftovers(backend.folder, 'a folder')).toEqual([])
    expect((await put(link)).status).toBe(200)
    expect(await refusal(await put(link))).toEqual([409, 'link_used'])
  })

  it('allows ten uploads a minute to begin on one link, and then says when to retry', async () => {
    const link = await newLink({ size: 4 })
    for (let nth = 1; nth <= sendBounds.startsByLink; nth++) {
      const { hangUp } = await stall(link, 4)
      hangUp()
      await expect.poll(() => leftovers(backend.folder, 'a folder')).toEqual([])
    }
    const refused = await put(link)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await refusal(refused)).toEqual([429, 'rate_limited'])
    expect((await put(await newLink())).status).toBe(200)
  })

  it('takes eight files at once from one person, and of these 512 MiB', async () => {
    const stalled = []
    for (let nth = 0; nth < 8; nth++) stalled.push(await stall(await newLink()))
    expect(await refusal(await put(await newLink()))).toEqual([429, 'rate_limited'])
    expect((await put(await newLink({ personId: 'someone else' }))).status).toBe(200)
    for (const { hangUp } of stalled) hangUp()
    await expect.poll(() => leftovers(backend.folder, 'a folder')).toEqual([])

    const large = []
    const size = 100 * MiB
    for (let nth = 0; nth < 5; nth++) large.push(await stall(await newLink({ size, maxBytes: size }), size))
    expect(await refusal(await put(await newLink({ maxBytes: size }), new Uint8Array(13 * MiB)))).toEqual([
      429,
      'rate_limited',
    ])
    expect((await put(await newLink({ maxBytes: size }), new Uint8Array(11 * MiB))).status).toBe(200)
    for (const { hangUp } of large) hangUp()
    await expect.poll(() => leftovers(backend.folder, 'a folder')).toEqual([])
  })

  it('takes 64 files at once from one address, whoever sends them', async () => {
    const stalled = []
    for (let nth = 0; nth < 64; nth++) stalled.push(await stall(await newLink({ personId: `person ${nth}` })))
    expect(await refusal(await put(await newLink()))).toEqual([429, 'rate_limited'])
    stalled.pop()!.hangUp()
    await expect.poll(() => leftovers(backend.folder, 'a folder')).toHaveLength(63)
    expect((await put(await newLink())).status).toBe(200)
    for (const { hangUp } of stalled) hangUp()
    await expect.poll(() => leftovers(backend.folder, 'a folder')).toEqual([])
  })

  it('cuts off an upload that comes byte by byte, while the room of all of it stays taken', async () => {
    const impatient = await startFolder({ ...sendBounds, stallMs: 1_000 })
    const size = 100 * MiB
    const link = await impatient.storage.signedUpload({
      ...uploader,
      key: `quarantine/${randomUUID()}.pdf`,
      size,
      maxBytes: size,
    })
    const { host, pathname, search } = new URL(link.url)
    const socket = openSocket(link.url)
    socket.on('error', () => {})
    const head = [`PUT ${pathname}${search} HTTP/1.1`, `host: ${host}`, `content-type: ${pdf}`]
    socket.write(`${head.join('\r\n')}\r\ncontent-length: ${size}\r\n\r\n`)
    const drip = setInterval(() => socket.write('x'), 20)
    await new Promise(resolve => socket.on('close', resolve))
    clearInterval(drip)
    await expect.poll(() => leftovers(impatient.folder, 'a folder')).toEqual([])
    await impatient.close()
  })

  it('cuts off a stalled upload, and accepts a retry on the link', async () => {
    const bounds = { ...sendBounds, stallMs: 50 }
    const impatient = await startFolder(bounds)
    const link = await impatient.storage.signedUpload({ ...uploader, key: `quarantine/${randomUUID()}.pdf` })
    const { host, pathname, search } = new URL(link.url)
    const socket = openSocket(link.url)
    socket.write(
      `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: ${pdf}\r\ncontent-length: 9\r\n\r\nabc`,
    )
    await new Promise(resolve => socket.on('close', resolve))
    await expect.poll(() => leftovers(impatient.folder, 'a folder')).toEqual([])
    // On a busy machine, an honest client may be slower than that.
    bounds.stallMs = sendBounds.stallMs
    expect((await put(link)).status).toBe(200)
    await impatient.close()
  })

  it('removes partial uploads of a killed server, and none that is still in progress, here or on another machine', async () => {
    const gone = spawnSync(process.execPath, ['--version']).pid
    const base = await mkdtemp(join(tmpdir(), 'storage-test-'))
    const uploads = join(base, 'files/.uploads')
    await mkdir(uploads, { recursive: true })
    const newName = (pid: number | undefined, host: string) => `${pid}.${host}.${randomUUID()}`
    const inProgress = [newName(process.ppid, hostname()), newName(gone, 'other.ignite.test')]
    const left = [newName(gone, 'other.ignite.test'), newName(process.ppid, hostname()), randomUUID()]
    for (const name of [...inProgress, ...left, newName(gone, hostname())])
      await writeFile(join(uploads, name), 'x')
    // Nobody has written to these for long.
    for (const name of left) await utimes(join(uploads, name), 0, 0)
    const again = await startFolder(sendBounds, base)
    expect((await leftovers(again.folder, 'a folder')).sort()).toEqual(inProgress.sort())
    await again.close()
  })

  it.runIf(process.platform === 'linux')(
    'answers once a file would be there after a power cut, too',
    async () => {
      await mkdir(backend.folder, { recursive: true })
      const handle = await open(backend.folder)
      const flushed: string[] = []
      const sync = vi.spyOn(Object.getPrototypeOf(handle) as typeof handle, 'sync')
      sync.mockImplementation(async function (this: typeof handle) {
        flushed.push(await readlink(`/proc/self/fd/${this.fd}`))
      })
      await handle.close()
      const [fresh, inside] = ['fresh', 'fresh/inside'].map(name => join(backend.folder, name))
      const path = join(backend.folder, '..', `${randomUUID()}.tmp`)
      await writeFile(path, bytes)
      await backend.storage.putFile('fresh/inside/a.pdf', path, pdf)
      expect(flushed.slice(-3)).toEqual([inside, fresh, backend.folder])
      await backend.storage.putFile('fresh/inside/b.pdf', path, pdf)
      expect(flushed.at(-1)).toBe(inside)
      expect((await put(await newLink({ key: 'fresh/c.pdf' }))).status).toBe(200)
      expect(flushed.at(-1)).toBe(fresh)
      sync.mockRestore()
      await rm(path)
    },
  )

  it('serves files so that a browser never runs them', async () => {
    const key = `quarantine/${randomUUID()}.pdf`
    const { url, headers } = await backend.storage.signedUpload({ ...uploader, key })
    await fetch(url, { method: 'PUT', headers, body: '<script>alert(1)</script>' })
    const answer = await fetch(
      await backend.storage.signedDownload({ key, type: pdf, filename: 'a.pdf', expiresInSeconds: 60 }),
      { method: 'HEAD' },
    )
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      'content-length': '25',
      'accept-ranges': 'bytes',
    })
  })

  it('counts the bytes of uploads without a stated length, and keeps nothing of those it refuses', async () => {
    const tooMuch = async () => {
      const key = `quarantine/${randomUUID()}.pdf`
      const { url, headers } = await backend.storage.signedUpload({ ...uploader, key, size: 10 })
      const body = ReadableStream.from([new Uint8Array(11)])
      const answer = await fetch(url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit)
      return [answer.status, await backend.storage.head(key)]
    }
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(Array.from({ length: 5 }, tooMuch))
      expect(answers).toEqual(Array.from({ length: 5 }, () => [413, null]))
    }
    expect(await leftovers(backend.folder, 'a folder')).toEqual([])
  })
})

describe('An S3-compatible store that takes nothing', () => {
  const busy = createServer((_request, answer) =>
    answer.writeHead(503).end('<Error><Code>SlowDown</Code></Error>'),
  )
  const resetting = createServer(request => request.socket.destroy())
  const refusing = createServer((_request, answer) =>
    answer.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>'),
  )
  const stores = { busy, resetting, refusing }
  let folder: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'storage-test-'))
    for (const store of Object.values(stores)) await once(store.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(async () => {
    for (const store of Object.values(stores)) {
      store.closeAllConnections()
      store.close()
    }
    await rm(folder, { recursive: true })
  })

  /** Those of our open files that are below the folder. */
  async function openFiles(): Promise<string[]> {
    const descriptors = await readdir('/proc/self/fd')
    const paths = await Promise.all(descriptors.map(one => readlink(`/proc/self/fd/${one}`).catch(() => '')))
    return paths.filter(path => path.startsWith(folder))
  }

  it.runIf(process.platform === 'linux').each([
    ['is busy', 'busy'],
    ['hangs up', 'resetting'],
    ['refuses the key', 'refusing'],
  ] as const)('and %s leaves no file of ours open, and prints nothing', async (_what, name) => {
    const port = (stores[name].address() as AddressInfo).port
    const storage = openS3({
      endpoint: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket: 'ignite',
      accessKeyId: 'id',
      secretAccessKey: 'a secret of the store',
      forcePathStyle: true,
      secret: 'a secret of 32 characters or more',
      publicUrl: 'http://files.test',
      now: Temporal.Now.instant,
      hold: createSendings(temporaryBounds),
    })
    const printed = vi.spyOn(console, 'warn').mockReturnValue()
    const path = join(folder, `${name}.tmp`)
    await writeFile(path, Buffer.alloc(5 * MiB))
    await expect(storage.putFile('documents/a.pdf', path, pdf)).rejects.toThrow('We can’t reach your files')
    await expect.poll(openFiles).toEqual([])
    expect(printed).not.toHaveBeenCalled()
    printed.mockRestore()
  })
})

async function startFolder(bounds = sendBounds, inside?: string): Promise<Backend> {
  const base = inside ?? (await mkdtemp(join(tmpdir(), 'storage-test-')))
  const folder = join(base, 'files')
  const app = await createApp(testConfig(folder))
  let ahead = 0
  const now = () => Temporal.Now.instant().add({ seconds: ahead })
  const inner = openFolder({
    folder,
    secret: 'a secret of 32 characters or more',
    publicUrl: 'http://files.test',
    now,
    bounds,
  })
  await inner.mount(app)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    storage: at(address, inner),
    folder,
    wait: seconds => {
      ahead += seconds
    },
    close: async () => {
      await app.close()
      await rm(base, { recursive: true })
    },
  }
}

async function openS3Backend(): Promise<Backend> {
  const server = await startS3()
  const app = await createApp(testConfig(server.directory))
  const links = { secret: 'a secret of 32 characters or more', publicUrl: 'http://files.test' }
  const hold = createSendings(temporaryBounds)
  const inner = openS3({ ...server.options, ...links, now: Temporal.Now.instant, hold })
  await inner.mount(app)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    storage: at(address, inner),
    folder: server.directory,
    close: async () => {
      await app.close()
      await server.close()
    },
  }
}

/** The port is only known once the server listens. */
function at(address: string, storage: Storage): Storage {
  const known = (url: string) => url.replace('http://files.test', address)
  return {
    ...storage,
    signedUpload: async grant => {
      const { url, headers } = await storage.signedUpload(grant)
      return { url: known(url), headers }
    },
    signedDownload: async grant => known(await storage.signedDownload(grant)),
  }
}

/** The answer of a used-up link: ours names the problem, S3 reports a failed condition. */
function taken(kind: string, size: number | undefined): number {
  return kind === 'a folder' || size === undefined ? 409 : 412
}

/** Files of incomplete uploads. */
function leftovers(folder: string, kind: string): Promise<string[]> {
  return readdir(join(folder, kind === 'a folder' ? '.uploads' : partsFolder)).catch(() => [])
}

function testConfig(folder: string) {
  return loadConfig({ ...leastSettings, STORAGE_DIR: folder, LOG_LEVEL: 'silent' })
}
