type Node = { type: string; tagName?: string; value?: string; properties?: object; children?: Node[] }

const citation = /\[(\d{1,2})\]/

/** Makes `<cite number="2">` of each `[2]` in an answer's prose; in code and in formulas brackets are brackets. */
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
  return text.split(citation).flatMap((part, index): Node[] => {
    if (index % 2 === 0) return part ? [{ type: 'text', value: part }] : []
    const children = [{ type: 'text', value: `[${part}]` }]
    return [{ type: 'element', tagName: 'cite', properties: { number: Number(part) }, children }]
  })
}
