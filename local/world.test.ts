import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearUnfinishedWorld, keepWorld } from './world.ts'

test('a world whose first filling was interrupted is cleared, but the secret stays', () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'filling'), '')
  clearUnfinishedWorld(dataDir)
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

test('a finished world is left alone', () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'filling'), '')
  keepWorld(dataDir)
  clearUnfinishedWorld(dataDir)
  expect(readdirSync(dataDir).sort()).toEqual(['mail', 'payments', 'postgres', 'secret', 'storage'])
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ignite world '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['postgres', 'storage', 'mail', 'payments']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'secret'), '')
  return folder
}
