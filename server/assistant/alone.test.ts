import { expect, test } from 'vitest'
import { dialogues } from '#shared/api/dialogues.ts'
import { documents } from '#shared/api/documents.ts'
import { posts } from '#shared/api/posts.ts'
import { addSection } from '../../test/factories/catalog.ts'
import { beginDialogue, stream } from '../../test/factories/dialogues.ts'
import { addPost } from '../../test/factories/posts.ts'
import { eventually } from '../../test/harness/eventually.ts'
import { Person } from '../../test/harness/person.ts'
import { startStack } from '../../test/harness/start-stack.ts'

test('The assistant runs apart from the product, and reads posts from before it first ran', async () => {
  const stack = await startStack({ SERVICES: 'product' })
  try {
    const ana = await stack.signIn('ana.author')
    const post = await addPost(ana, await addSection(stack.db), { name: 'Mitochondria make energy' })
    expect((await ana.call(dialogues.quota)).status).toBe(404)
    const apart = new Person(await stack.startSecond({ SERVICES: 'assistant' }))
    for (const [name, value] of ana.cookies) apart.cookies.set(name, value)
    expect((await apart.call(posts.list, { query: {} })).status).toBe(404)
    await eventually('the document is read', async () => {
      const { body } = await apart.call(documents.ofPost, { params: { id: post.id } })
      return body.document.state === 'done'
    })
    const { message } = await stream(apart, {
      session_id: await beginDialogue(apart, post.id),
      content: 'What do mitochondria make?',
    })
    expect(message!.sources[0]!.page).toBe(1)
  } finally {
    await stack.close()
  }
})
