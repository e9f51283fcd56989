import { describe, expect, test } from 'vitest'
import { elsewhere } from '../../test/factories/redirects.ts'
import { readReturnPath } from './return-path.ts'

describe('a path to return to', () => {
  test.each(elsewhere)('is not read from %j', text => {
    expect(readReturnPath(text)).toBeNull()
  })

  test.each([
    ['/explore', '/explore'],
    ['/', '/'],
    ['/search?text=a%2Fb//c\\d#//e', '/search?text=a%2Fb//c\\d#//e'],
    ['/a/../b/./c', '/b/c'],
    ['/a/%2e%2e/b', '/b'],
    ['/../../x', '/x'],
    ['/@evil.example', '/@evil.example'],
    ['/x:y@evil.example/', '/x:y@evil.example/'],
    ['/%252f/evil.example', '/%252f/evil.example'],
    ['/／evil.example', '/%EF%BC%8Fevil.example'],
    ['/〳evil.example', '/%E3%80%B3evil.example'],
    ['/.evil.example', '/.evil.example'],
  ])('is read from %j as a browser reads it', (text, path) => {
    expect(readReturnPath(text)).toBe(path)
    // A browser that reads it, even twice, stays on the site.
    const address = new URL(path, 'https://ignite.example')
    expect(address.origin).toBe('https://ignite.example')
    expect(new URL(address.pathname, 'https://ignite.example').origin).toBe('https://ignite.example')
    expect(readReturnPath(path)).toBe(path)
  })
})
