import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('the server starts through a symbolic link too, and names the settings it lacks', () => {
  const folder = mkdtempSync(join(tmpdir(), 'ignite-current-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  symlinkSync(join(import.meta.dirname, '..'), join(folder, 'current'))
  const { status, stderr } = spawnSync(process.execPath, [join(folder, 'current/server/main.ts')], {
    env: {},
    encoding: 'utf8',
  })
  expect(stderr).toContain('DATABASE_URL')
  expect(status).toBe(1)
})
