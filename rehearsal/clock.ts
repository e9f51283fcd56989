import { existsSync, globSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The clock for everything that is started with `env`. It runs by itself, and only this moves it. */
export type Clock = {
  env: Record<string, string>
  now(): Temporal.Instant
  /** Sets it, for running processes and those started later; resolves when all have seen it. */
  moveTo(moment: Temporal.Instant): Promise<void>
  forward(by: Temporal.DurationLike): Promise<void>
  back(by: Temporal.DurationLike): Promise<void>
}

/** Thrown if libfaketime isn't installed; the message says how to install it. */
export class NoFaketime extends Error {
  override name = 'NoFaketime'
  constructor() {
    super(
      'The rehearsal moves the machine’s clock with libfaketime, which isn’t installed here. On Debian and Ubuntu:\n' +
        '  apt-get install --no-install-recommends faketime',
    )
  }
}

/**
 * Each process rereads the file at this interval. Rereading at each call would be too often: PostgreSQL also
 * reads the time in signal handlers, where reading a file could interrupt another read and then wait for it
 * forever.
 */
const looksEverySeconds = 1

/**
 * A clock that libfaketime moves, controlled by a file in the folder. Timers and timeouts use the monotonic
 * clock, and stay as they are.
 */
export function openClock(folder: string): Clock {
  const file = join(folder, 'clock')
  let ahead = 0
  const set = (seconds: number) => {
    ahead = seconds
    // Renamed when complete: an empty file would mean the true time for a moment.
    writeFileSync(`${file}.new`, `${ahead < 0 ? '' : '+'}${ahead}\n`, { mode: 0o644 })
    renameSync(`${file}.new`, file)
  }
  const now = () => Temporal.Now.instant().add({ seconds: ahead })
  const moveTo = async (moment: Temporal.Instant) => {
    set(Math.ceil((moment.epochMilliseconds - Temporal.Now.instant().epochMilliseconds) / 1000))
    // It counts whole seconds, and rereads once more of them have passed.
    await pause(1_000 * (looksEverySeconds + 1) + 300)
  }
  removeLeftovers()
  set(0)
  return {
    env: {
      LD_PRELOAD: findLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: String(looksEverySeconds),
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    now,
    moveTo,
    forward: by => moveTo(now().add(by)),
    back: by => moveTo(now().subtract(by)),
  }
}

/**
 * libfaketime names its semaphores and shared memory after process numbers, and a killed process leaves them behind. Another person's
 * process that gets the same number couldn't make its own, and would end: PostgreSQL runs as somebody else if root starts it.
 */
function removeLeftovers(): void {
  for (const file of globSync('/dev/shm/{sem.faketime_sem,faketime_shm}_*')) {
    if (existsSync(`/proc/${file.split('_').at(-1)}`)) continue
    try {
      rmSync(file, { force: true })
    } catch {
      // Only root may remove those of others.
    }
  }
}

function findLibrary(): string {
  const [library] = globSync('/{usr/lib,usr/lib64,usr/local/lib}{,/*}/faketime/libfaketimeMT.so.1')
  if (!library) throw new NoFaketime()
  return library
}
