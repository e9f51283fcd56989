import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import type { Source } from '#shared/api/dialogues.ts'
import { hostileAnswers } from '../../../test/factories/hostile-answers.ts'
import { AnswerText } from './answer-text.tsx'

const source: Source = {
  number: 1,
  id: '018f0000-0000-7000-8000-000000000001',
  post_id: '018f0000-0000-7000-8000-000000000002',
  doc_url: '018f0000-0000-7000-8000-000000000003',
  title: 'Sorting',
  page: 7,
  heading: null,
  text: 'Merge sort splits a list.',
  boxes: [],
  quote: null,
  name: 'Grace Kim',
  is_owner: false,
}

function show(text: string, sources: Source[] = []): string {
  return renderToStaticMarkup(createElement(AnswerText, { text, sources, onOpen: () => {} }))
}

const tagsOf = (html: string) => new Set([...html.matchAll(/<([a-z][a-z0-9-]*)/gi)].map(match => match[1]))
const dangerousTags =
  /^(a|area|audio|base|button|embed|foreignobject|form|frame|iframe|image|img|input|link|meta|object|script|source|style|use|video)$/i
const attributes =
  /<[a-z][^>]*?\s(?:on\w+|href|src|srcset|xlink:href|action|formaction|poster|background|data|id|name)=/i
const styles = /style="[^"]*(?:url|image|fixed|expression)/i

describe('hostile markdown', () => {
  test.each(hostileAnswers)('%j runs, loads and leads to nothing, at any point of the stream', payload => {
    for (let end = 1; end <= payload.length; end++) {
      const html = show(payload.slice(0, end))
      const found = [...tagsOf(html)].filter(tag => dangerousTags.test(tag!))
      if (found.length > 0 || attributes.test(html) || styles.test(html)) {
        expect.fail(`${payload.slice(0, end)}\nbecomes\n${html}`)
      }
    }
  })

  test('shows the address of a removed link or picture', () => {
    expect(show('See [the notes](https://evil.example/x?q=1).')).toBe(
      '<div class="answer-text" dir="auto"><p>See the notes <code class="answer-address">https://evil.example/x?q=1</code>.</p></div>',
    )
    expect(show('![a tree](https://evil.example/p.png)')).toContain('a tree <code')
    expect(show('<https://evil.example>')).toContain('<p>https://evil.example</p>')
    expect(show('<img src=x onerror=alert(1)>')).toContain('&lt;img src=x onerror=alert(1)&gt;')
  })
})

describe('an answer', () => {
  test('shows formulas, colored code, tables and lists', () => {
    expect(show('So $O(n \\log n)$.')).toMatch(/class="katex".*<math/s)
    expect(show('$$\\frac{a}{b}$$')).toContain('mfrac')
    expect(show('```js\nconst a = 1\n```')).toContain('<span class="hljs-keyword">const</span>')
    expect(show('| a | b |\n|---|---|\n| 1 | 2 |')).toMatch(/<table>.*<td>2<\/td>/s)
    expect(show('# Sorting\n\n- *one*')).toMatch(/<h4>Sorting<\/h4>.*<li><em>one<\/em><\/li>/s)
  })

  test('turns a number with a source into a button, only in prose', () => {
    const html = show('It splits [@1], not `a[@1]`, not the list [1] and not [@2].', [source])
    expect(html).toContain('aria-label="Source 1: Sorting, page 7"')
    expect(html).toContain('<code>a[@1]</code>, not the list [1] and')
    expect(html).toContain('<span class="answer-cited">[2].</span>')
    expect(html.match(/<button/g)).toHaveLength(1)
  })
})
