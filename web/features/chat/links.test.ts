import { expect, test } from 'vitest'
import { piecesOf } from './links.ts'

const linksIn = (text: string) => piecesOf(text).filter(({ href }) => href !== null)

test('addresses are recognized inside a text, and the rest stays text', () => {
  expect(piecesOf('See https://example.edu/a?b=c#d, or example.org.')).toEqual([
    { start: 0, text: 'See ', href: null },
    { start: 4, text: 'https://example.edu/a?b=c#d', href: 'https://example.edu/a?b=c#d' },
    { start: 31, text: ', or ', href: null },
    { start: 36, text: 'example.org', href: 'https://example.org' },
    { start: 47, text: '.', href: null },
  ])
})

test('only web pages become links, and none that hides its host behind a name', () => {
  const texts = [
    'javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'file:///etc/passwd',
    'ftp://example.org/a',
    'mailto:someone@example.edu',
    'someone@example.edu',
    'vbscript:msgbox(1)',
    'https://ignite.example@elsewhere.example/',
    'https://user:secret@example.org/',
  ]
  for (const text of texts) {
    for (const { href } of linksIn(text)) {
      expect(new URL(href!).protocol, text).toMatch(/^https?:$/)
      expect(new URL(href!).username, text).toBe('')
    }
  }
  expect(linksIn('javascript:alert(1) data:text/html,x file:///etc/passwd')).toEqual([])
})

test('the pieces of any text add up to the text, even for a long one full of dots', () => {
  const texts = [
    '',
    ' ',
    'a.b.c.d.'.repeat(500),
    '🙂 www.example.org שלום https://例え.jp',
    '<a href="x">y</a>',
  ]
  for (const text of texts) {
    expect(
      piecesOf(text)
        .map(piece => piece.text)
        .join(''),
    ).toBe(text)
  }
})
