type Node = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** What an answer may be made of: what markdown makes, and what KaTeX and the code's colours make of it. */
const elements = new Set(
  (
    'p br em strong del blockquote ul ol li hr pre code h1 h2 h3 h4 h5 h6 table thead tbody tr th td sup span div cite ' +
    'math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mtable mtr mtd mlabeledtr ' +
    'mover munder munderover mstyle mpadded menclose mphantom svg path line'
  ).split(' '),
)

/** What an element may carry: nothing that is an address or a script. Styles are KaTeX's own (see `isPlainStyle`). */
const properties = new Set(
  (
    'className style ariaHidden align start number ' +
    'xmlns display encoding mathvariant stretchy fence separator lspace rspace accent accentunder columnalign columnspacing ' +
    'rowspacing rowlines columnlines linethickness width height depth voffset minsize maxsize notation scriptlevel ' +
    'displaystyle movablelimits largeop symmetric mathcolor mathbackground mathsize viewBox preserveAspectRatio d x1 x2 y1 y2 ' +
    'strokeWidth'
  ).split(' '),
)

/**
 * Makes of a parsed answer one that can neither run, load nor lead to anything, whoever wrote it: a model repeats what
 * strangers' documents tell it to. Links and pictures become text that shows where they would have led.
 * It runs last, over the whole tree, each time an answer is shown.
 */
export function keepSafe() {
  return (root: Node) => {
    root.children = (root.children ?? []).flatMap(safe)
  }
}

function safe(node: Node): Node[] {
  if (node.type === 'text') return [{ type: 'text', value: node.value ?? '' }]
  // HTML is shown as what was typed.
  if (node.type === 'raw') return [{ type: 'text', value: node.value ?? '' }]
  if (node.type !== 'element') return []
  const children = (node.children ?? []).flatMap(safe)
  if (node.tagName === 'a') return asText(children, node.properties?.href)
  if (node.tagName === 'img') return asText([text(String(node.properties?.alt ?? ''))], node.properties?.src)
  if (!elements.has(node.tagName ?? '')) return children
  return [{ type: 'element', tagName: node.tagName!, properties: keptOf(node), children }]
}

/** What a link or a picture was named, and its address where that is something else. */
function asText(children: Node[], address: unknown): Node[] {
  const target = typeof address === 'string' && !address.startsWith('#') ? address : ''
  if (!target || plainText(children).trim() === target) return children
  const shown = { type: 'element', tagName: 'code', properties: { className: ['answer-address'] } }
  return [...children, text(' '), { ...shown, children: [text(target)] }]
}

function keptOf({ properties: given = {} }: Node): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(given).filter(([name, value]) =>
      name === 'style' ? isPlainStyle(String(value)) : properties.has(name),
    ),
  )
}

/** A style that sizes and colours, and neither fetches nor leaves its place on the page. */
function isPlainStyle(style: string): boolean {
  return !/url|image|expression|\bfixed\b|\bsticky\b|@|\\/i.test(style)
}

function plainText(nodes: Node[]): string {
  return nodes.map(node => node.value ?? plainText(node.children ?? [])).join('')
}

function text(value: string): Node {
  return { type: 'text', value }
}
