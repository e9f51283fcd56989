import { spawnSync } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openStore } from './store.ts'

test('a store on a disk that becomes full has each change completely or not at all', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'store-test-')), 'payments.jsonl')
  // It stores until the system refuses, tries once more with a short one, and tells the ids of what it has.
  const script = `
    import { openStore } from ${JSON.stringify(import.meta.resolve('./store.ts'))}
    const store = openStore(${JSON.stringify(file)})
    const put = (id, note) => store.change(() => store.put('event', { id, note }))
    let failed = false
    for (let n = 0; !failed; n++) try { put('long' + n, 'x'.repeat(180)) } catch { failed = true }
    put('short', '')
    console.log(JSON.stringify(store.all('event').map(({ id }) => id)))`
  const limited = 'trap "" XFSZ; ulimit -f 1; exec "$0" --input-type=module --eval "$1"'
  const { stdout, stderr } = spawnSync('bash', ['-c', limited, process.execPath, script], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  const told = JSON.parse(stdout)
  expect(told).toContain('short')
  expect(
    openStore(file)
      .all('event')
      .map(({ id }) => id),
  ).toEqual(told)
})
