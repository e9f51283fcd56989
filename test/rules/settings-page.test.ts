import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settings } from '#server/config/settings.ts'
import { settingsPage } from '../../scripts/settings.ts'

const root = join(import.meta.dirname, '../..')

test('the settings page matches what `npm run settings` writes', () => {
  expect(readFileSync(join(root, 'docs/settings.md'), 'utf8')).toBe(settingsPage())
})

test('every setting has a description', () => {
  const page = settingsPage()
  for (const name of Object.values(settings).flatMap(Object.keys))
    expect(page).toMatch(new RegExp(`^\\| \`${name}\` +\\| [A-Z][^|]+\\. +\\|`, 'm'))
})
