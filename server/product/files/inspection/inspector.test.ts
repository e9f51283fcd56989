import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { killGroup } from '#server/platform/sandbox/kill-group.ts'
import { fileLimits, type OfficeExtension } from '#shared/domain/file-types.ts'
import {
  actingWays,
  canary,
  everythingIn,
  makeActingPdf,
} from '../../../../test/factories/acting-documents.ts'
import { makeCompound } from '../../../../test/factories/compound.ts'
import {
  makeBombPdf,
  makeDocx,
  makeEncryptedOffice,
  makeEncryptedPdf,
  makeHeic,
  makeImageBomb,
  makeJpeg,
  makeLyingPdf,
  makeMacroDoc,
  makeMacroDocx,
  makeOdt,
  makePdf,
  makePng,
  makePptx,
  makeRtf,
  makeTxt,
  makeWebp,
  makeXlsx,
  makeZipBomb,
  truncated,
} from '../../../../test/factories/documents.ts'
import { makeZip } from '../../../../test/factories/zip.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { createInspector, type Inspector } from './inspector.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'inspector-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

const put = async (bytes: Buffer | string) => {
  const path = join(folder, crypto.randomUUID())
  await writeFile(path, bytes)
  return path
}

const refused = (code: string) => ({ reason: 'refused', code })

const content = { name: 'word/document.xml', data: '<w:document/>' }
const entities = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>'

