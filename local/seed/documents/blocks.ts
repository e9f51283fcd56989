/** The parts of a note, in the order they are read. */
export type Block =
  | { kind: 'heading'; level: 1 | 2; text: string }
  | { kind: 'paragraph'; text: string }
  | { kind: 'item'; marker: string; text: string }
  | { kind: 'equation'; text: string }
  | { kind: 'box'; text: string }
  | { kind: 'code'; lines: string[] }
  | { kind: 'table'; rows: string[][] }
  | { kind: 'figure'; name: string; caption: string }

/** Reads the small part of Markdown that the notes are written in: `$$ … $$` is an equation, `> ` a box. */
export function readBlocks(source: string): Block[] {
  return source
    .split(/\n{2,}/)
    .map(part => part.trim())
    .filter(part => part !== '')
    .flatMap(readPart)
}

function readPart(part: string): Block[] {
  const lines = part.split('\n')
  const first = lines[0]!
  const flowing = lines.join(' ')
  if (first.startsWith('## ')) return [{ kind: 'heading', level: 2, text: first.slice(3) }, ...rest(lines)]
  if (first.startsWith('# ')) return [{ kind: 'heading', level: 1, text: first.slice(2) }, ...rest(lines)]
  if (first.startsWith('```')) return [{ kind: 'code', lines: lines.slice(1, -1) }]
  if (first.startsWith('$$')) return [{ kind: 'equation', text: flowing.replaceAll('$$', '').trim() }]
  if (first.startsWith('> '))
    return [{ kind: 'box', text: lines.map(line => line.replace(/^> ?/, '')).join(' ') }]
  if (first.startsWith('|')) return [{ kind: 'table', rows: lines.map(cells) }]
  const figure = /^!\[(?<caption>[^\]]*)\]\((?<name>[\w-]+)\)$/.exec(flowing)?.groups
  if (figure) return [{ kind: 'figure', name: figure.name!, caption: figure.caption! }]
  if (/^(-|\d+\.) /.test(first)) return items(lines)
  return [{ kind: 'paragraph', text: flowing }]
}

function rest(lines: string[]): Block[] {
  return lines.length > 1 ? readBlocks(lines.slice(1).join('\n')) : []
}

function cells(line: string): string[] {
  return line
    .split('|')
    .slice(1, -1)
    .map(cell => cell.trim())
}

function items(lines: string[]): Block[] {
  const found: Extract<Block, { kind: 'item' }>[] = []
  for (const line of lines) {
    const match = /^(?<marker>-|\d+\.) (?<text>.*)$/.exec(line)?.groups
    if (match)
      found.push({ kind: 'item', marker: match.marker === '-' ? '•' : match.marker!, text: match.text! })
    else found.at(-1)!.text += ` ${line.trim()}`
  }
  return found
}
