const here = 'https://here.invalid'

// Some routers, proxies or file systems decode these, or read them as slashes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop tabs and line breaks inside addresses, so "/\t/evil" is "//evil"
const unsafe = /[\\\u0000-\u001f\u007f-\u009f]|%2f|%5c/i

/**
 * The path on this site that a text leads to, as a browser reads it; null if it could lead to another host.
 * It resolves dots before judging the path: "/.//evil.example" becomes "//evil.example", which names a host
 * when read again.
 */
export function readReturnPath(text: string): string | null {
  if (!text.startsWith('/') || text.startsWith('//') || text.length > 2000) return null
  if (unsafe.test(text.split(/[?#]/, 1)[0]!)) return null
  // URL.parse is younger than the browsers that Ignite supports.
  if (!URL.canParse(text, here)) return null
  const read = new URL(text, here)
  if (read.origin !== here || read.username || read.password || read.pathname.includes('//')) return null
  return read.pathname + read.search + read.hash
}
