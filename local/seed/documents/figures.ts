import { faint, tone } from './fonts.ts'
import { Pen, type Place, type Point } from './pen.ts'

type Figure = { height: number; draw: (pen: Pen) => void }

/** How tall a figure is at a width. */
export function figureHeight(name: string, width: number): number {
  return (figureNamed(name).height * width) / 300
}

/** Draws a figure with its lower left corner at the place. */
export function drawFigure(name: string, place: Place): void {
  figureNamed(name).draw(new Pen(place))
}

function figureNamed(name: string): Figure {
  const figure = figures[name]
  if (!figure)
    throw new Error(`There is no figure named ${name}; there are ${Object.keys(figures).join(', ')}`)
  return figure
}

const warm = tone(28, 0.75, 0.48)

const figures: Record<string, Figure> = {
  'weighted-graph': { height: 150, draw: weightedGraph },
  'search-tree': { height: 140, draw: searchTree },
  tangent: { height: 160, draw: tangent },
  'supply-demand': { height: 170, draw: supplyDemand },
  titration: { height: 165, draw: titration },
  charging: { height: 150, draw: charging },
  normal: { height: 140, draw: normal },
  incline: { height: 150, draw: incline },
  potential: { height: 165, draw: potential },
  timeline: { height: 90, draw: timeline },
  shear: { height: 150, draw: shear },
  pipeline: { height: 80, draw: pipeline },
  cycle: { height: 170, draw: cycle },
  bars: { height: 140, draw: bars },
}

function weightedGraph(pen: Pen): void {
  const at: Record<string, Point> = {
    s: [35, 75],
    a: [105, 120],
    b: [105, 30],
    c: [190, 120],
    d: [190, 30],
    t: [265, 75],
  }
  const edges: [string, string, number, boolean][] = [
    ['s', 'a', 4, false],
    ['s', 'b', 2, true],
    ['b', 'a', 1, true],
    ['a', 'c', 5, true],
    ['b', 'd', 8, false],
    ['c', 'd', 2, false],
    ['c', 't', 3, true],
    ['d', 't', 6, false],
  ]
  for (const [from, to, weight, chosen] of edges) {
    const [a, b] = [at[from]!, at[to]!]
    pen.line(a, b, chosen ? { colour: pen.strong, width: 2.6 } : { colour: faint })
    pen.text(String(weight), [(a[0] + b[0]) / 2 + 7, (a[1] + b[1]) / 2 + 8], { size: 9 })
  }
  for (const [name, point] of Object.entries(at)) {
    pen.circle(point, 14)
    pen.text(name, point, { style: 'italic', size: 12 })
  }
}

function searchTree(pen: Pen): void {
  const nodes: [number, Point, number | null][] = [
    [41, [150, 120], null],
    [20, [80, 80], 0],
    [65, [220, 80], 0],
    [11, [45, 35], 1],
    [29, [115, 35], 1],
    [50, [185, 35], 2],
    [91, [255, 35], 2],
  ]
  for (const [, point, parent] of nodes)
    if (parent !== null) pen.line(nodes[parent]![1], point, { colour: faint })
  for (const [key, point] of nodes) {
    pen.circle(point, 15)
    pen.text(String(key), point, { size: 11 })
  }
}

function tangent(pen: Pen): void {
  pen.axes([40, 25], 235, 125, ['x', 'y'])
  pen.curve(t => [t, 30 + ((t - 40) ** 2 / 230) * 0.5], 45, 262)
  const [x, y] = [165, 30 + (125 ** 2 / 230) * 0.5]
  const slope = 125 / 230
  pen.line([x - 90, y - 90 * slope], [x + 85, y + 85 * slope], { colour: warm, width: 1.4 })
  pen.line([x, 25], [x, y], { colour: faint, dashed: true })
  pen.circle([x, y], 3.5, { fill: warm, edge: warm })
  pen.text('a', [x, 14], { style: 'italic' })
  pen.text('slope *f* ′(*a*)', [x + 92, y + 30], { colour: warm, align: 'end' })
}

