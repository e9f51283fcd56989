import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FolderInUse, takeLock } from './lock.ts'

const newFolder = () => mkdtempSync(join(tmpdir(), 'ignite lock '))

test('a folder in use is refused, with the address of its Ignite', () => {
  const folder = newFolder()
  const lock = takeLock(folder)
  lock.announce('http://localhost:3000')
  expect(() => takeLock(folder)).toThrow(
    `Ignite is already running on this folder at http://localhost:3000 (pid ${process.pid}).`,
  )
  lock.release()
  takeLock(folder).release()
})

test('a folder is refused while its Ignite is still starting', () => {
  const folder = newFolder()
  const lock = takeLock(folder)
  expect(() => takeLock(folder)).toThrow(FolderInUse)
  lock.release()
})

test('two folders are locked side by side', () => {
  const locks = [takeLock(newFolder()), takeLock(newFolder())]
  for (const lock of locks) lock.release()
})

test('a lock ends with its process, even one killed', async () => {
  const folder = newFolder()
  const program = `
    import { takeLock } from ${JSON.stringify(new URL('lock.ts', import.meta.url).href)}
    takeLock(${JSON.stringify(folder)}).announce('http://localhost:1')
    console.log('locked')
    setInterval(() => {}, 60_000)`
  const holder = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  expect(() => takeLock(folder)).toThrow(`http://localhost:1 (pid ${holder.pid})`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  takeLock(folder).release()
})
