import { describe, expect, test } from 'vitest'
import { choose } from './choose.ts'

describe('the words after npm test --', () => {
  test('choose the files whose path contains one of them', () => {
    const { unit, browser } = choose(['wallets/', 'wallets.e2e'])
    expect(unit.files).toContain('server/product/wallets/wallets.test.ts')
    expect(unit.files.every(file => file.includes('wallets/'))).toBe(true)
    expect(browser.files).toEqual(['test/e2e/wallets.e2e.ts'])
    expect(unit.sentence).toBeUndefined()
  })

  test('choose a sentence within the files that other words name', () => {
    const { unit, browser } = choose(['scripts/testing/choose', 'a sentence', 'in two'])
    expect(unit).toEqual({ files: ['scripts/testing/choose.test.ts'], sentence: 'a sentence in two' })
    expect(browser.files).toEqual([])
  })

  test('choose a sentence in all files that contain it', () => {
    const { unit } = choose(['choose a sentence in all files that contain it'])
    expect(unit.files).toEqual(['scripts/testing/choose.test.ts'])
  })

  test('choose the width at which a browser test failed', () => {
    const { browser } = choose(['test/e2e/back.e2e.ts', 'Back closes what is open @phone (phone)'])
    const sentence = 'Back closes what is open @phone'
    expect(browser).toEqual({ files: ['test/e2e/back.e2e.ts'], sentence, width: 'phone' })
  })

  test('choose nothing if nothing contains them', () => {
    const { unit, browser } = choose([`${'no such'} ${'sentence'}`])
    expect([unit.files, browser.files]).toEqual([[], []])
  })
})
