import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Target } from '../lib/target.ts'

export const logTargets: Record<string, Target> = {
  'V-2': {
    asks: 'everyone makes every call, logged in full: no token, cookie, address, signature or text of anyone is in the log',
    async run({ report }) {
      const folder = await mkdtemp(join(tmpdir(), 'ignite-logs-'))
      const file = join(folder, 'canaries.json')
      const child = spawn(process.execPath, [join(import.meta.dirname, 'logged-world.ts'), file], {
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = once(child, 'exit')
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), ended])
      const log = out + err
      const canaries: string[] = JSON.parse(readFileSync(file, 'utf8'))
      await rm(folder, { recursive: true })
      const lines = log.split('\n')
      const found = canaries.filter(canary => log.includes(canary))
      for (const canary of found.slice(0, 20)) {
        console.log(
          `       ${canary.slice(0, 40)}: ${lines.find(line => line.includes(canary))?.slice(0, 300)}`,
        )
      }
      const answered = lines.filter(line => line.includes('"answered"')).length
      report({
        what: `${answered} answers in ${lines.length} lines`,
        figures: `${found.length} of ${canaries.length} canaries found`,
        kept: found.length === 0 && answered > 500 && canaries.length > 100,
      })
    },
  },
}
