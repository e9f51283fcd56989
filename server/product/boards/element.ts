import * as z from 'zod/mini'
import { boardLimits } from '#shared/api/boards.ts'
import { beats } from '#shared/domain/element-versions.ts'

/** An element that a board accepts: only the fields that the editor draws. */
export type Element = {
  id: string
  version: number
  versionNonce: number
  isDeleted: boolean
  index: string | null
  [field: string]: unknown
}

/**
 * Further away or larger than anything people draw; numbers beyond these hang the browsers that draw them.
 */
const far = 10_000_000
const huge = 1_000_000
const maxPoints = 10_000
/** The database stores it with extra spaces. */
const mostBytes = boardLimits.elementBytes * 0.8

const between = (low: number, high: number) => z.number().check(z.gte(low), z.lte(high))
const whole = (high: number) => z.int().check(z.gte(0), z.lte(high))
const coordinate = between(-far, far)
const ratio = between(-1000, 1000)
const id = z.string().check(z.regex(/^[\w:-]{1,64}$/))
const words = (max: number) =>
  z.string().check(
    z.maxLength(max),
    z.refine(text => text.isWellFormed() && !text.includes('\u0000')),
  )
const color = z
  .string()
  .check(z.regex(/^(?:#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl)a?\([0-9.,%/ deg]{1,60}\))$/i))
const point = z.tuple([coordinate, coordinate])
const points = z.array(point).check(z.maxLength(maxPoints))

const common = {
  id,
  x: coordinate,
  y: coordinate,
  width: between(-huge, huge),
  height: between(-huge, huge),
  angle: ratio,
  strokeColor: color,
  backgroundColor: color,
  fillStyle: z.enum(['hachure', 'cross-hatch', 'solid', 'zigzag']),
  strokeWidth: between(0, 100),
  strokeStyle: z.enum(['solid', 'dashed', 'dotted']),
  roundness: z.nullable(z.object({ type: whole(3), value: z.optional(between(0, huge)) })),
  roughness: between(0, 10),
  opacity: between(0, 100),
  seed: whole(2 ** 31),
  version: z.int().check(z.gte(1)),
  versionNonce: whole(2 ** 31),
  index: z.nullable(z.string().check(z.regex(/^[0-9A-Za-z]{1,200}$/))),
  isDeleted: z.boolean(),
  groupIds: z.array(id).check(z.maxLength(50)),
  frameId: z.nullable(id),
  boundElements: z.nullable(
    z.array(z.object({ id, type: z.enum(['arrow', 'text']) })).check(z.maxLength(500)),
  ),
  updated: whole(Number.MAX_SAFE_INTEGER),
  // A link would take a person who clicks the element out of the product.
  link: z.pipe(
    z.unknown(),
    z.transform(() => null),
  ),
  locked: z.boolean(),
}

const binding = z.nullable(
  z.object({
    elementId: id,
    focus: z.optional(coordinate),
    gap: z.optional(coordinate),
    fixedPoint: z.optional(z.nullable(z.tuple([ratio, ratio]))),
  }),
)

const arrowhead = z.nullable(
  z.enum([
    'arrow',
    'bar',
    'dot',
    'circle',
    'circle_outline',
    'triangle',
    'triangle_outline',
    'diamond',
    'diamond_outline',
    'crowfoot_one',
    'crowfoot_many',
    'crowfoot_one_or_many',
  ]),
)

const linear = {
  points,
  lastCommittedPoint: z._default(z.nullable(point), null),
  startBinding: binding,
  endBinding: binding,
  startArrowhead: arrowhead,
  endArrowhead: arrowhead,
}

const size = between(0, huge)
const text = z.object({
  ...common,
  type: z.literal('text'),
  fontSize: between(1, 10_000),
  fontFamily: whole(100),
  text: words(20_000),
  originalText: words(20_000),
  textAlign: z.enum(['left', 'center', 'right']),
  verticalAlign: z.enum(['top', 'middle', 'bottom']),
  containerId: z.nullable(id),
  autoResize: z.boolean(),
  lineHeight: between(0.1, 10),
})

// Leaves out frames of other sites and AI-generated content (iframe, embeddable, magicframe).
const element = z.discriminatedUnion('type', [
  z.object({ ...common, type: z.enum(['rectangle', 'diamond', 'ellipse']) }),
  z.object({ ...common, type: z.literal('line'), ...linear, polygon: z.optional(z.boolean()) }),
  z.object({
    ...common,
    type: z.literal('arrow'),
    ...linear,
    elbowed: z.boolean(),
    fixedSegments: z.optional(
      z.nullable(
        z.array(z.object({ start: point, end: point, index: whole(maxPoints) })).check(z.maxLength(100)),
      ),
    ),
    startIsSpecial: z.optional(z.nullable(z.boolean())),
    endIsSpecial: z.optional(z.nullable(z.boolean())),
  }),
  z.object({
    ...common,
    type: z.literal('freedraw'),
    points,
    pressures: z.array(between(0, 1)).check(z.maxLength(maxPoints)),
    simulatePressure: z.boolean(),
    lastCommittedPoint: z._default(z.nullable(point), null),
  }),
  text,
  z.object({
    ...common,
    type: z.literal('image'),
    fileId: z.nullable(z.string().check(z.regex(/^[\w-]{1,64}$/))),
    status: z.enum(['pending', 'saved', 'error']),
    scale: z.tuple([ratio, ratio]),
    crop: z.nullable(
      z.object({
        x: coordinate,
        y: coordinate,
        width: size,
        height: size,
        naturalWidth: size,
        naturalHeight: size,
      }),
    ),
  }),
  z.object({ ...common, type: z.literal('frame'), name: z.nullable(words(200)) }),
])

/** The valid elements of a request, each once in its winning state, and the ids of invalid ones. */
export function parseElements(sent: unknown[]): { elements: Element[]; refused: string[] } {
  const elements = new Map<string, Element>()
  const refused: string[] = []
  for (const one of sent) {
    const valid = parseElement(one)
    if (!valid) {
      refused.push(...namedIn(one))
      continue
    }
    const known = elements.get(valid.id)
    if (!known || beats(valid, known)) elements.set(valid.id, valid)
  }
  return { elements: [...elements.values()], refused }
}

function parseElement(one: unknown): Element | null {
  // Stops at the first fault. Parsing collects them all, and one request has room for a hundred thousand.
  if (!z.validate(element, one)) return null
  const parsed = z.parse(element, one)
  return Buffer.byteLength(JSON.stringify(parsed)) > mostBytes ? null : parsed
}

/**
 * How far an element's version may run ahead of the board's: days of offline drawing. From a version far
 * beyond, its owner's next change would never win.
 */
const mostChanges = 1_000_000

/** The elements whose versions can follow those on the board, and the ids of the others. */
export function followOn(
  elements: Element[],
  known: ReadonlyMap<string, number>,
): { elements: Element[]; refused: string[] } {
  const isFar = ({ id, version }: Element) => version > (known.get(id) ?? 0) + mostChanges
  return {
    elements: elements.filter(element => !isFar(element)),
    refused: elements.filter(isFar).map(({ id }) => id),
  }
}

function namedIn(one: unknown): string[] {
  const named = z.safeParse(z.object({ id: z.string().check(z.maxLength(64)) }), one)
  return named.success ? [named.data.id] : []
}
