import { globSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** The machine's clock, as everything sees it that is started with `env`. Time goes on by itself, and is moved only from here. */
export type Clock = {
  env: Record<string, string>
  now(): Temporal.Instant
  /** Sets it, for what runs and for what is started later; resolves when everyone has seen that. */
  moveTo(moment: Temporal.Instant): Promise<void>
  forward(by: Temporal.DurationLike): Promise<void>
  back(by: Temporal.DurationLike): Promise<void>
}

/** Thrown where libfaketime isn't installed; its message says how it comes. */
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
 * Each process looks again after so long. Looking at each call would be too often: PostgreSQL also asks for the time in handlers of
 * signals, where reading a file may come upon another reading that it interrupted, and then waits for that for ever.
 */
const looksEverySeconds = 1

/**
 * A clock moved by libfaketime, by a file of the folder. Timers and timeouts are of the monotonic clock, and stay as they are.
 */
export function openClock(folder: string): Clock {
  const file = join(folder, 'clock')
  let ahead = 0
  const set = (seconds: number) => {
    ahead = seconds
    // Renamed when whole: an empty file would be the true time, for a moment.
    writeFileSync(`${file}.new`, `${ahead < 0 ? '' : '+'}${ahead}\n`, { mode: 0o644 })
    renameSync(`${file}.new`, file)
  }
  const now = () => Temporal.Now.instant().add({ seconds: ahead })
  const moveTo = async (moment: Temporal.Instant) => {
    set(Math.ceil((moment.epochMilliseconds - Temporal.Now.instant().epochMilliseconds) / 1000))
    // It counts whole seconds, and looks once there are more of them.
    await pause(1_000 * (looksEverySeconds + 1) + 300)
  }
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

function findLibrary(): string {
  const [library] = globSync('/{usr/lib,usr/lib64,usr/local/lib}{,/*}/faketime/libfaketimeMT.so.1')
  if (!library) throw new NoFaketime()
  return library
}
