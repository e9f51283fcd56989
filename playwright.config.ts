import { defineConfig } from '@playwright/test'
import { processZone } from './test/harness/zone.ts'

// Also applies to the workers, which run the servers.
process.env.TZ = processZone

/**
 * Browser tests on the real stack (test/e2e/fixtures.ts). CHROME_PATH names the browser; `npm test` finds or installs one.
 * Tests check behavior once, at desktop width; a phone repeats only what a narrow screen or touch changes.
 */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/global-setup.ts',
  workers: 2,
  retries: 0,
  // Only what hangs may meet them: some machines take ten times as long as others.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    // With motion, each action would wait until the element stands still. Tests of motion enable it (test/e2e/welcome.e2e.ts).
    contextOptions: { reducedMotion: 'reduce' },
    // Kept answers would hide what a test changes; the service worker has its own tests (test/e2e/offline.e2e.ts).
    serviceWorkers: 'block',
    // A trace costs a quarter of a test's time: use `--trace on` when a picture doesn't explain a failure.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      // The device's time zone, unless the test sets another.
      env: { ...process.env, TZ: 'UTC' },
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        // A device's pages share compiled code (test/e2e/devices.ts).
        '--process-per-site',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    // The server behind a page is the same at both widths, so only layout, tab bar and drawers are worth a second test.
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true }, grep: /@phone/ },
  ],
})
