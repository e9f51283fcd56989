import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { profiles } from '#shared/api/profiles.ts'
import { makeJpeg, makePdf, makePng } from '../../../test/factories/documents.ts'
import { uploadPicture } from '../../../test/factories/pictures.ts'
import type { Person } from '../../../test/harness/person.ts'
import { leastSettings } from '../../../test/harness/settings.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { loadConfig } from '../../config/config.ts'
import { openFolder } from '../../platform/storage/folder.ts'
import { createFileProcesses, type FileProcesses } from '../files/file-processes.ts'
import { copyPicture } from './copy-picture.ts'

const host = 'lh3.googleusercontent.com'
const log = { info() {}, warn() {} } as never

let stack: Stack
let fileProcesses: FileProcesses
let provider: Server
let answer: RequestListener
let asked: string[]
let person: Person
let count = 0

beforeAll(async () => {
  stack = await startStack()
  const config = loadConfig({ ...leastSettings, STORAGE_DIR: stack.storageDir })
  fileProcesses = createFileProcesses(config, log)
  provider = createServer((request, response) => answer(request, response))
  await new Promise<void>(resolve => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await fileProcesses?.close()
  provider?.closeAllConnections()
  provider?.close()
  await stack?.close()
})

beforeEach(async () => {
  asked = []
  person = await stack.signIn(`newcomer${++count}`)
})
afterEach(() => provider.closeAllConnections())

const pictureOf = async () => (await person.call(profiles.own)).body.profile.profile_image

/** Copies as the job does, but resolves the addresses to this test's server. */
async function copy(image: string): Promise<void> {
  const { id } = await stack.db
    .updateTable('users')
    .set({ image })
    .where('email', '=', `newcomer${count}@example.edu`)
    .returning('id')
    .executeTakeFirstOrThrow()
  const now = () => Temporal.Now.instant()
  const storage = openFolder({
    folder: stack.storageDir,
    secret: 'a secret for tests that is long enough',
    publicUrl: stack.url,
    now,
  })
  const jobs = { enqueue: async () => {} } as never
  const config = { pictureHosts: [host, 'avatars.githubusercontent.com'] } as never
  await copyPicture({ db: stack.db, storage, fileProcesses, jobs, config, now, log }, id, (address, init) => {
    asked.push(address.href)
    const { port } = provider.address() as AddressInfo
    return fetch(`http://127.0.0.1:${port}${address.pathname}`, init)
  })
}

const send = (bytes: Uint8Array, type = 'image/jpeg'): RequestListener => {
  return (_, response) => response.writeHead(200, { 'content-type': type }).end(bytes)
}

async function* endless() {
  for (;;) yield Buffer.alloc(65_536, 0xff)
}

describe('a newcomer’s picture at their provider', () => {
  test.each([
    ['a PNG', makePng],
    ['a JPEG', makeJpeg],
  ])('is copied once and redrawn: %s, whatever the provider calls it', async (_, make) => {
    answer = send(await make(), 'text/html')
    await copy(`https://${host}/a/me=s96-c`)
    const shown = await stack.visitor().fetch((await pictureOf())!)
    const { format, width, height } = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect([format, width, height]).toEqual(['webp', 512, 512])
    await copy(`https://${host}/a/me=s96-c`)
    expect(asked).toHaveLength(1)
  })

  test('is found behind a redirect from one known host to another', async () => {
    const picture = await makeJpeg()
    answer = (request, response) => {
      if (request.url === '/moved') return send(picture)(request, response)
      response.writeHead(302, { location: 'https://avatars.githubusercontent.com/moved' }).end()
    }
    await copy(`https://${host}/me`)
    expect(asked).toEqual([`https://${host}/me`, 'https://avatars.githubusercontent.com/moved'])
    expect(await pictureOf()).not.toBeNull()
  })

  test.each([
    `http://${host}/me`,
    'https://evil.example/me',
    `https://${host}.evil.example/me`,
    `https://${host}:8443/me`,
    `https://me@${host}/me`,
    `https://evil.example/?${host}`,
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/me',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'nonsense',
  ])('is never requested from %s', async address => {
    answer = send(await makeJpeg())
    await copy(address)
    expect(asked).toEqual([])
    expect(await pictureOf()).toBeNull()
  })

  test.each([
    'https://169.254.169.254/latest/meta-data',
    `http://${host}/me`,
    'https://evil.example/me',
    '//evil.example/me',
    'file:///etc/passwd',
  ])('is not followed to %s', async location => {
    answer = (_, response) => response.writeHead(302, { location }).end()
    await copy(`https://${host}/me`)
    expect(asked).toHaveLength(1)
    expect(await pictureOf()).toBeNull()
  })

  test('is not followed in a circle', async () => {
    answer = (_, response) => response.writeHead(302, { location: '/me' }).end()
    await copy(`https://${host}/me`)
    expect(asked).toHaveLength(4)
    expect(await pictureOf()).toBeNull()
  })

  test.each<[string, () => Promise<RequestListener>]>([
    ['is missing', async () => (_, response) => response.writeHead(404).end()],
    ['is empty', async () => send(new Uint8Array())],
    ['is a page', async () => send(Buffer.from('<html><script>alert(1)</script>'))],
    ['is a drawing with script', async () => send(Buffer.from('<svg onload="alert(1)"/>'), 'image/svg+xml')],
    ['is a PDF', async () => send(await makePdf())],
    ['is damaged', async () => send((await makePng({ width: 900, height: 900 })).subarray(0, 2000))],
    ['is larger than 5 MiB', async () => send(Buffer.alloc(5 * 1024 * 1024 + 1, 0xff))],
    [
      'never ends',
      async () => (_, response) => {
        pipeline(endless, response.writeHead(200)).catch(() => {})
      },
    ],
  ])('that %s leaves the initials', async (_, make) => {
    answer = await make()
    await copy(`https://${host}/me`)
    expect(asked).toHaveLength(1)
    expect(await pictureOf()).toBeNull()
  })

  test('is retried later when its provider is unreachable', async () => {
    answer = (_, response) => response.writeHead(503).end()
    await expect(copy(`https://${host}/me`)).rejects.toThrow('503')
    answer = request => request.socket.destroy()
    await expect(copy(`https://${host}/me`)).rejects.toThrow()
    answer = send(await makeJpeg())
    await copy(`https://${host}/me`)
    expect(await pictureOf()).not.toBeNull()
  })

  test('never replaces one that the person chose', async () => {
    await person.call(profiles.save, { body: { profile_image: await uploadPicture(person) } })
    const chosen = await pictureOf()
    answer = send(await makeJpeg())
    await copy(`https://${host}/me`)
    expect([await pictureOf(), asked]).toEqual([chosen, []])
  })

  test('never replaces one that the person chooses while the provider sends it', async () => {
    const picture = await makeJpeg()
    let chosen: string | null = null
    const choose = async () => {
      await person.call(profiles.save, { body: { profile_image: await uploadPicture(person) } })
      chosen = await pictureOf()
    }
    answer = (request, response) => void choose().then(() => send(picture)(request, response))
    await copy(`https://${host}/me`)
    expect(chosen).not.toBeNull()
    expect(await pictureOf()).toBe(chosen)
  })
})