function supplyDemand(pen: Pen): void {
  pen.axes([45, 30], 230, 130, ['quantity Q', 'price P'])
  pen.line([65, 148], [250, 45], { colour: pen.strong, width: 1.8 })
  pen.line([65, 45], [250, 148], { colour: warm, width: 1.8 })
  pen.text('D', [258, 43], { style: 'italic' })
  pen.text('S', [258, 150], { style: 'italic' })
  pen.line([157, 96], [157, 30], { colour: faint, dashed: true })
  pen.line([157, 96], [45, 96], { colour: faint, dashed: true })
  pen.circle([157, 96], 3.5)
  pen.text('E', [157, 108], { style: 'italic' })
  pen.text('Q*', [157, 19], { style: 'italic' })
  pen.text('P*', [33, 96], { style: 'italic' })
}

function titration(pen: Pen): void {
  pen.axes([40, 25], 240, 130, ['mL NaOH added', 'pH'])
  pen.curve(t => [45 + t * 9, 50 + t * 0.9 + 68 / (1 + Math.exp(-(t - 12.5) * 2.4))], 0, 25)
  pen.line([157.5, 25], [157.5, 150], { colour: faint, dashed: true })
  pen.circle([157.5, 95], 3.5, { fill: warm, edge: warm })
  pen.text('equivalence point', [166, 95], { align: 'start', size: 9, colour: warm })
  pen.text('buffer region', [92, 70], { size: 9, colour: faint })
}

function charging(pen: Pen): void {
  pen.axes([40, 25], 240, 110, ['t', 'V'])
  pen.line([40, 120], [270, 120], { colour: faint, dashed: true })
  pen.curve(t => [40 + t * 45, 25 + 95 * (1 - Math.exp(-t))], 0, 5)
  pen.line([85, 25], [85, 25 + 95 * 0.632], { colour: faint, dashed: true })
  pen.text('τ = RC', [85, 14], { style: 'italic' })
  pen.text('0.63 V_{0}', [92, 80], { align: 'start', size: 9, colour: warm })
  pen.text('V_{0}', [30, 120])
}

function normal(pen: Pen): void {
  const f = (z: number): Point => [150 + z * 38, 25 + 95 * Math.exp((-z * z) / 2)]
  for (let z = -1; z <= 1; z += 0.08) pen.line([f(z)[0], 25], f(z), { colour: pen.pale, width: 3.2 })
  pen.line([20, 25], [280, 25])
  pen.curve(f, -3.3, 3.3)
  for (const z of [-2, -1, 0, 1, 2]) {
    pen.line([f(z)[0], 25], [f(z)[0], 21])
    const label = z === 0 ? 'μ' : `μ ${z < 0 ? '−' : '+'} ${Math.abs(z) === 1 ? '' : '2'}σ`
    pen.text(label, [f(z)[0], 12], { size: 9 })
  }
  pen.text('68.3 %', [150, 62], { size: 11 })
}

function incline(pen: Pen): void {
  pen.path(
    [
      [40, 25],
      [260, 25],
      [260, 130],
      [40, 25],
    ],
    { colour: faint, width: 1.4 },
  )
  const centre: Point = [158, 98]
  pen.circle(centre, 15)
  pen.arrow(centre, [158, 38], { colour: warm, width: 1.8 })
  pen.arrow(centre, [134, 148], { colour: pen.strong, width: 1.8 })
  pen.arrow(centre, [203, 120], { colour: pen.strong, width: 1.8 })
  pen.text('m g', [172, 42], { style: 'italic' })
  pen.text('N', [123, 146], { style: 'italic' })
  pen.text('f', [211, 126], { style: 'italic' })
  pen.text('θ', [76, 33])
}

