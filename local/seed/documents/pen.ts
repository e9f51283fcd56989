import type { PDFPage } from 'pdf-lib'
import { type Colour, type Fonts, ink, type Style, tone } from './fonts.ts'
import { drawLine, setLines, widthOf } from './inline.ts'

export type Point = readonly [x: number, y: number]

export type Place = { page: PDFPage; fonts: Fonts; hue: number; x: number; y: number; width: number }

/** Draws in units of its own: a figure is 300 wide however large it is shown, with y upwards. */
export class Pen {
  readonly place: Place
  readonly scale: number
  readonly strong: Colour
  readonly pale: Colour

  constructor(place: Place) {
    this.place = place
    this.scale = place.width / 300
    this.strong = tone(place.hue, 0.6, 0.38)
    this.pale = tone(place.hue, 0.55, 0.92)
  }

  line(from: Point, to: Point, { colour = ink, width = 1, dashed = false } = {}): void {
    this.place.page.drawLine({
      start: this.#at(from),
      end: this.#at(to),
      thickness: width * this.scale,
      color: colour,
      ...(dashed && { dashArray: [3 * this.scale, 3 * this.scale] }),
    })
  }

  path(points: readonly Point[], { colour = this.strong, width = 1.6 } = {}): void {
    for (const [index, to] of points.slice(1).entries()) this.line(points[index]!, to, { colour, width })
  }

  /** The graph of a function between two values, each given in figure units by `to`. */
  curve(
    f: (t: number) => Point,
    from: number,
    end: number,
    options: { colour?: Colour; width?: number } = {},
  ): void {
    const steps = 60
    this.path(
      Array.from({ length: steps + 1 }, (_, i) => f(from + ((end - from) * i) / steps)),
      options,
    )
  }

  arrow(from: Point, to: Point, { colour = ink, width = 1.2 } = {}): void {
    this.line(from, to, { colour, width })
    const angle = Math.atan2(to[1] - from[1], to[0] - from[0])
    for (const turn of [2.65, -2.65]) {
      this.line(to, [to[0] + 7 * Math.cos(angle + turn), to[1] + 7 * Math.sin(angle + turn)], {
        colour,
        width,
      })
    }
  }

  circle(centre: Point, radius: number, { fill = this.pale, edge = this.strong, width = 1.2 } = {}): void {
    this.place.page.drawEllipse({
      ...this.#at(centre),
      xScale: radius * this.scale,
      yScale: radius * this.scale,
      color: fill,
      borderColor: edge,
      borderWidth: width * this.scale,
    })
  }

  box([x, y]: Point, width: number, height: number, { fill = this.pale, edge = this.strong } = {}): void {
    this.place.page.drawRectangle({
      ...this.#at([x, y]),
      width: width * this.scale,
      height: height * this.scale,
      color: fill,
      borderColor: edge,
      borderWidth: this.scale,
    })
  }

  text(
    text: string,
    [x, y]: Point,
    { size = 10, colour = ink, style = 'roman' as Style, align = 'middle' } = {},
  ): void {
    const own = size * this.scale
    const { fonts, page } = this.place
    const [line] = setLines(fonts, text, own, Number.POSITIVE_INFINITY, style)
    if (!line) return
    const width = widthOf(fonts, text, own, style)
    const at = this.#at([x, y])
    const left = at.x - (align === 'middle' ? width / 2 : align === 'end' ? width : 0)
    drawLine(page, fonts, line, { x: left, y: at.y - own * 0.33, size: own, colour })
  }

  axes([x, y]: Point, width: number, height: number, labels: [across: string, up: string]): void {
    this.arrow([x, y], [x + width, y])
    this.arrow([x, y], [x, y + height])
    this.text(labels[0], [x + width, y - 11], { style: 'italic', align: 'end' })
    this.text(labels[1], [x + 6, y + height + 2], { style: 'italic', align: 'start' })
  }

  #at([x, y]: Point) {
    return { x: this.place.x + x * this.scale, y: this.place.y + y * this.scale }
  }
}
