import { citationMarks } from '#shared/domain/citation-mark.ts'

type Node = { type: string; tagName?: string; value?: string; properties?: object; children?: Node[] }

/**
 * Turns each `[@2]` in an answer's prose into `<cite number="2">`; in code and formulas, brackets stay
 * brackets.
 */
export function markCitations() {
  return (root: Node) => mark(root)
}

function mark(node: Node): void {
  if (node.tagName === 'code' || node.tagName === 'pre') return
  for (const child of node.children ?? []) mark(child)
  node.children = node.children?.flatMap(child =>
    child.type === 'text' ? split(child.value ?? '') : [child],
  )
}

function split(text: string): Node[] {
  // Every other part is a number.
  const parts = text.split(citationMarks)
  return parts.flatMap((part, index): Node[] => {
    if (index % 2 === 1) return []
    const number = parts[index + 1]
    // A number stays on the line of the word before it, and the period on the number’s.
    const after = index > 0 ? part.replace(closing, '') : part
    const before = number === undefined ? after : after.replace(/[ \t]+$/, '\u00a0')
    const cited = number === undefined ? [] : [cite(number, closing.exec(parts[index + 2] ?? '')?.[0] ?? '')]
    return [...(before ? [{ type: 'text', value: before }] : []), ...cited]
  })
}

const closing = /^[.,;:!?)]+/

function cite(number: string, after: string): Node {
  const children = [{ type: 'text', value: `[${number}]` }]
  const cited = { type: 'element', tagName: 'cite', properties: { number: Number(number) }, children }
  return {
    type: 'element',
    tagName: 'span',
    properties: { className: ['answer-cited'] },
    children: after ? [cited, { type: 'text', value: after }] : [cited],
  }
}