function potential(pen: Pen): void {
  pen.axes([45, 30], 235, 125, ['time (ms)', 'mV'])
  const shape: Point[] = [
    [45, 55],
    [100, 55],
    [112, 70],
    [124, 140],
    [132, 143],
    [146, 90],
    [156, 46],
    [170, 44],
    [200, 53],
    [265, 55],
  ]
  pen.path(shape)
  pen.line([45, 70], [265, 70], { colour: faint, dashed: true })
  pen.text('threshold −55', [262, 77], { align: 'end', size: 8.5, colour: faint })
  pen.text('−70', [32, 55], { size: 9 })
  pen.text('+40', [32, 143], { size: 9 })
  pen.text('Na^{+} in', [98, 112], { size: 9, colour: warm })
  pen.text('K^{+} out', [168, 112], { size: 9, colour: warm })
}

function timeline(pen: Pen): void {
  pen.arrow([15, 45], [285, 45])
  const events: [number, string, string][] = [
    [45, '1765', 'Stamp Act'],
    [105, '1773', 'Tea Act'],
    [165, '1776', 'Declaration'],
    [225, '1783', 'Paris'],
    [262, '1787', 'Convention'],
  ]
  for (const [index, [x, year, name]] of events.entries()) {
    pen.circle([x, 45], 4, { fill: pen.strong })
    pen.text(year, [x, index % 2 ? 28 : 62], { size: 10, style: 'bold' })
    pen.text(name, [x, index % 2 ? 15 : 76], { size: 9, colour: faint })
  }
}

function shear(pen: Pen): void {
  for (const [origin, lean] of [
    [25, 0],
    [165, 0.5],
  ] as const) {
    const to = (i: number, j: number): Point => [origin + (i + lean * j) * 22, 25 + j * 22]
    for (let i = 0; i <= 4; i++) {
      pen.line(to(i, 0), to(i, 4), { colour: faint, width: 0.7 })
      pen.line(to(0, i), to(4, i), { colour: faint, width: 0.7 })
    }
    pen.arrow(to(0, 0), to(1, 0), { colour: pen.strong, width: 2 })
    pen.arrow(to(0, 0), to(0, 1), { colour: warm, width: 2 })
  }
  pen.arrow([122, 70], [156, 70])
  pen.text('T', [139, 80], { style: 'italic', size: 12 })
  pen.text('e_{1}', [49, 14])
  pen.text('T e_{1}', [190, 14], { style: 'italic' })
}

function pipeline(pen: Pen): void {
  for (const [index, name] of ['source', 'tokens', 'syntax tree', 'bytecode'].entries()) {
    pen.box([8 + index * 74, 25], 58, 32)
    pen.text(name, [37 + index * 74, 41], { size: 9.5 })
    if (index > 0) pen.arrow([-8 + index * 74, 41], [6 + index * 74, 41])
  }
}

function cycle(pen: Pen): void {
  const steps = ['interphase', 'prophase', 'metaphase', 'anaphase', 'telophase']
  const at = (i: number, r: number): Point => {
    const angle = Math.PI / 2 - (i * 2 * Math.PI) / steps.length
    return [150 + r * 1.5 * Math.cos(angle), 85 + r * Math.sin(angle)]
  }
  for (const [index, step] of steps.entries()) {
    pen.arrow(at(index + 0.28, 62), at(index + 0.7, 62), { colour: pen.strong })
    pen.circle(at(index, 62), 13)
    pen.circle(at(index, 62), 4.5, { fill: pen.strong })
    pen.text(step, [at(index, 62)[0], at(index, 62)[1] - 21], { size: 9 })
  }
}

function bars(pen: Pen): void {
  pen.line([30, 25], [280, 25])
  for (const [index, [name, before, after]] of (
    [
      ['array', 90, 30],
      ['list', 60, 74],
      ['tree', 48, 44],
      ['hash', 22, 20],
    ] as const
  ).entries()) {
    const x = 45 + index * 60
    pen.box([x, 25], 18, before)
    pen.box([x + 20, 25], 18, after, { fill: pen.strong })
    pen.text(name, [x + 19, 14], { size: 9.5 })
  }
}
