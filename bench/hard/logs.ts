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
    asks: 'everyone makes every call, logged and traced in full: no token, cookie, address, signature or text of anyone is in the log or a trace',
    async run({ report }) {
      const folder = await mkdtemp(join(tmpdir(), 'ignite-logs-'))
      const [file, tracesFile] = [join(folder, 'canaries.json'), join(folder, 'traces.json')]
      const child = spawn(
        process.execPath,
        [join(import.meta.dirname, 'logged-world.ts'), file, tracesFile],
        {
          stdio: ['ignore', 'pipe', 'pipe'],
        },
      )
      const ended = once(child, 'exit')
      const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), ended])
      const log = out + err
      const canaries: string[] = JSON.parse(readFileSync(file, 'utf8'))
      const traces = readFileSync(tracesFile, 'utf8')
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
      const told = canaries.filter(canary => traces.includes(canary))
      for (const canary of told.slice(0, 20)) console.log(`       in a trace: ${canary.slice(0, 40)}`)
      const spans = traces.split('"spanId"').length - 1
      report({
        what: `${spans} spans`,
        figures: `${told.length} of ${canaries.length} canaries found`,
        kept: told.length === 0 && spans > 5_000,
      })
    },
  },
}
