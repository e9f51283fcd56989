import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInspector } from '../../server/product/files/inspection/inspector.ts'
import { makeTxt } from './documents.ts'

// A server with a process for files; the test that forks it kills it.
const path = join(tmpdir(), `${crypto.randomUUID()}.txt`)
writeFileSync(path, makeTxt())
await createInspector().office('ana', path, 'txt', `${path}.out`)
process.send?.('ready')
setInterval(() => {}, 1000)
