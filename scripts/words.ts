/**
 * `npm run words`: prints every text that people read, with its file and line. A text is what JSX says, or a
 * string that begins like a sentence or has words in it; `{…}` stands for what the code puts there.
 */

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

const root = join(import.meta.dirname, '..')
export const readBy = {
  Pages: 'web/**/*.{ts,tsx}',
  'Rules that pages and calls share': 'shared/**/*.ts',
  'Alerts, emails and problems': 'server/**/*.ts',
}

type Node = { type: string; start: number; end: number; [key: string]: unknown }

/** Files whose texts don't appear on a page or in a mail. */
export const unreadFiles = [/\.test\./, /\.gen\./, /^server\/config\//]
const unreadAttributes = /^(className|style|key|id|type|href|to|d|viewBox|sizes|src\w*|accept|allow|rel)$/
/** Errors, logs and metrics are for operators. */
const unreadCalls =
  /^(cx|\w*Error|require|querySelector\w*|matchMedia|\w*log(ger)?\.\w+|\w+\.(info|warn|error|addEventListener|startsWith|endsWith|includes))$/
const unreadNames = /^(summary|tags|event|queryKey|className|\w*(Class(es)?|Columns))$/

/** The texts of a file, in their order. */
export function textsIn(file: string, code: string): { at: number; text: string }[] {
  const texts: { at: number; text: string }[] = []
  visit(parseSync(file, code).program as unknown as Node)
  return texts.toSorted((a, b) => a.at - b.at)

  function visit(node: Node): void {
    if (isUnread(node)) return
    if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      const children = node.children as Node[]
      if (children.some(({ type, value }) => type === 'JSXText' && hasWords(String(value)))) {
        add(node, children.map(partText).join(''), hasWords)
      }
    } else if (node.type === 'Literal' && typeof node.value === 'string') {
      add(node, node.value, isSentence)
    } else if (node.type === 'TemplateLiteral') {
      const holes = (node.expressions as Node[]).map(hole)
      const quasis = node.quasis as { value: { cooked: string } }[]
      add(node, quasis.map(({ value }, n) => value.cooked + (holes[n] ?? '')).join(''), isSentence)
    }
    for (const child of childrenOf(node)) visit(child)
  }

  function isUnread(node: Node): boolean {
    switch (node.type) {
      case 'JSXAttribute':
        return unreadAttributes.test(source(node.name as Node))
      case 'CallExpression':
      case 'NewExpression':
        return unreadCalls.test(source(node.callee as Node))
      case 'Property':
        return unreadNames.test(source(node.key as Node))
      case 'VariableDeclarator':
        return unreadNames.test(source(node.id as Node))
      case 'BinaryExpression':
        return /^[!=]=/.test(String(node.operator))
      default:
        return /^(TS(?!As|Satisfies|NonNull)|Import|ExportAll|ExportSpecifier|TaggedTemplate)/.test(node.type)
    }
  }

  function add({ start }: Node, text: string, isRead: (text: string) => boolean): void {
    const read = text.replaceAll(/\s+/g, ' ').trim()
    if (isRead(read)) texts.push({ at: start, text: read })
  }

  function partText(part: Node): string {
    if (part.type === 'JSXText') return String(part.value)
    if (part.type === 'JSXElement') return `<${(part.children as Node[]).map(partText).join('')}>`
    return part.type === 'JSXExpressionContainer' ? hole(part.expression as Node) : ''
  }

  function hole(expression: Node): string {
    if (expression.type === 'JSXEmptyExpression') return ''
    if (expression.type === 'Literal') return String(expression.value)
    return `{${expression.end - expression.start > 40 ? '…' : source(expression)}}`
  }

  function source({ start, end }: Node): string {
    return code.slice(start, end)
  }
}

function childrenOf(node: Node): Node[] {
  const values = Object.values(node).flat() as (Node | null)[]
  return values.filter(child => typeof child === 'object' && child !== null && 'type' in child) as Node[]
}

function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text.replaceAll(/\{[^}]*\}/g, ''))
}

/** Class lists, addresses and identifiers don't begin like a sentence and have no plain words in a row. */
function isSentence(text: string): boolean {
  const read = text.replaceAll(/\{[^}]*\}/g, '{}')
  if (/[[\]_]|\w:\w|^[\w/.@-]*\/[\w/.-]*$|\w-\d|^\S*[a-z][A-Z]\S*$/.test(read)) return false
  if (/^[\p{Lu}“]\S*\p{Ll}|^\p{Lu}\b.* /u.test(read)) return true
  return read.includes(' ') && /(^|\s|\})[a-z’]{2,}[,.!?:]?(\s|$)/.test(read)
}

/** The source files that a pattern matches. */
export function filesOf(pattern: string): string[] {
  return globSync(pattern, { cwd: root }).toSorted()
}

if (import.meta.main) {
  for (const [title, pattern] of Object.entries(readBy)) {
    console.log(`\n${title}`)
    for (const file of filesOf(pattern)) {
      if (unreadFiles.some(unread => unread.test(file))) continue
      const code = readFileSync(join(root, file), 'utf8')
      const texts = textsIn(file, code)
      if (texts.length) console.log(`\n${file}`)
      for (const { at, text } of texts) {
        console.log(`${String(code.slice(0, at).split('\n').length).padStart(5)}  ${text}`)
      }
    }
  }
}
