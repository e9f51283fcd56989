import { defineConfig } from 'vitest/config'
import { processZone } from './test/harness/zone.ts'

// Also applies to the workers, which inherit it.
process.env.TZ = processZone

export default defineConfig({
  test: {
    include: ['{shared,server,web,local,scripts,cluster,test}/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    // Each file starts its own server. On two processors a third worker uses the time in which two wait: for jobs, for
    // killed servers, for a converter.
    maxWorkers: 3,
    // A worker keeps its loaded modules from file to file: loading the server takes longer than most files' tests. The
    // server keeps no state outside of a stack, and each file has its own stack and database.
    isolate: false,
    // Shuffled, since no test may depend on the order; `npm test` prints the seed.
    sequence: { shuffle: true },
    // Only what hangs may meet it: some machines take ten times as long as others.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
  },
})
