import { join } from 'node:path'
import { expect, test } from 'vitest'
import { supervise } from './supervise.ts'

// Else its time would run out later, with nobody to hear it: that ends the server.
test('a job that is being prepared when all is closed is given up', async () => {
  const processes = supervise<object, unknown>({
    script: join(import.meta.dirname, '../../product/files/inspection/inspector-child.ts'),
    size: 1,
    maxWaiting: 1,
    limits: { memoryBytes: 1024 ** 3, stalls: false },
    flags: ['--allow-addons'],
  })
  const prepare = async () => {
    await processes.close()
    return { kind: 'pdf', path: 'none' }
  }
  const done = processes.run(prepare, { timeoutMs: 1 }, async () => null)
  await expect(done).rejects.toMatchObject({ reason: 'aborted' })
})
