import { createHash, randomUUID } from 'node:crypto'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadConfig } from '#server/config.ts'
import { openSocket } from '../../../test/harness/open-socket.ts'
import { startS3 } from '../../../test/harness/s3.ts'
import { leastSettings } from '../../../test/harness/settings.ts'
import { createApp } from '../http/app.ts'
import { openFolder } from './folder.ts'
import { openS3 } from './s3.ts'
import type { Storage } from './storage.ts'

const pdf = 'application/pdf'
const bytes = Buffer.from('%PDF-1.7 a document of some length')

type Backend = {
  storage: Storage
  folder: string
  /** Moves the store's clock on, where it is ours. */
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
  const grant = (key: string, size?: number) =>
    storage.signedUpload({ key, type: pdf, size, expiresInSeconds: 60 })
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

  it('takes a file at a signed link and answers its etag', async () => {
    const key = newKey()
    const answer = await send(await grant(key, bytes.length))
    expect(answer.status).toBe(200)
    expect(answer.headers.get('etag')).toBeTruthy()
    expect(await storage.head(key)).toEqual({ size: bytes.length })
    expect(await stored(key)).toEqual(bytes)
  })

  it('refuses every upload that isn’t the one the link grants', async () => {
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

  it('serves a file as an attachment of the type and name we say', async () => {
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
    const [reading, writing] = [
      await link(key, 'a.pdf', 1),
      await storage.signedUpload({ key: newKey(), type: pdf, expiresInSeconds: 1 }),
    ]
    if (backend.wait) backend.wait(2)
    else await expect.poll(async () => (await fetch(reading)).status, { timeout: 5_000 }).toBe(403)
    expect((await fetch(reading)).status).toBe(403)
    expect((await send(writing)).status).toBe(403)
  })

  it('keeps nothing of an upload that was cut off', async () => {
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

  it('stores, lists and removes files of the server’s own', async () => {
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

  it('streams a large file through unchanged', async () => {
    const large = Buffer.alloc(20 * 1024 * 1024, 'Ignite ')
    const key = await upload(large)
    const answer = await fetch(await link(key))
    const digest = createHash('sha256')
      .update(new Uint8Array(await answer.arrayBuffer()))
      .digest('hex')
    expect(digest).toBe(createHash('sha256').update(large).digest('hex'))
  })

  it('refuses keys that aren’t of our making', async () => {
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

  it('takes one upload for a link, also when two come at once', async () => {
    const key = `quarantine/${randomUUID()}.pdf`
    const { url, headers } = await backend.storage.signedUpload({ key, type: pdf, expiresInSeconds: 60 })
    const put = (body: string) => fetch(url, { method: 'PUT', headers, body })
    const statuses = await Promise.all(
      ['one', 'two', 'three', 'four'].map(async text => (await put(text)).status),
    )
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
    const refused = await put('five')
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 'conflict' })
  })

  it('serves files so that a browser never runs them', async () => {
    const key = `quarantine/${randomUUID()}.pdf`
    const { url, headers } = await backend.storage.signedUpload({ key, type: pdf, expiresInSeconds: 60 })
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

  it('counts the bytes of an upload that doesn’t say its length', async () => {
    const key = `quarantine/${randomUUID()}.pdf`
    const { url, headers } = await backend.storage.signedUpload({
      key,
      type: pdf,
      size: 10,
      expiresInSeconds: 60,
    })
    const body = new ReadableStream({
      start(controller) {
        controller.enqueue(new Uint8Array(11))
        controller.close()
      },
    })
    const answer = await fetch(url, { method: 'PUT', headers, body, duplex: 'half' } as RequestInit)
    expect(answer.status).toBe(413)
    expect(await backend.storage.head(key)).toBeNull()
    expect(await leftovers(backend.folder, 'a folder')).toEqual([])
  })
})

async function startFolder(): Promise<Backend> {
  const base = await mkdtemp(join(tmpdir(), 'storage-test-'))
  const folder = join(base, 'files')
  const app = await createApp(testConfig(folder))
  let ahead = 0
  const now = () => Temporal.Now.instant().add({ seconds: ahead })
  const inner = openFolder({
    folder,
    secret: 'a secret of 32 characters or more',
    publicUrl: 'http://files.test',
    now,
  })
  await inner.mount(app)
  const address = await app.listen({ host: '127.0.0.1', port: 0 })
  const storage: Storage = {
    ...inner,
    // The port is known once the server listens.
    signedUpload: async grant => {
      const { url, headers } = await inner.signedUpload(grant)
      return { url: url.replace('http://files.test', address), headers }
    },
    signedDownload: async grant => (await inner.signedDownload(grant)).replace('http://files.test', address),
  }
  return {
    storage,
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
  return { storage: openS3(server.options), folder: server.directory, close: server.close }
}

/** Files of uploads that never became whole. */
async function leftovers(folder: string, kind: string): Promise<string[]> {
  const names = await readdir(kind === 'a folder' ? join(folder, '.uploads') : folder).catch(() => [])
  return names.filter(name => kind === 'a folder' || name.includes('upload'))
}

function testConfig(folder: string) {
  return loadConfig({ ...leastSettings, STORAGE_DIR: folder, LOG_LEVEL: 'silent' })
}
