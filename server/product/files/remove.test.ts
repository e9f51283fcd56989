import { mkdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callUrl } from '#shared/api/contract.ts'
import { files } from '#shared/api/files.ts'
import { addSection, type Section } from '../../../test/factories/catalog.ts'
import { makePdf } from '../../../test/factories/documents.ts'
import { addPost, postUpload } from '../../../test/factories/posts.ts'
import { storedObjects } from '../../../test/factories/stored-objects.ts'
import { uploadDocument } from '../../../test/factories/uploads.ts'
import type { Person } from '../../../test/harness/person.ts'
import type { Stack } from '../../../test/harness/stack.ts'
import { startStack } from '../../../test/harness/start-stack.ts'
import { openFolder } from '../../platform/storage/folder.ts'
import { removeSomeFiles } from './personal-data.ts'
import { sweepObjects, sweepUploads } from './remove.ts'

let stack: Stack
let ana: Person
let ben: Person
let section: Section

beforeAll(async () => {
  stack = await startStack()
  ana = await stack.signIn('ana')
  ben = await stack.signIn('ben')
  section = await addSection(stack.db)
})
afterAll(() => stack?.close())

const objects = () => storedObjects(stack.storageDir)

describe('an unused upload', () => {
  const sweepers = (later: Temporal.DurationLike) => ({
    db: stack.db,
    storage: openFolder({
      folder: stack.storageDir,
      secret: 'x'.repeat(32),
      publicUrl: '',
      now: stack.clock.now,
    }),
    now: () => Temporal.Now.instant().add(later),
  })

  test('is removed after a day, and posted ones stay', async () => {
    const kept = await addPost(ana, section)
    const abandoned = await uploadDocument(ana)
    await sweepUploads(sweepers({ hours: 23 }))
    expect((await objects()).some(name => name.startsWith(abandoned.slice(0, 36)))).toBe(true)
    await sweepUploads(sweepers({ hours: 25 }))
    expect((await objects()).some(name => name.startsWith(abandoned.slice(0, 36)))).toBe(false)
    const { body } = await ben.call(files.download, { body: { key: kept.doc_url } })
    expect((await fetch(body.url)).status).toBe(200)
  })

  test('is removed if only the store knows it', async () => {
    const key = await uploadDocument(ana)
    expect((await postUpload(ana, section, key)).status).toBe(200)
    const stray = join(stack.storageDir, 'uploads', key)
    await writeFile(stray, await makePdf())
    await sweepObjects(sweepers({ hours: 0 }))
    await utimes(stray, 0, 0)
    const { first_page_key } = await stack.db
      .selectFrom('files')
      .select('first_page_key')
      .where('id', '=', key.split('.')[0]!)
      .executeTakeFirstOrThrow()
    const page = callUrl(files.showPage, { params: { key }, query: { page: 1 } })
    expect((await ben.fetch(page)).status).toBe(200)
    const { object_key } = await stack.db
      .selectFrom('page_pictures')
      .select('object_key')
      .where('file_id', '=', key.split('.')[0]!)
      .executeTakeFirstOrThrow()
    const pictures = [first_page_key!, object_key!]
    for (const picture of pictures) await utimes(join(stack.storageDir, picture), 0, 0)
    await sweepObjects(sweepers({ hours: 0 }))
    expect(await objects()).not.toContain(key)
    for (const picture of pictures) expect(await objects()).toContain(picture.split('/').at(-1))
    expect((await ben.call(files.download, { body: { key } })).status).toBe(200)
  })

  test('is removed even if another program left a file beside it, or another upload can’t be removed', async () => {
    const strays = ['0199bbbb-0000-4000-8000-000000000001.pdf', '0199bbbb-0000-4000-8000-000000000002.pdf']
    const foreign = '.nfs0000000000000001'
    await mkdir(join(stack.storageDir, 'uploads'), { recursive: true })
    for (const name of [foreign, ...strays]) {
      const path = join(stack.storageDir, 'uploads', name)
      await writeFile(path, 'left')
      await utimes(path, 0, 0)
    }
    const { storage, ...rest } = sweepers({ hours: 0 })
    const refused: string[] = []
    const refusing = {
      ...storage,
      async remove(key: string) {
        const name = key.slice('uploads/'.length)
        if (refused.length > 0 || !strays.includes(name)) return storage.remove(key)
        refused.push(name)
        throw new Error('This object can’t be removed.')
      },
    }
    await expect(sweepObjects({ ...rest, storage: refusing })).rejects.toThrow(
      '1 objects couldn’t be removed',
    )
    const left = await objects()
    expect(strays.filter(name => left.includes(name))).toEqual(refused)
    await sweepObjects({ ...rest, storage })
    expect((await objects()).filter(name => [foreign, ...strays].includes(name))).toEqual([foreign])
    await rm(join(stack.storageDir, 'uploads', foreign))
  })

  test('takes the pictures of its pages along when its person leaves', async () => {
    const leaver = await stack.signIn('pages.leaver')
    const { doc_url: key } = await addPost(leaver, section)
    const page = callUrl(files.showPage, { params: { key }, query: { page: 1 } })
    expect((await leaver.fetch(page)).status).toBe(200)
    const { object_key } = await stack.db
      .selectFrom('page_pictures')
      .select('object_key')
      .where('file_id', '=', key)
      .executeTakeFirstOrThrow()
    const name = object_key!.split('/').at(-1)
    expect(await objects()).toContain(name)
    const { owner_id } = await stack.db
      .selectFrom('files')
      .select('owner_id')
      .where('id', '=', key)
      .executeTakeFirstOrThrow()
    await stack.db.deleteFrom('posts').where('document_id', '=', key).execute()
    expect(await removeSomeFiles(sweepers({ hours: 0 }), owner_id, 10)).toBe(true)
    expect(await objects()).not.toContain(name)
  })
})
