type Node = {
  type: string
  tagName?: string
  value?: string
  properties?: Record<string, unknown>
  children?: Node[]
}

/** The allowed elements of an answer: those of markdown, KaTeX and code highlighting. */
const elements = new Set(
  (
    'p br em strong del blockquote ul ol li hr pre code h1 h2 h3 h4 h5 h6 table thead tbody tr th td sup span div cite ' +
    'math semantics annotation mrow mi mo mn ms mtext mspace msup msub msubsup mfrac msqrt mroot mtable mtr mtd mlabeledtr ' +
    'mover munder munderover mstyle mpadded menclose mphantom svg path line'
  ).split(' '),
)

/** The allowed attributes: no addresses or scripts. Styles are KaTeX's own (see `isPlainStyle`). */
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
 * Makes a parsed answer safe, whoever wrote it: it can't run, load or lead to anything. A model repeats what
 * strangers' documents tell it to. Links and pictures become text with their addresses. It runs last, over
 * the whole tree, each time an answer renders.
 */
export function keepSafe() {
  return (root: Node) => {
    root.children = (root.children ?? []).flatMap(safe)
  }
}

function safe(node: Node): Node[] {
  if (node.type === 'text') return [{ type: 'text', value: node.value ?? '' }]
  // HTML shows as source text.
  if (node.type === 'raw') return [{ type: 'text', value: node.value ?? '' }]
  if (node.type !== 'element') return []
  const children = (node.children ?? []).flatMap(safe)
  if (node.tagName === 'a') return asText(children, node.properties?.href)
  if (node.tagName === 'img') return asText([text(String(node.properties?.alt ?? ''))], node.properties?.src)
  if (!elements.has(node.tagName ?? '')) return children
  return [{ type: 'element', tagName: node.tagName!, properties: keptOf(node), children }]
}

/** The text of a link or a picture, and its address if that differs. */
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

/** Allows styles for size and color only, which neither load anything nor move out of place. */
function isPlainStyle(style: string): boolean {
  return !/url|image|expression|\bfixed\b|\bsticky\b|@|\\/i.test(style)
}

function plainText(nodes: Node[]): string {
  return nodes.map(node => node.value ?? plainText(node.children ?? [])).join('')
}

function text(value: string): Node {
  return { type: 'text', value }
}
