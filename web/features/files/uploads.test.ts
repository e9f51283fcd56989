import { describe, expect, test, vi } from 'vitest'
import type { PostCard } from '#shared/api/posts.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import type { Prepared, prepareDocument } from './prepare-document.ts'
import type { sendDocument } from './send-document.ts'
import type { UploadRecord } from './upload-record.ts'
import { Uploads } from './uploads.ts'

type Prepare = typeof prepareDocument
type Send = typeof sendDocument

const fields = {
  post_name: 'Trees',
  course: '17-CS 201',
  crn: '10432',
  section_id: 5,
  details: 'Chapter 4',
}
const problem = (code: ProblemError['code']) =>
  new ProblemError({ code, status: 422, detail: `It is ${code}.` })
const file = (name: string, content = name) => new File([content], name)
const posted = (name: string) => ({ id: name }) as PostCard
const sent = (name: string) => ({ post: posted(name), changes: [] })
const preparedFrom = (source: File): Prepared => ({
  document: source,
  name: source.name,
  type: 'application/pdf',
  thumb: new Blob(['picture']),
})

function arrange({ prepare, send }: { prepare?: Prepare; send?: Send } = {}) {
  const uploads = new Uploads({
    prepare: prepare ?? (async source => preparedFrom(source)),
    send: send ?? (async prepared => sent(prepared.name)),
  })
  const states = () => uploads.state().records.map(({ defaultName, state }) => `${defaultName} ${state.is}`)
  const settled = () =>
    vi.waitFor(() => {
      if (uploads.state().records.some(({ state }) => state.is === 'preparing')) throw new Error('preparing')
    })
  return { uploads, states, settled, record: (nth: number): UploadRecord => uploads.state().records[nth]! }
}

describe('choosing files', () => {
  test('each is prepared at once, gets a picture, and is ready', async () => {
    const { uploads, states, settled, record } = arrange()
    await uploads.add([file('a.pdf'), file('b.pdf')])
    await settled()
    expect(states()).toEqual(['a.pdf ready', 'b.pdf ready'])
    expect(record(0).thumb).toMatch(/^blob:/)
  })

  test('the same file twice is skipped, and said so', async () => {
    const { uploads, states, settled } = arrange()
    await uploads.add([file('a.pdf')])
    expect(await uploads.add([file('a.pdf'), file('b.pdf')])).toEqual([{ name: 'a.pdf', outcome: 'skipped' }])
    await settled()
    expect(states()).toEqual(['a.pdf ready', 'b.pdf ready'])
  })

  test('a file with the same name but other content is kept beside the first', async () => {
    const { uploads, states, settled } = arrange()
    expect(await uploads.add([file('a.pdf', 'old!'), file('a.pdf', 'new!')])).toEqual([
      { name: 'a.pdf', outcome: 'kept-both' },
    ])
    await settled()
    expect(states()).toEqual(['a.pdf ready', 'a.pdf ready'])
  })

  test('a file that can’t be read anymore doesn’t keep others from being added', async () => {
    const moved = file('a.pdf')
    moved.slice = () => Object.assign(new Blob(), { arrayBuffer: () => Promise.reject(new DOMException()) })
    const { uploads, states, settled } = arrange()
    await uploads.add([moved])
    expect(await uploads.add([file('a.pdf'), file('b.pdf')])).toEqual([
      { name: 'a.pdf', outcome: 'kept-both' },
    ])
    await settled()
    expect(states()).toEqual(['a.pdf ready', 'a.pdf ready', 'b.pdf ready'])
  })

  test('a new file replaces a single refused one', async () => {
    const prepare: Prepare = async source => {
      if (source.name === 'bad.pdf') throw problem('encrypted_file')
      return preparedFrom(source)
    }
    const { uploads, states, settled } = arrange({ prepare })
    await uploads.add([file('bad.pdf')])
    await settled()
    expect(states()).toEqual(['bad.pdf failed'])
    await uploads.add([file('good.pdf')])
    await settled()
    expect(states()).toEqual(['good.pdf ready'])
  })

  test('removing a file stops its preparation', async () => {
    const { promise: stopped, resolve } = Promise.withResolvers<unknown>()
    const prepare: Prepare = (_, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          resolve(signal.reason)
          reject(signal.reason)
        })
      })
    const { uploads, states, record } = arrange({ prepare })
    await uploads.add([file('a.docx')])
    uploads.remove(record(0).id)
    expect(await stopped).toMatchObject({ name: 'AbortError' })
    expect(states()).toEqual([])
  })

  test('at most two are prepared at once, and at most one of those is converted', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const started: string[] = []
    const prepare: Prepare = async source => {
      started.push(source.name)
      await promise
      return preparedFrom(source)
    }
    const { uploads, settled } = arrange({ prepare })
    await uploads.add(['1.docx', '2.docx', 'a.pdf', 'b.pdf', 'c.pdf'].map(name => file(name)))
    expect(started).toEqual(['1.docx', 'a.pdf', 'b.pdf'])
    resolve()
    await settled()
    expect(started.toSorted()).toEqual(['1.docx', '2.docx', 'a.pdf', 'b.pdf', 'c.pdf'])
  })
})