describe.each([
  ['in the strongest enclosure of this machine', undefined],
  ['under Node’s permission model alone', false],
])('an inspector %s', (_name, bubblewrap) => {
  let inspector: Inspector
  beforeAll(() => {
    inspector = createInspector(bubblewrap === undefined ? {} : { bubblewrap })
  })
  afterAll(() => inspector.close())

  const written = () => join(folder, crypto.randomUUID())
  const pdf = async (bytes: Buffer, output = written()) => inspector.pdf('ana', await put(bytes), output)

  it('counts the pages of a PDF', async () => {
    expect(await pdf(await makePdf({ pages: 12 }))).toEqual({ pages: 12, changes: [] })
  })

  it('counts the actual pages, not those a PDF claims', async () => {
    expect(await pdf(await makeLyingPdf({ count: 100 }))).toMatchObject({ pages: 1 })
  })

  it('takes a script out of a PDF', async () => {
    const output = written()
    const acting = await makeActingPdf(actingWays['a script under a link']!)
    expect(await pdf(acting, output)).toEqual({ pages: 1, changes: ['script'] })
    expect(await everythingIn(await readFile(output))).not.toContain(canary)
  })

  it.each([
    ['no PDF at all', () => Buffer.from('<html><script>alert(1)</script></html>'), 'broken_file'],
    ['an empty file', () => Buffer.alloc(0), 'broken_file'],
    ['a PDF whose end is missing', async () => truncated(await makePdf({ pages: 20 })), 'broken_file'],
    ['a PDF with a password', makeEncryptedPdf, 'encrypted_file'],
    ['a PDF of some kilobytes that unpacks to many megabytes', makeBombPdf, 'unsafe_file'],
    ['a PDF that says it has a million pages', () => makeLyingPdf({ count: 1_000_000 }), 'too_large'],
    ['a PDF whose pages lead in a circle', () => makeLyingPdf('loop'), 'broken_file'],
    ['a PDF of nothing but a header', () => Buffer.from('%PDF-1.7\n%%EOF'), 'broken_file'],
  ])('refuses %s', async (_what, make, code) => {
    const output = written()
    await expect(pdf(await make(), output)).rejects.toMatchObject(refused(code))
    await expect(readFile(output)).rejects.toThrow('ENOENT')
  })

  it('redraws images without hidden camera data', async () => {
    const out = join(folder, crypto.randomUUID())
    const jpeg = await makeJpeg({ width: 800, height: 400 })
    expect((await sharp(jpeg).metadata()).exif).toBeDefined()
    await inspector.image('ana', await put(jpeg), 'image/jpeg', [
      { path: out, type: 'image/jpeg', shape: 'whole' },
    ])
    const { width, height, exif, format } = await sharp(out).metadata()
    expect({ width, height, exif, format }).toEqual({
      width: 800,
      height: 400,
      exif: undefined,
      format: 'jpeg',
    })
  })

  it.each([
    ['high', 1, fileLimits.imageSide],
    ['wide', fileLimits.imageSide, 1],
  ])(
    'redraws an image that is as %s as one may be, and refuses a longer one',
    async (_what, width, height) => {
      const out = written()
      const image = async (more: number) => {
        const size = { width: width + (width > 1 ? more : 0), height: height + (height > 1 ? more : 0) }
        const bytes = await sharp({ create: { ...size, channels: 3, background: 'gray' } })
          .png()
          .toBuffer()
        await inspector.image('ana', await put(bytes), 'image/png', [
          { path: out, type: 'image/webp', shape: { within: 828 } },
        ])
      }
      await image(0)
      const drawn = await sharp(out).metadata()
      expect(Math.max(drawn.width, drawn.height)).toBe(828)
      await expect(image(1)).rejects.toMatchObject({
        ...refused('unsafe_file'),
        message: 'Images can be up to 30,000 pixels wide and high.',
      })
    },
  )

  it('redraws a phone’s HEIC as a JPEG', async () => {
    const out = join(folder, crypto.randomUUID())
    await inspector.image('ana', await put(makeHeic()), 'image/heic', [
      { path: out, type: 'image/jpeg', shape: 'whole' },
    ])
    const { width, height, format } = await sharp(out).metadata()
    expect({ width, height, format }).toEqual({ width: 64, height: 48, format: 'jpeg' })
  })

  it('draws the first page of a PDF at a phone’s width', async () => {
    const out = written()
    const bytes = await makePdf({
      pages: 3,
      text: page => `Lesson ${page}. ${'Words of a lesson. '.repeat(60)}`,
    })
    const { aspect } = await inspector.firstPage('ana', await put(bytes), 'application/pdf', out)
    expect(aspect).toBe(842 / 595)
    const picture = await readFile(out)
    const { width, height, format } = await sharp(picture).metadata()
    expect({ width, height, format }).toEqual({ width: 828, height: 1172, format: 'webp' })
    expect(picture.length).toBeLessThan(40_000)
    const { channels } = await sharp(picture).stats()
    expect([channels[0]!.max, channels[0]!.min < 64, channels[0]!.mean > 200]).toEqual([255, true, true])
  })

  it.each([
    { name: 'a wide picture', size: { width: 1656, height: 828 }, drawn: { width: 828, height: 414 } },
    { name: 'a very tall picture', size: { width: 828, height: 3312 }, drawn: { width: 414, height: 1656 } },
    { name: 'a small picture', size: { width: 300, height: 200 }, drawn: { width: 300, height: 200 } },
  ])('draws $name as a first page', async ({ size, drawn }) => {
    const out = written()
    const { aspect } = await inspector.firstPage('ana', await put(await makePng(size)), 'image/png', out)
    expect(aspect).toBe(size.height / size.width)
    const { width, height, format } = await sharp(await readFile(out)).metadata()
    expect({ width, height, format }).toEqual({ ...drawn, format: 'webp' })
  })

  it('makes thumbnails of images', async () => {
    const out = join(folder, crypto.randomUUID())
    for (const [make, type] of [
      [makePng, 'image/png'],
      [makeWebp, 'image/webp'],
    ] as const) {
      await inspector.image('ana', await put(await make()), type, [
        { path: out, type: 'image/webp', shape: { cover: 300 } },
      ])
      const { width, height, format } = await sharp(await readFile(out)).metadata()
      expect({ width, height, format }).toEqual({ width: 300, height: 300, format: 'webp' })
    }
  })

  it.each([
    ['a picture that is another type’s', async () => makePng(), 'broken_file'],
    [
      'an SVG',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'broken_file',
    ],
    ['a picture cut off in the middle', async () => truncated(await makeJpeg()), 'broken_file'],
  ])('refuses %s', async (_what, make, code) => {
    const output = { path: join(folder, 'never'), type: 'image/webp', shape: 'whole' } as const
    await expect(
      inspector.image('ana', await put(await make()), 'image/jpeg', [output]),
    ).rejects.toMatchObject(refused(code))
    expect(await readdir(folder)).not.toContain('never')
  })

  it('refuses an image bomb before it unpacks', async () => {
    const bomb = makeImageBomb()
    expect(bomb.length).toBeLessThan(200_000)
    const output = { path: join(folder, 'never'), type: 'image/webp', shape: 'whole' } as const
    await expect(inspector.image('ana', await put(bomb), 'image/png', [output])).rejects.toMatchObject(
      refused('unsafe_file'),
    )
  })

  const office = async (bytes: Buffer, extension: OfficeExtension) =>
    inspector.office('ana', await put(bytes), extension, join(folder, 'text'))

  it('accepts honest office files', async () => {
    await office(await makeDocx(), 'docx')
    await office(await makePptx(), 'pptx')
    await office(makeXlsx(), 'xlsx')
    await office(makeOdt(), 'odt')
    await office(makeRtf(), 'rtf')
    await office(makeTxt(), 'txt')
    await office(makeCompound({ WordDocument: Buffer.alloc(600) }), 'doc')
    expect(await readFile(join(folder, 'text'), 'utf8')).toBe('\ufeffLecture notes: ñ, λ, Ж\n')
  })

  it('accepts macros, which no converter runs and no PDF contains', async () => {
    await office(makeMacroDocx(), 'docx')
    await office(makeMacroDocx(), 'docm')
    await office(makeMacroDoc(), 'doc')
    await office(makeOdt({}, [{ name: 'Basic/Standard/Module1.xml', data: '<x/>' }]), 'odt')
  })

  it('accepts parts of no or few bytes, as office programs write them', async () => {
    const parts = ['', '\n'].map((data, index) => ({
      name: `Configurations2/accelerator/${index}.xml`,
      data,
    }))
    await office(makeOdt({}, parts), 'odt')
  })

  it('accepts markup in UTF-16', async () => {
    const data = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><w:document/>', 'utf16le')
    await office(makeZip([{ ...content, data }]), 'docx')
  })

  const picture = (declared: string) => ({
    name: 'word/media/image1.svg',
    data: `<?xml version="1.0"?><!DOCTYPE svg [${declared}]><svg xmlns="&ns_svg;"/>`,
  })
  const plain = '<!ENTITY ns_svg "http://www.w3.org/2000/svg">'

  it('accepts pictures that declare short names of namespaces, as Illustrator writes them', async () => {
    const other = `<!ENTITY ns_ai 'http://ns.adobe.com/AdobeIllustrator/10.0/' >`
    await office(makeZip([content, picture(`${plain}\n${other}`)]), 'docx')
  })

  it.each([
    ['of a file', `${plain}<!ENTITY x SYSTEM "file:///etc/passwd">`],
    ['of other entities', `${plain}<!ENTITY x "&ns_svg;&ns_svg;">`],
    ['for declarations', `${plain}<!ENTITY % x "y">`],
    ['of a long text', `<!ENTITY x "${'x'.repeat(101)}">`],
    ['behind a comment', `<!--<!ENTITY x "--><!ENTITY y SYSTEM 'file:///etc/passwd'><!--">-->`],
    ['behind a long comment', `<!--${'x'.repeat(140_000)}-->${plain}`],
  ])('refuses a picture with an entity %s', async (_what, declared) => {
    const file = office(makeZip([content, picture(declared)]), 'docx')
    await expect(file).rejects.toMatchObject(refused('unsafe_file'))
  })

  it.each<[string, () => Buffer | Promise<Buffer>, OfficeExtension, string]>([
    ['a zip bomb', makeZipBomb, 'docx', 'unsafe_file'],
    [
      'a zip bomb that lies about its size',
      () => makeZip([{ ...content, data: Buffer.alloc(50_000_000), claimedSize: 100 }]),
      'docx',
      'broken_file',
    ],
    [
      'ten thousand and one parts',
      () => makeZip(Array.from({ length: 10_001 }, (_, i) => ({ name: `word/${i}.xml`, data: '' }))),
      'docx',
      'unsafe_file',
    ],
    [
      'a part that climbs out',
      () => makeZip([content, { name: '../../etc/passwd', data: 'x' }]),
      'docx',
      'broken_file',
    ],
    [
      'a part that is a link',
      () => makeZip([content, { name: 'word/link', data: '/etc/passwd', unixMode: 0o120_777 }]),
      'docx',
      'unsafe_file',
    ],
    [
      'entities to be expanded',
      () =>
        makeZip([{ ...content, data: '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><x>&a;</x>' }]),
      'docx',
      'unsafe_file',
    ],
    ...(
      [
        ['in UTF-16 with its mark', '\ufeff', 'utf16le', entities],
        ['in UTF-16 without a mark', '', 'utf16le', entities],
        ['behind a long comment', `<!--${'x'.repeat(70_000)}-->`, 'utf8', entities],
        ['in UTF-7', '<?xml version="1.0" encoding="UTF-7"?>', 'utf8', '+ADwAIQ-ENTITY a +ACIAYQAi-+AD4-'],
      ] as const
    ).map(([how, before, encoding, declared]): [string, () => Buffer, OfficeExtension, string] => [
      `entities ${how}`,
      () => makeZip([{ ...content, data: Buffer.from(before + declared, encoding) }]),
      'docx',
      'unsafe_file',
    ]),
    [
      'entities in UTF-16 whose high bytes come first',
      () => makeZip([{ ...content, data: Buffer.from(`\ufeff${entities}`, 'utf16le').swap16() }]),
      'docx',
      'unsafe_file',
    ],
    [
      'markup in EBCDIC',
      () => makeZip([{ ...content, data: Buffer.from('4c6fa7949340', 'hex') }]),
      'docx',
      'unsafe_file',
    ],
    ['a password of a modern file', makeEncryptedOffice, 'docx', 'encrypted_file'],
    ['a password of a zip', () => makeZip([{ ...content, encrypted: true }]), 'docx', 'encrypted_file'],
    ['a .docx cut off in the middle', async () => truncated(await makeDocx()), 'docx', 'broken_file'],
    ['a spreadsheet under the name of a .docx', makeXlsx, 'docx', 'broken_file'],
    ['a plain text under the name of a .docx', makeTxt, 'docx', 'broken_file'],
    ['a program under the name of a .txt', () => Buffer.from('\x7fELF\x01\x00\x00'), 'txt', 'broken_file'],
    ['an empty text', () => Buffer.from(' \n'), 'txt', 'broken_file'],
    [
      'a container whose directory has no end',
      () => Buffer.from('d0cf11e0a1b11ae1', 'hex'),
      'doc',
      'broken_file',
    ],
  ])('refuses %s', async (_what, make, extension, code) => {
    await expect(office(await make(), extension)).rejects.toMatchObject(refused(code))
  })

  it('leaves nothing of the files it checked', async () => {
    const folders = (await readdir(tmpdir())).filter(name => name.startsWith(`ignite-${process.pid}-`))
    for (const name of folders) {
      for (const part of ['in', 'out']) expect(await readdir(join(tmpdir(), name, part))).toEqual([])
    }
  })
})

