import { fork, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { processExists } from '#server/platform/process-exists.ts'
import { bubblewrapWorks } from '#server/platform/sandbox/bubblewrap.ts'
import type { OfficeExtension } from '#shared/domain/file-types.ts'
import {
  makeDocm,
  makeDocx,
  makeDocxWithExternalPicture,
  makeLyingPdf,
  makeOdt,
  makePdf,
  makePptx,
  makeRtf,
  makeTxt,
  makeXlsx,
  makeZipBomb,
  truncated,
} from '../../../../test/factories/documents.ts'
import { makeZip } from '../../../../test/factories/zip.ts'
import { createInspector, type Inspector } from '../inspection/inspector.ts'
import type { Converter } from './conversion.ts'
import { createGotenberg } from './gotenberg.ts'
import { createLibreOffice } from './libreoffice.ts'
import { officeToPdf } from './office-to-pdf.ts'
import { createWasmOffice } from './wasm-office.ts'

/** On a busy machine the time says nothing. */
const timeoutMs = 110_000

let folder: string
let inspector: Inspector
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conversion-test-'))
  inspector = createInspector()
})
afterAll(async () => {
  await inspector.close()
  await rm(folder, { recursive: true })
})

async function convert(
  converter: Converter,
  bytes: Buffer,
  extension: OfficeExtension,
  signal?: AbortSignal,
) {
  const own = await mkdtemp(join(folder, 'job-'))
  const input = join(own, 'input')
  await writeFile(input, bytes)
  const job = { personId: 'ana', folder: own, input, extension, ...(signal && { signal }) }
  const path = await officeToPdf({ inspector, converter: async () => converter }, job)
  return inspector.pdf('ana', path, join(folder, `${crypto.randomUUID()}.pdf`))
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('LibreOffice from npm', () => {
  let converter: Converter
  beforeAll(async () => {
    converter = createWasmOffice({ timeoutMs, concurrency: 1 })
    await converter.warm()
  })
  afterAll(() => converter.close())

  it.each<[OfficeExtension, () => Buffer | Promise<Buffer>, number]>([
    ['docx', () => makeDocx({ pages: 3 }), 3],
    ['docm', () => makeDocm({ pages: 2 }), 2],
    ['pptx', () => makePptx({ pages: 2 }), 2],
    ['xlsx', () => makeXlsx(), 1],
    ['odt', () => makeOdt(), 1],
    ['rtf', () => makeRtf(), 1],
    ['txt', () => makeTxt(), 1],
  ])('makes a PDF of a .%s', async (extension, make, pages) => {
    expect(await convert(converter, await make(), extension)).toEqual({ pages, changes: [] })
  })

  it('refuses what only looks like a document, and keeps working', async () => {
    const hollow = makeZip([
      { name: '[Content_Types].xml', data: '<Types/>' },
      { name: 'word/document.xml', data: '<nonsense' },
    ])
    await expect(convert(converter, hollow, 'docx')).rejects.toMatchObject({ code: 'broken_file' })
    await expect(convert(converter, truncated(await makeDocx()), 'docx')).rejects.toMatchObject({
      code: 'broken_file',
    })
    await expect(convert(converter, makeZipBomb(), 'docx')).rejects.toMatchObject({ code: 'unsafe_file' })
    expect(await convert(converter, await makeDocx(), 'docx')).toEqual({ pages: 1, changes: [] })
  })

  it('contacts no other server that a document refers to', async () => {
    let hits = 0
    const server = createServer((_request, answer) => {
      hits++
      answer.end()
    })
    const address = await listen(server)
    await convert(converter, await makeDocxWithExternalPicture(address), 'docx')
    server.close()
    expect(hits).toBe(0)
  })

  it('ends a conversion whose caller has left', async () => {
    const leaving = new AbortController()
    const converted = convert(converter, await makeDocx({ pages: 60 }), 'docx', leaving.signal)
    setTimeout(() => leaving.abort(), 50)
    await expect(converted).rejects.toMatchObject({ code: 'upstream_unavailable' })
  })
})

it('a conversion that times out is ended, and says so', async () => {
  const converter = createWasmOffice({ timeoutMs: 1, concurrency: 1 })
  try {
    await expect(convert(converter, await makeDocx(), 'docx')).rejects.toMatchObject({
      code: 'conversion_timeout',
    })
  } finally {
    await converter.close()
  }
}, 300_000)

it('the processes for files end with a killed server', async () => {
  const parent = fork(join(import.meta.dirname, '../../../../test/factories/inspecting-parent.ts'), {
    stdio: 'ignore',
  })
  await new Promise(resolve => parent.once('message', resolve))
  expect(await processesOf('inspector-child.ts', parent.pid!)).not.toEqual([])
  const children = await processesOf('inspector-child.ts', parent.pid!)
  parent.kill('SIGKILL')
  await expect.poll(() => children.filter(processExists)).toEqual([])
})

const enclosed = await bubblewrapWorks()

describe('LibreOffice on this machine', () => {
  /** A program in place of LibreOffice; it finds its output folder the same way. */
  async function stand(script: string, withinMs = timeoutMs) {
    const place = await mkdtemp(join(folder, 'office-'))
    const soffice = join(place, 'soffice')
    await writeFile(soffice, `#!/bin/sh\nwhile [ "$1" != --outdir ]; do shift; done\nout=$2\n${script}\n`)
    await chmod(soffice, 0o755)
    return createLibreOffice({ soffice, timeoutMs: withinMs, concurrency: 2 })
  }
  const output = () => join(folder, `${crypto.randomUUID()}.pdf`)
  const input = async () => {
    const path = join(folder, crypto.randomUUID())
    await writeFile(path, 'x')
    return path
  }
  const attempt = async (script: string, withinMs?: number) => {
    const to = output()
    await (await stand(script, withinMs)).convert({ input: await input(), extension: 'docx', output: to })
    return readFile(to, 'utf8')
  }

  it.runIf(enclosed)('sees no network, and none of our files and processes', async () => {
    const secret = join(folder, 'secret')
    await writeFile(secret, 'canary')
    const found = await attempt(`exec > $out/document.pdf 2>&1
      cat ${secret} /etc/passwd /root/.profile; env; ls /home /root ${import.meta.dirname}
      cat /proc/*/environ | tr '\\0' '\\n'; ls /proc | grep -c '^[0-9]'; cat /proc/net/dev
      touch /usr/canary /etc/canary; kill -9 ${process.pid} && echo killed`)
    expect(found).not.toContain('canary\n')
    expect(found).not.toContain('root:')
    expect(found).not.toContain('killed')
    expect(found).not.toMatch(/eth0|ens|enp|NODE_|VITEST/)
    expect(found).not.toContain('conversion.test.ts')
  })

  it.runIf(enclosed)('is ended with its children when it times out', async () => {
    const mark = `sleep 31${Math.floor(Math.random() * 1e6)}`
    await expect(attempt(`${mark} & setsid ${mark} & ${mark}`, 3_000)).rejects.toMatchObject({
      reason: 'timeout',
    })
    // The system takes a moment to end killed processes.
    await expect.poll(() => processesOf(mark)).toEqual([])
  })

  it.runIf(enclosed)('is judged by its output, not by its exit code', async () => {
    await expect(attempt('exit 0')).rejects.toMatchObject({ reason: 'died' })
    const empty = await stand(': > $out/document.pdf')
    await expect(convert(empty, await makeDocx(), 'docx')).rejects.toMatchObject({ code: 'broken_file' })
    const other = await stand('echo nothing > $out/document.pdf')
    await expect(convert(other, await makeDocx(), 'docx')).rejects.toMatchObject({ code: 'broken_file' })
  })
})

describe('Gotenberg', () => {
  it('is called over HTTP', async () => {
    const pdf = await makePdf({ pages: 4 })
    let received = ''
    const server = createServer((request, answer) => {
      request.on('data', chunk => {
        received += chunk.toString('latin1')
      })
      request.on('end', () => answer.end(pdf))
    })
    const converter = createGotenberg({ url: await listen(server), timeoutMs, concurrency: 1 })
    expect(await convert(converter, await makeDocx(), 'docx')).toEqual({ pages: 4, changes: [] })
    expect(received).toContain('filename="document.docx"')
    server.close()
  })

  it('whose PDF is larger than a document may be isn’t read to its end', async () => {
    const closed = Promise.withResolvers<void>()
    const server = createServer((request, answer) => {
      request.resume()
      answer.on('close', closed.resolve)
      const more = () => {
        while (answer.write(Buffer.alloc(1024 * 1024)));
      }
      answer.on('drain', more)
      request.on('end', more)
    })
    const converter = createGotenberg({ url: await listen(server), timeoutMs, concurrency: 1 })
    await expect(convert(converter, await makeDocx(), 'docx')).rejects.toMatchObject({ code: 'too_large' })
    await closed.promise
    server.close()
  })

  it('that makes too many pages of a file is reported as that, as the file isn’t damaged', async () => {
    const pdf = await makeLyingPdf({ count: 1_000_000 })
    const server = createServer((request, answer) => {
      request.resume()
      request.on('end', () => answer.end(pdf))
    })
    const converter = createGotenberg({ url: await listen(server), timeoutMs, concurrency: 1 })
    await expect(convert(converter, makeXlsx(), 'xlsx')).rejects.toMatchObject({
      code: 'too_large',
      message: 'Documents can have up to 5,000 pages.',
    })
    server.close()
  })

  it.each([
    ['refuses the file', 400, 'broken_file'],
    ['fails', 503, 'upstream_unavailable'],
  ])('that %s is reported as such', async (_what, status, code) => {
    const server = createServer((request, answer) => {
      request.resume()
      answer.writeHead(status).end()
    })
    const converter = createGotenberg({ url: await listen(server), timeoutMs, concurrency: 1 })
    await expect(convert(converter, await makeDocx(), 'docx')).rejects.toMatchObject({ code })
    server.close()
  })

  it('that doesn’t answer in time is reported as a timeout', async () => {
    const server = createServer(() => {})
    const converter = createGotenberg({ url: await listen(server), timeoutMs: 200, concurrency: 1 })
    await expect(convert(converter, await makeDocx(), 'docx')).rejects.toMatchObject({
      code: 'conversion_timeout',
    })
    server.closeAllConnections()
    server.close()
  })
})

/** The processes whose command line contains this text, under one parent or any. */
async function processesOf(text: string, parent?: number): Promise<number[]> {
  const listing = spawn('ps', ['-eo', 'pid=,ppid=,args='], { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = (await listing.stdout.toArray()).join('').split('\n')
  return lines
    .map(line => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter(match => match?.[3]?.includes(text) && (parent === undefined || Number(match[2]) === parent))
    .map(match => Number(match![1]))
}
