import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { installCommand, type Program } from './programs.ts'

const startsWithinMs = 20_000

export type OutsideProgram = {
  /** Stops it where it is, for good. */
  freeze(): void
  close(): Promise<void>
}

/** Runs a system program until it is closed, and resolves once it listens on a port of this machine. */
export async function outsideProgram(
  command: Program,
  args: string[],
  { port }: { port: number },
): Promise<OutsideProgram> {
  // Redis doesn't start with the library by which the rehearsal moves clocks.
  const { LD_PRELOAD: _, ...env } = process.env
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', chunk => {
      said = (said + chunk).slice(-2000)
    })
  }
  let missing = false
  child.on('error', () => {
    missing = true
  })
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null || missing) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  // A test file that dies must not leave it behind.
  const endWithUs = () => child.kill('SIGKILL')
  process.once('exit', endWithUs)
  child.once('exit', () => process.off('exit', endWithUs))
  const deadline = Date.now() + startsWithinMs
  while (!missing && isRunning(child) && Date.now() < deadline) {
    if (await answers(port)) {
      return { freeze: () => void child.kill('SIGSTOP'), close }
    }
    await new Promise(resolve => setTimeout(resolve, 25))
  }
  await close()
  throw new Error(
    missing
      ? `${command} isn’t installed: ${installCommand([command])}`
      : `${command} didn’t come up: ${said}`,
  )
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function answers(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}
