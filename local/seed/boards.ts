import sharp from 'sharp'
import { type BoardElement, boards, thumbnailId } from '#shared/api/boards.ts'
import type { Person } from './front-door.ts'

type Shape =
  | { kind: 'ellipse' | 'rectangle'; x: number; y: number; width: number; height: number; fill: string }
  | { kind: 'line'; x: number; y: number; to: readonly [number, number]; color?: string }
  | { kind: 'text'; x: number; y: number; text: string; size?: number }

type Place = readonly [x: number, y: number]

const ink = '#1e1e1e'

/** A weighted graph, and the shortest way through it. */
export const shortestPath: Shape[] = graph(
  { A: [60, 160], B: [240, 60], C: [240, 260], D: [430, 160], E: [600, 160] },
  ['AB 4', 'AC 1', 'CB 2', 'BD 5', 'CD 8', 'DE 3'],
  'Take the nearest open node, relax its edges, close it. A–C–B–D–E: 11',
)

/** Two days, hour by hour. */
export const examWeek: Shape[] = [
  { kind: 'text', x: 40, y: 20, text: 'Exam week', size: 28 },
  ...box(40, 80, 'Mon  CS 310', '#a5d8ff'),
  ...box(240, 80, 'Tue  free', '#e9ecef'),
  ...box(440, 80, 'Wed  MATH 221', '#ffc9c9'),
  ...box(40, 180, 'Graphs, DP', '#d0ebff'),
  ...box(240, 180, 'Eigenvalues with Grace', '#ffe3e3'),
  ...box(440, 180, 'Sleep', '#b2f2bb'),
]

/** The calls of a merge sort. */
export const recursionTree: Shape[] = graph(
  {
    '7 2 5 1': [300, 50],
    '7 2': [160, 160],
    '5 1': [440, 160],
    '7': [90, 270],
    '2': [230, 270],
    '5': [370, 270],
    '1': [510, 270],
  },
  ['7 2 5 1|7 2', '7 2 5 1|5 1', '7 2|7', '7 2|2', '5 1|5', '5 1|1'],
  'Down: split. Up: merge two sorted halves.',
)

function box(x: number, y: number, text: string, fill: string): Shape[] {
  return [
    { kind: 'rectangle', x, y, width: 180, height: 70, fill },
    { kind: 'text', x: x + 14, y: y + 24, text, size: 16 },
  ]
}

/** Nodes by their names, and edges: 'AB 4' from A to B with a weight, or 'name|name'. */
function graph(nodes: Record<string, Place>, edges: string[], caption: string): Shape[] {
  const lines = edges.flatMap((edge): Shape[] => {
    const [pair = '', weight] = edge.includes('|') ? [edge] : edge.split(' ')
    const [from = '', to = ''] = edge.includes('|') ? pair.split('|') : [...pair]
    const [[x, y], end] = [nodes[from]!, nodes[to]!]
    const line: Shape = { kind: 'line', x, y, to: end }
    const middle = { x: (x + end[0]) / 2 + 8, y: (y + end[1]) / 2 - 26 }
    return weight ? [line, { kind: 'text', ...middle, text: weight, size: 18 }] : [line]
  })
  const circles = Object.entries(nodes).flatMap(([name, [x, y]]): Shape[] => {
    const width = 44 + 14 * (name.length - 1)
    return [
      { kind: 'ellipse', x: x - width / 2, y: y - 22, width, height: 44, fill: '#d0bfff' },
      { kind: 'text', x: x - 5 * name.length, y: y - 12, text: name },
    ]
  })
  return [...lines, ...circles, { kind: 'text', x: 60, y: 340, text: caption, size: 18 }]
}

/** Makes a board of a person's own. */
export async function drawBoard(person: Person, title: string, shapes: Shape[]): Promise<void> {
  const { board } = await person.call(boards.create, { body: { title } })
  await draw(person, board.id, shapes)
}

/** Draws on the board of a meeting. */
export async function drawMeetingBoard(person: Person, meetingId: string, shapes: Shape[]): Promise<void> {
  const { board } = await person.call(boards.ofMeeting, { body: { meetingId } })
  await draw(person, board.id, shapes)
}

async function draw(person: Person, id: string, shapes: Shape[]): Promise<void> {
  const { refused } = await person.call(boards.draw, {
    params: { id },
    body: { elements: shapes.map(elementOf) },
  })
  if (refused.length > 0) throw new Error(`The board refused ${refused}`)
  const form = new FormData()
  form.set(
    'file',
    new Blob([new Uint8Array(await thumbnailOf(shapes))], { type: 'image/png' }),
    'thumbnail.png',
  )
  const path = boards.putPicture.path.replace('{id}', id).replace('{pictureId}', thumbnailId)
  const put = await person.request(path, { method: boards.putPicture.method, body: form })
  if (!put.ok) throw new Error(`The board’s thumbnail: ${put.status} ${await put.text()}`)
  await put.body?.cancel()
}

/** A shape in the editor's format. */
function elementOf(shape: Shape, place: number): BoardElement {
  const { kind, x, y } = shape
  const common = {
    id: `shape-${place}`,
    type: kind,
    x,
    y,
    angle: 0,
    strokeColor: ink,
    backgroundColor: 'transparent',
    fillStyle: 'solid',
    strokeWidth: 2,
    strokeStyle: 'solid',
    roundness: null,
    roughness: 1,
    opacity: 100,
    seed: place + 1,
    version: 1,
    versionNonce: place + 1,
    index: `a${String.fromCharCode(65 + Math.floor(place / 26))}${String.fromCharCode(65 + (place % 26))}`,
    isDeleted: false,
    groupIds: [],
    frameId: null,
    boundElements: null,
    updated: 1,
    link: null,
    locked: false,
  }
  if (kind === 'text') {
    const { text, size: fontSize = 20 } = shape
    const measure = { width: text.length * fontSize * 0.55, height: fontSize * 1.25 }
    const type = { fontSize, fontFamily: 5, text, originalText: text, lineHeight: 1.25 }
    const how = { textAlign: 'left', verticalAlign: 'top', containerId: null, autoResize: true }
    return { ...common, ...measure, ...type, ...how }
  }
  if (kind === 'line') {
    const [dx, dy] = [shape.to[0] - x, shape.to[1] - y]
    const ends = { startBinding: null, endBinding: null, startArrowhead: null, endArrowhead: null }
    const size = { width: Math.abs(dx), height: Math.abs(dy) }
    return {
      ...common,
      ...size,
      points: [
        [0, 0],
        [dx, dy],
      ],
      lastCommittedPoint: null,
      ...ends,
    }
  }
  return { ...common, width: shape.width, height: shape.height, backgroundColor: shape.fill }
}

/** What the page would send for its list of boards; without words, which need a font. */
function thumbnailOf(shapes: Shape[]): Promise<Buffer> {
  const drawn = shapes.map(shape => {
    const { kind, x, y } = shape
    if (kind === 'text') return ''
    if (kind === 'line') return `<path d="M${x} ${y}L${shape.to.join(' ')}"/>`
    const { width, height, fill } = shape
    return kind === 'rectangle'
      ? `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}"/>`
      : `<ellipse cx="${x + width / 2}" cy="${y + height / 2}" rx="${width / 2}" ry="${height / 2}" fill="${fill}"/>`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="660" height="400" stroke="${ink}" stroke-width="2"><rect width="660" height="400" fill="#fff" stroke="none"/>${drawn.join('')}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
