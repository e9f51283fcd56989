import { eachInTurn } from '../each-in-turn.ts'
import type { Storage } from './storage.ts'

type SweepDeps = { storage: Storage; now: () => Temporal.Instant }

/** Says which of these keys nothing refers to. */
type Unneeded = (keys: string[]) => Promise<string[]>

const batch = 500

/** Removes objects below the prefixes that are older than a day and that nothing refers to. */
export async function sweep(deps: SweepDeps, prefixes: string[], unneeded: Unneeded): Promise<void> {
  await eachInTurn(oldUnneeded(deps, prefixes, unneeded), 'objects couldn’t be removed', key =>
    deps.storage.remove(key),
  )
}

async function* oldUnneeded({ storage, now }: SweepDeps, prefixes: string[], unneeded: Unneeded) {
  const before = now().subtract({ hours: 24 })
  let old: string[] = []
  for (const prefix of prefixes) {
    for await (const { key, modified } of storage.list(prefix)) {
      if (Temporal.Instant.compare(modified, before) < 0) old.push(key)
      if (old.length < batch) continue
      yield* await unneeded(old)
      old = []
    }
  }
  yield* await unneeded(old)
}
