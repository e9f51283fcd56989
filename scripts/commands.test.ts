import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

function command(file: string, args: string[], settings: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'ignite-command-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: folder, ...settings },
    encoding: 'utf8',
  })
  return { code: status, said: (stdout + stderr).replace(folder, 'FOLDER') }
}

test('the ledger’s check says what it lacks where no Ignite runs', () => {
  expect(command('ledger.ts', ['check'], {})).toEqual({
    code: 1,
    said: 'Ignite isn’t running here: start it, or set DATABASE_URL and STRIPE_SECRET_KEY.\n',
  })
  expect(command('ledger.ts', ['check'], { STRIPE_SECRET_KEY: 'sk_test_1' })).toEqual({
    code: 1,
    said: 'No PostgreSQL is running on FOLDER.\n',
  })
})

test('the demo world isn’t filled in beside a real sign-in provider', () => {
  expect(command('seed.ts', [], { GITHUB_CLIENT_ID: 'real' })).toEqual({
    code: 1,
    said: 'Beside a real sign-in provider nothing is filled in.\n',
  })
})
