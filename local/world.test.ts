import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clearUnfinishedWorld, keepWorld } from './world.ts'

test('a world whose first filling was cut off is cleared away, but not the secret', () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'filling'), '')
  clearUnfinishedWorld(dataDir)
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

test('a world that is to stay is left alone', () => {
  const dataDir = newFolder()
  writeFileSync(join(dataDir, 'filling'), '')
  keepWorld(dataDir)
  clearUnfinishedWorld(dataDir)
  expect(readdirSync(dataDir).sort()).toEqual(['mail', 'postgres', 'secret', 'storage'])
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ignite world '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['postgres', 'storage', 'mail']) mkdirSync(join(folder, name))
  writeFileSync(join(folder, 'secret'), '')
  return folder
}
