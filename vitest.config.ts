import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{shared,server,web,local,scripts,test/rules}/**/*.test.ts'],
    globalSetup: ['test/harness/global-setup.ts'],
    // Each file starts a server of its own; more at once than processors only makes all of them slower.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
