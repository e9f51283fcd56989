import { defineConfig } from 'vitest/config'
import { processZone } from './test/harness/zone.ts'

// Of the workers too, which inherit it.
process.env.TZ = processZone

export default defineConfig({
  test: {
    include: ['{shared,server,web,local,scripts,test/rules}/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    // Each file starts a server of its own. On two processors a third fills the time in which two wait: for jobs, for servers
    // that were killed, for a converter.
    maxWorkers: 3,
    // A worker keeps what it has loaded from file to file: loading the server costs more than most files' tests. What they test is
    // the server, which keeps nothing of its own outside of a stack, and each has a stack and a database of its own.
    isolate: false,
    // In an order that no test may lean on; `npm test` says its seed.
    sequence: { shuffle: true },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // A busy machine may take longer than the usual second.
    expect: { poll: { timeout: 10_000 } },
  },
})
