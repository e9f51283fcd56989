import { setTimeout as pause } from 'node:timers/promises'
import type { Product } from '../local/npm-start.ts'
import { proportionalMemory } from '../scripts/memory.ts'

const usualRestSeconds = 600
/** The memory limit of one idle instance, with its database. */
const mostMegabytes = 450

/**
 * `npm run rehearse -- memory`: prints the memory of every process after a rest. Exits with 1 if that is too
 * much.
 */
export async function measureRest(product: Product, args: string[]): Promise<number> {
  const seconds = args[0] === '--rest' ? Number(args[1]) : usualRestSeconds
  if (!(seconds >= 0) || (args.length > 0 && args.length !== 2)) {
    process.stderr.write('Usage: npm run rehearse -- memory [--rest SECONDS]\n')
    return 2
  }
  await product.start()
  process.stdout.write(`Ignite runs, with its demo world; it rests for ${seconds} s.\n`)
  await pause(seconds * 1000)
  const { total, processes } = await proportionalMemory(product.root())
  const line = (bytes: number, what: string) => `  ${megabytes(bytes).toFixed(1).padStart(7)} MB  ${what}\n`
  for (const { command, bytes } of processes) process.stdout.write(line(bytes, command.slice(0, 100)))
  process.stdout.write(line(total, 'in all, by proportional set size'))
  const used = megabytes(total)
  process.stdout.write(`${used.toFixed(0)} MB (≤ ${mostMegabytes}) after ${seconds} s at rest.\n`)
  return used <= mostMegabytes ? 0 : 1
}

const megabytes = (bytes: number) => bytes / 1e6
