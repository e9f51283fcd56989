import { defineConfig } from '@playwright/test'
import { processZone } from './test/harness/zone.ts'

// Of the workers too, in which the servers are.
process.env.TZ = processZone

/**
 * Browser tests on the real stack (test/e2e/fixtures.ts). CHROME_PATH names the browser; `npm test` finds or installs one.
 * Behaviour is looked at once, at desktop width; a phone looks again at what a narrow screen or a finger changes.
 */
export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '**/*.e2e.ts',
  globalSetup: './test/e2e/global-setup.ts',
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    // What moves is waited for until it stands still. The tests of motion ask for it (test/e2e/welcome.e2e.ts).
    contextOptions: { reducedMotion: 'reduce' },
    // A trace costs a quarter of a test's time: `--trace on` takes one of what a picture doesn't explain.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      // A device of a zone of its own, unless the test says another.
      env: { ...process.env, TZ: 'UTC' },
      args: [
        '--no-sandbox',
        '--disable-quic',
        '--disable-background-networking',
        // The pages of a device share the code that one of them compiled (test/e2e/devices.ts).
        '--process-per-site',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    // What is behind a page is the same at both widths, so that only its layout, tab bar and drawers are worth a second look.
    { name: 'phone', use: { viewport: { width: 390, height: 844 }, hasTouch: true }, grep: /@phone/ },
  ],
})