it('an inspector redraws a photo of as many pixels as a picture may have', async () => {
  // On a busy machine the time says nothing.
  const inspector = createInspector({ timeoutMs: 110_000 })
  try {
    const out = join(folder, crypto.randomUUID())
    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const photo = await sharp({
      create: { width: 1000, height: 640, channels: 3, background: 'gray', noise },
    })
      .resize(8000, 5000)
      .webp({ effort: 0 })
      .toBuffer()
    await inspector.image('ana', await put(photo), 'image/webp', [
      { path: out, type: 'image/webp', shape: 'whole' },
    ])
    const { width, height } = await sharp(out).metadata()
    expect({ width, height }).toEqual({ width: 8000, height: 5000 })
  } finally {
    await inspector.close()
  }
})

it('an inspector checks a file once more whose process was killed', async () => {
  const inspector = createInspector()
  try {
    const bytes = await makePdf({ pages: 3 })
    let fetched = 0
    const source = async (path: string) => {
      await writeFile(path, bytes)
      if (++fetched === 1) await killProcessOf(dirname(dirname(path)))
    }
    expect(await inspector.pdf('ana', source, join(folder, 'checked'))).toMatchObject({ pages: 3 })
    expect(fetched).toBe(2)
  } finally {
    await inspector.close()
  }
})

/** As the operating system does when memory runs out. */
async function killProcessOf(ownFolder: string): Promise<void> {
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'pgid=,args='])
  const line = stdout.split('\n').find(line => line.includes(ownFolder))
  killGroup(Number.parseInt(line!, 10))
}

it('an inspector that times out leaves no process', async () => {
  // The stacks of a test process share another inspector, whose processes stay from file to file.
  const own = async () => (await readdir(tmpdir())).filter(name => name.startsWith(`ignite-${process.pid}-`))
  const others = await own()
  const inspector = createInspector({ timeoutMs: 1 })
  try {
    const path = await put(await makePdf())
    await expect(inspector.pdf('ana', path, `${path}.out`)).rejects.toMatchObject({ reason: 'timeout' })
    const folders = (await own()).filter(name => !others.includes(name))
    expect(folders.length).toBeGreaterThan(0)
    const processes = async () => {
      const { stdout } = await promisify(execFile)('ps', ['-eo', 'args='])
      return stdout.split('\n').filter(line => folders.some(folder => line.includes(folder)))
    }
    await eventually('its processes are gone', async () => (await processes()).length === 0)
  } finally {
    await inspector.close()
  }
})
