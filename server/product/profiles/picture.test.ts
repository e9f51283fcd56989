import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { files } from '#shared/api/files.ts'
import { profiles } from '#shared/api/profiles.ts'
import {
  makeImageBomb,
  makeJpeg,
  makePdf,
  makePng,
  makeWebp,
  truncated,
} from '../../../test/factories/documents.ts'
import { uploadPicture } from '../../../test/factories/pictures.ts'
import { storedObjects } from '../../../test/factories/stored-objects.ts'
import { uploadDocument } from '../../../test/factories/uploads.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'

let stack: Stack
let ana: Person
let ben: Person
let devices = 0
beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
})
afterAll(() => stack?.close())

const save = (person: Person, profile_image: string | null) =>
  person.call(profiles.save, { body: { profile_image } })
const pictureOf = async (person: Person) => (await person.call(profiles.own)).body.profile.profile_image

const objects = () => storedObjects(stack.storageDir)

describe('A picture', () => {
  test.each([
    ['PNG', 'image/png' as const, () => makePng()],
    ['JPEG', 'image/jpeg' as const, () => makeJpeg()],
    ['WebP', 'image/webp' as const, () => makeWebp()],
  ])('that is a %s becomes a square without metadata, which everyone may see', async (_, type, make) => {
    const key = await uploadPicture(ana, await make(), type)
    const { body } = await save(ana, key)
    const address = body.profile.profile_image!
    const shown = await stack.visitor().fetch(address)
    expect(shown.status).toBe(200)
    expect(shown.headers.get('content-type')).toBe('image/webp')
    expect(shown.headers.get('cache-control')).toBe('private, max-age=86400, immutable')
    const picture = await sharp(Buffer.from(await shown.arrayBuffer())).metadata()
    expect([picture.format, picture.width, picture.height]).toEqual(['webp', 512, 512])
    expect([picture.exif, picture.xmp, picture.icc]).toEqual([undefined, undefined, undefined])
    const seen = await ben.call(profiles.ofPerson, { query: { username: 'ana' } })
    expect(seen.body.profile.profile_image).toBe(address)
  })

  test('replaces the old one, which is removed', async () => {
    const cleo = await stack.signIn('cleo')
    await save(cleo, await uploadPicture(cleo))
    const first = (await pictureOf(cleo))!
    await stack.jobsDone()
    const before = await objects()
    await save(cleo, await uploadPicture(cleo))
    const second = (await pictureOf(cleo))!
    expect(second).not.toBe(first)
    await stack.jobsDone()
    expect((await cleo.fetch(first)).status).toBe(404)
    expect((await cleo.fetch(second)).status).toBe(200)
    expect(await objects()).toHaveLength(before.length)
    await save(cleo, '')
    expect(await pictureOf(cleo)).toBeNull()
    await stack.jobsDone()
    expect((await cleo.fetch(second)).status).toBe(404)
    expect(await objects()).toHaveLength(before.length - 1)
  })

  test('stays when it is sent again, by its key or its address', async () => {
    const dan = await stack.signIn('dan')
    const key = await uploadPicture(dan)
    await save(dan, key)
    const address = (await pictureOf(dan))!
    expect((await save(dan, key)).body.profile.profile_image).toBe(address)
    expect((await save(dan, address)).body.profile.profile_image).toBe(address)
    const answers = await Promise.all([save(dan, key), save(dan, key), save(dan, address)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await stack.jobsDone()
    expect((await dan.fetch(address)).status).toBe(200)
  })

  test('is the one from the later of two devices, and the other is removed', async () => {
    devices++
    const eve = await stack.signIn(`eve${devices}`)
    const others = await objects()
    const keys = [await uploadPicture(eve), await uploadPicture(eve), await uploadPicture(eve)]
    const answers = await Promise.all(keys.map(key => save(eve, key)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await stack.jobsDone()
    expect((await eve.fetch((await pictureOf(eve))!)).status).toBe(200)
    expect((await objects()).filter(name => !others.includes(name))).toHaveLength(1)
  })

  test.each([
    ['a PDF', () => makePdf(), 'broken_file'],
    ['half a picture', async () => truncated(await makePng({ width: 900, height: 900 })), 'broken_file'],
    ['a picture of another type', () => makeJpeg(), 'broken_file'],
    [
      'script',
      async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      'broken_file',
    ],
    ['too many pixels', () => makeImageBomb(), 'unsafe_file'],
  ])('that is %s is refused and removed, and the profile stays', async (_, make, code) => {
    const fay = await stack.signIn('fay')
    await save(fay, await uploadPicture(fay))
    await fay.call(profiles.save, { body: { designation: 'Student' } })
    await stack.jobsDone()
    const [before, kept] = [(await fay.call(profiles.own)).body, await objects()]
    const key = await uploadPicture(fay, await make())
    const { status, problem } = await fay.call(profiles.save, {
      body: { profile_image: key, designation: 'Tutor' },
    })
    expect([status, problem.code]).toEqual([422, code])
    expect((await fay.call(profiles.own)).body).toEqual(before)
    expect(await objects()).toEqual(kept)
    expect((await fay.fetch(before.profile.profile_image!)).status).toBe(200)
  })

  test('can only be the person’s own upload of a picture', async () => {
    const theirs = await uploadPicture(ben)
    const document = await uploadDocument(ana, await makePng(), 'image/png')
    const before = await pictureOf(ana)
    for (const key of [
      theirs,
      document,
      'https://evil.example/me.png',
      'javascript:alert(1)',
      '../../etc/passwd',
    ]) {
      expect({ key, status: (await save(ana, key)).status }).toEqual({ key, status: 404 })
    }
    await save(ben, theirs)
    expect((await save(ana, (await pictureOf(ben))!)).status).toBe(404)
    expect(await pictureOf(ana)).toBe(before)
  })

  test('isn’t visible before someone uses it', async () => {
    const key = await uploadPicture(ana)
    expect((await ana.fetch(profiles.showPicture.path.replace('{key}', key))).status).toBe(404)
    const thumbnail = await ana.call(files.thumbnail, { body: { name: 'x.png', type: 'image/png' } })
    const other = profiles.showPicture.path.replace('{key}', thumbnail.body.key)
    expect((await ana.fetch(other)).status).toBe(404)
  })

  test.each([
    [{ name: 'me.svg', type: 'image/svg+xml' }],
    [{ name: 'me.gif', type: 'image/gif' }],
    [{ name: 'me.png', type: 'image/png', size: 2 * 1024 * 1024 + 1 }],
    [{ name: 'me.png', type: 'image/png', size: 0 }],
    [{ name: 'me\u202egnp.exe', type: 'image/png' }],
  ])('can’t be announced as %j', async body => {
    expect((await ana.call(profiles.uploadPicture, { body: body as never })).status).toBe(422)
  })
})