describe('sending', () => {
  test('waits for files in preparation', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const prepare: Prepare = async source => {
      await promise
      return preparedFrom(source)
    }
    const { uploads, states } = arrange({ prepare })
    await uploads.add([file('a.docx')])
    const sending = uploads.send(() => fields)
    expect(states()).toEqual(['a.docx preparing'])
    resolve()
    expect((await sending).posts).toEqual([posted('a.docx')])
    expect(states()).toEqual(['a.docx posted'])
  })

  test('requested twice is done once', async () => {
    const send = vi.fn<Send>(async prepared => sent(prepared.name))
    const { uploads, settled } = arrange({ send })
    await uploads.add([file('a.pdf')])
    await settled()
    const [one, other] = [uploads.send(() => fields), uploads.send(() => fields)]
    expect(await one).toBe(await other)
    expect(send).toHaveBeenCalledTimes(1)
  })

  test('posts what it can, keeps the rest with the reason, and retries only that', async () => {
    const tries: string[] = []
    const send: Send = async prepared => {
      tries.push(prepared.name)
      if (prepared.name === 'b.pdf' && tries.filter(name => name === 'b.pdf').length === 1)
        throw problem('offline')
      return sent(prepared.name)
    }
    const { uploads, states, settled } = arrange({ send })
    await uploads.add([file('a.pdf'), file('b.pdf')])
    await settled()
    const first = await uploads.send(() => fields)
    expect(first.posts).toEqual([posted('a.pdf')])
    expect(first.problems.map(({ code }) => code)).toEqual(['offline'])
    expect(states()).toEqual(['a.pdf posted', 'b.pdf failed'])
    const second = await uploads.send(() => fields)
    expect(second.posts).toEqual([posted('b.pdf')])
    expect(tries).toEqual(['a.pdf', 'b.pdf', 'b.pdf'])
  })

  test('logs a bug, and says only that the file couldn’t be handled', async () => {
    const logged = vi.spyOn(console, 'warn').mockReturnValue()
    const bug = new TypeError('This is a bug.')
    const { uploads, settled } = arrange({ send: () => Promise.reject(bug) })
    await uploads.add([file('a.pdf')])
    await settled()
    const { problems } = await uploads.send(() => fields)
    expect(problems.map(({ detail }) => detail)).toEqual(['This file couldn’t be handled.'])
    expect(logged.mock.calls).toEqual([['A file couldn’t be handled: This is a bug.', bug]])
    logged.mockRestore()
  })

  test('continues where the last attempt ended', async () => {
    const arrivals: unknown[] = []
    const send: Send = async (_, __, already, { onArrived }) => {
      arrivals.push(already)
      onArrived({ document: 'q/1/2.pdf' })
      throw problem('upstream_unavailable')
    }
    const { uploads, settled, record } = arrange({ send })
    await uploads.add([file('a.pdf')])
    await settled()
    await uploads.send(() => fields)
    expect(record(0)).toMatchObject({ file: 'q/1/2.pdf', uploaded: true })
    await uploads.send(() => fields)
    expect(arrivals).toEqual([{}, { document: 'q/1/2.pdf' }])
  })

  test('skips a file that can’t be posted however often one retries', async () => {
    const prepare: Prepare = async () => {
      throw problem('unsupported_type')
    }
    const send = vi.fn<Send>()
    const { uploads, settled } = arrange({ prepare, send })
    await uploads.add([file('a.exe')])
    await settled()
    const { posts, problems } = await uploads.send(() => fields)
    expect(posts).toEqual([])
    expect(problems.map(({ code }) => code)).toEqual(['unsupported_type'])
    expect(send).not.toHaveBeenCalled()
  })

  test('canceled midway leaves the file ready again without an error', async () => {
    const { promise: started, resolve: start } = Promise.withResolvers<void>()
    const send: Send = (_, __, ___, { signal, onStep }) =>
      new Promise((_, reject) => {
        onStep({ step: 'file', share: 0.4 })
        signal.addEventListener('abort', () => reject(signal.reason))
        start()
      })
    const { uploads, states, settled } = arrange({ send })
    await uploads.add([file('a.pdf'), file('b.pdf'), file('c.pdf')])
    await settled()
    const sending = uploads.send(() => fields)
    await started
    uploads.cancel()
    expect(await sending).toMatchObject({ posts: [], problems: [], cancelled: true })
    expect(states()).toEqual(['a.pdf ready', 'b.pdf ready', 'c.pdf ready'])
    expect(uploads.state().sending).toBe(false)
  })

  test('uses the person’s own thumbnail instead of the file’s', async () => {
    const thumbs: (string | undefined)[] = []
    const send: Send = async prepared => {
      thumbs.push(await prepared.thumb?.text())
      return sent(prepared.name)
    }
    const { uploads, settled, record } = arrange({ send })
    await uploads.add([file('a.pdf')])
    await settled()
    await uploads.setThumbnail(record(0).id, { name: 'mine.png', image: new Blob(['mine']) })
    expect(record(0).ownThumb).toBe('mine.png')
    await uploads.send(() => fields)
    expect(thumbs).toEqual(['mine'])
  })
})
