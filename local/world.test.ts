import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { cloneDatabase, dropDatabase } from '../test/harness/databases.ts'
import { beginWorld, clearUnfinishedWorld, fillWorld, keepWorld } from './world.ts'

test('what an interrupted first start made is cleared, but the secret stays', () => {
  const dataDir = newFolder()
  beginWorld(dataDir)
  addData(dataDir)
  clearUnfinishedWorld(dataDir)
  expect(readdirSync(dataDir)).toEqual(['secret'])
})

test('a finished world is left alone', () => {
  const dataDir = newFolder()
  beginWorld(dataDir)
  addData(dataDir)
  keepWorld(dataDir)
  clearUnfinishedWorld(dataDir)
  expect(readdirSync(dataDir).sort()).toEqual(['mail', 'payments', 'postgres', 'secret', 'storage'])
})

test.each(['postgres', 'storage', 'mail', 'payments'])(
  'an interrupted start on a folder that has %s clears nothing',
  name => {
    const dataDir = newFolder()
    mkdirSync(join(dataDir, name))
    beginWorld(dataDir)
    addData(dataDir)
    clearUnfinishedWorld(dataDir)
    expect(readdirSync(dataDir).sort()).toEqual(['mail', 'payments', 'postgres', 'secret', 'storage'])
  },
)

test('an interrupted filling of your own database leaves the folder alone', async () => {
  const dataDir = newFolder()
  addData(dataDir)
  const databaseUrl = await cloneDatabase(inject('postgresUrl'))
  onTestFinished(() => dropDatabase(databaseUrl))
  const started = new AsyncDisposableStack()
  const interrupt = started.defer.bind(started)
  // The filling has begun once it says how to end it.
  started.defer = end => {
    interrupt(end)
    void started.disposeAsync()
  }
  await expect(fillWorld({ settings: { DATABASE_URL: databaseUrl }, dataDir, started })).rejects.toThrow()
  clearUnfinishedWorld(dataDir)
  expect(readdirSync(dataDir).sort()).toEqual(['mail', 'payments', 'postgres', 'secret', 'storage'])
})

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'ignite world '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'secret'), '')
  return folder
}

function addData(folder: string): void {
  for (const name of ['postgres', 'storage', 'mail', 'payments'])
    mkdirSync(join(folder, name), { recursive: true })
}
