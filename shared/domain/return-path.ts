// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks inside addresses, so "/\t/evil" is "//evil"
const unsafe = /[\\\u0000-\u001f\u007f-\u009f]|%2f|%5c/i

/**
 * Whether text is a path of this site one may be sent on to after signing in. Everything a browser could read as another
 * host is refused: "//host", "/\host", control characters, and encoded slashes that a router might decode.
 */
export function isReturnPath(text: string): boolean {
  if (!text.startsWith('/') || text.startsWith('//') || text.length > 2000) return false
  if (unsafe.test(text.split(/[?#]/, 1)[0]!)) return false
  try {
    return new URL(text, 'https://here.invalid').origin === 'https://here.invalid'
  } catch {
    return false
  }
}
