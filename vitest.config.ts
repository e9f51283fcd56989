import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,server,web,local,scripts,test/rules}/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    // Each file starts a server of its own; more at once than processors only makes all of them slower.
    maxWorkers: 2,
    // Crashes, races and converters on a machine that may be busy: what fails twice is a failure; what fails once is told.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
