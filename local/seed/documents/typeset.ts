import { PDFDocument, type PDFPage } from 'pdf-lib'
import type { Block } from './blocks.ts'
import { drawFigure, figureHeight } from './figures.ts'
import { type Colour, embedFonts, type Face, type Fonts, faint, ink, tone } from './fonts.ts'
import { drawLine, setLines } from './inline.ts'

export type Paper = {
  title: string
  /** What stands above the title: the course. */
  over: string
  author: string
  /** As shown under the title. */
  date: string
  hue: number
  face: Face
  /** Pages to read, or slides: there each smaller heading begins a page. */
  form: 'notes' | 'slides'
  blocks: Block[]
}

type Sheet = {
  width: number
  height: number
  margin: { x: number; top: number; bottom: number }
  /** The size of running text; everything else is in proportion. */
  size: number
  figure: number
}

const sheets: Record<'notes' | 'slides', Sheet> = {
  notes: {
    width: 595.28,
    height: 841.89,
    margin: { x: 74, top: 76, bottom: 70 },
    size: 10.6,
    figure: 300,
  },
  slides: { width: 960, height: 540, margin: { x: 84, top: 70, bottom: 56 }, size: 21, figure: 470 },
}

/** Sets notes or slides and answers the PDF. The same paper always makes the same bytes. */
export async function typeset(paper: Paper): Promise<Uint8Array> {
  const pdf = await PDFDocument.create({ updateMetadata: false })
  pdf.setTitle(paper.title)
  pdf.setAuthor(paper.author)
  const setter = new Setter(pdf, await embedFonts(pdf, paper.face), paper)
  setter.head()
  for (const block of paper.blocks) setter.block(block)
  setter.feet()
  return pdf.save()
}

/** Where the next thing goes: a page and the height on it. */
class Setter {
  readonly pdf: PDFDocument
  readonly fonts: Fonts
  readonly paper: Paper
  readonly sheet: Sheet
  readonly measure: number
  readonly strong: Colour
  readonly pale: Colour
  page: PDFPage
  y: number
  equations = 0
  figures = 0
  sections = 0

  constructor(pdf: PDFDocument, fonts: Fonts, paper: Paper) {
    this.pdf = pdf
    this.fonts = fonts
    this.paper = paper
    this.sheet = sheets[paper.form]
    this.measure = this.sheet.width - 2 * this.sheet.margin.x
    this.strong = tone(paper.hue, 0.55, 0.3)
    this.pale = tone(paper.hue, 0.5, 0.955)
    this.page = pdf.addPage([this.sheet.width, this.sheet.height])
    this.y = this.sheet.height - this.sheet.margin.top
  }

  head(): void {
    const { paper, sheet } = this
    const slides = paper.form === 'slides'
    if (slides) {
      this.page.drawRectangle({ x: 0, y: 0, width: sheet.width, height: sheet.height, color: this.pale })
      this.page.drawRectangle({ x: 0, y: 0, width: 22, height: sheet.height, color: this.strong })
      this.y = sheet.height * 0.66
    } else {
      this.page.drawRectangle({
        x: 0,
        y: sheet.height - 10,
        width: sheet.width,
        height: 10,
        color: this.strong,
      })
    }
    const size = slides ? 16 : 8.5
    this.text(paper.over.toUpperCase(), { size, style: 'bold', colour: this.strong, leading: 1.4 })
    this.y -= size
    this.text(paper.title, { size: slides ? 44 : 23, style: 'bold', leading: 1.16 })
    this.y -= size * 0.6
    const byline = `${paper.author}  ·  ${paper.date}`
    this.text(byline, { size: size * 1.1, style: 'italic', colour: faint, leading: 1.4 })
    if (slides) return
    this.y -= 9
    this.rule()
    this.y -= 14
  }

  block(block: Block): void {
    switch (block.kind) {
      case 'heading':
        this.heading(block.level, block.text)
        break
      case 'paragraph':
        this.text(block.text, { size: this.sheet.size, fill: true })
        this.y -= this.sheet.size * 0.6
        break
      case 'item':
        this.item(block.marker, block.text)
        break
      case 'equation':
        this.equation(block.text)
        break
      case 'box':
        this.box(block.text)
        break
      case 'code':
        this.code(block.lines)
        break
      case 'table':
        this.table(block.rows)
        break
      case 'figure':
        this.figure(block.name, block.caption)
        break
    }
  }

  /** Running feet and page numbers, once the number of pages is known. */
  feet(): void {
    const pages = this.pdf.getPages()
    const { x } = this.sheet.margin
    const size = this.sheet.size * 0.8
    const y = this.sheet.margin.bottom / 2
    for (const [index, page] of pages.entries()) {
      const number = `${index + 1} / ${pages.length}`
      const right = this.sheet.width - x - this.fonts.roman.widthOfTextAtSize(number, size)
      page.drawText(number, { x: right, y, size, font: this.fonts.roman, color: faint })
      const [line] = setLines(this.fonts, this.paper.over, size, this.measure, 'italic')
      if (line) drawLine(page, this.fonts, line, { x, y, size, colour: faint })
    }
  }

  private heading(level: 1 | 2, text: string): void {
    if (this.paper.form === 'slides') {
      this.newPage()
      this.page.drawRectangle({ x: 0, y: 0, width: 10, height: this.sheet.height, color: this.strong })
      this.text(text, { size: 34, style: 'bold', colour: this.strong, leading: 1.2 })
      this.y -= 18
      return
    }
    const size = level === 1 ? 15 : 12
    this.need(size * 5)
    this.y -= level === 1 ? 12 : 7
    if (level === 1) this.sections += 1
    const numbered = level === 1 ? `${this.sections}  ${text}` : text
    this.text(numbered, { size, style: 'bold', colour: level === 1 ? this.strong : ink, leading: 1.25 })
    this.y -= 4
  }

  private item(marker: string, text: string): void {
    const { size, margin } = this.sheet
    this.need(size * 1.45)
    const at = { x: margin.x + size * 0.5, y: this.y - size }
    this.page.drawText(marker, { ...at, size, font: this.fonts.roman, color: this.strong })
    this.text(text, { size, indent: size * 2.2 })
    this.y -= size * 0.3
  }

  private equation(text: string): void {
    const size = this.sheet.size * 1.14
    this.need(size * 3.6)
    this.equations += 1
    this.y -= size * 0.7
    const [line] = setLines(this.fonts, text, size, this.measure, 'italic')
    if (!line) return
    const y = this.y - size
    drawLine(this.page, this.fonts, line, { x: (this.sheet.width - line.width) / 2, y, size, colour: ink })
    const number = `(${this.equations})`
    const right =
      this.sheet.width - this.sheet.margin.x - this.fonts.roman.widthOfTextAtSize(number, size * 0.85)
    this.page.drawText(number, { x: right, y, size: size * 0.85, font: this.fonts.roman, color: faint })
    this.y -= size * 2.3
  }

  private box(text: string): void {
    const { size, margin } = this.sheet
    const lines = setLines(this.fonts, text, size, this.measure - size * 3)
    const height = lines.length * size * 1.45 + size * 1.9
    this.need(height + size)
    this.y -= size * 0.3
    const corner = { x: margin.x, y: this.y - height, height }
    this.page.drawRectangle({ ...corner, width: this.measure, color: this.pale })
    this.page.drawRectangle({ ...corner, width: size * 0.28, color: this.strong })
    this.y -= size * 0.8
    for (const line of lines) {
      drawLine(this.page, this.fonts, line, { x: margin.x + size * 1.7, y: this.y - size, size, colour: ink })
      this.y -= size * 1.45
    }
    this.y -= size * 1.9
  }

  private code(lines: string[]): void {
    const size = this.sheet.size * 0.85
    const height = lines.length * size * 1.4 + size * 2
    this.need(height + size)
    const { x } = this.sheet.margin
    const paper = tone(40, 0.15, 0.955)
    this.page.drawRectangle({ x, y: this.y - height, width: this.measure, height, color: paper })
    this.y -= size
    for (const line of lines) {
      const at = { x: x + size * 1.5, y: this.y - size }
      this.page.drawText(line, { ...at, size, font: this.fonts.code, color: ink })
      this.y -= size * 1.4
    }
    this.y -= size * 2.1
  }

  private table(rows: string[][]): void {
    const size = this.sheet.size * 0.92
    const width = this.measure / rows[0]!.length
    const { x } = this.sheet.margin
    this.need(rows.length * size * 2 + size)
    this.y -= size * 0.4
    this.rule(0.9)
    for (const [index, row] of rows.entries()) {
      for (const [column, cell] of row.entries()) {
        const [line] = setLines(this.fonts, cell, size, width - 8, index === 0 ? 'bold' : 'roman')
        const at = { x: x + size * 0.6 + column * width, y: this.y - size * 1.4 }
        if (line) drawLine(this.page, this.fonts, line, { ...at, size, colour: ink })
      }
      this.y -= size * 2
      if (index === 0 || index === rows.length - 1) this.rule(0.9)
    }
    this.y -= size * 1.4
  }

  private figure(name: string, caption: string): void {
    const width = this.sheet.figure
    const height = figureHeight(name, width)
    this.need(height + 50)
    this.y -= 8
    const corner = { x: (this.sheet.width - width) / 2, y: this.y - height }
    drawFigure(name, { page: this.page, fonts: this.fonts, hue: this.paper.hue, ...corner, width })
    this.y -= height + 12
    this.figures += 1
    const size = this.sheet.size * 0.86
    const text = `**Figure ${this.figures}.** ${caption}`
    for (const line of setLines(this.fonts, text, size, this.measure * 0.87)) {
      const at = { x: (this.sheet.width - line.width) / 2, y: this.y - size }
      drawLine(this.page, this.fonts, line, { ...at, size, colour: faint })
      this.y -= size * 1.4
    }
    this.y -= 12
  }

  private text(
    text: string,
    { size, style = 'roman', colour = ink, leading = 1.45, indent = 0, fill = false }: TextStyle,
  ): void {
    const width = this.measure - indent
    for (const line of setLines(this.fonts, text, size, width, style)) {
      this.need(size * leading)
      const at = { x: this.sheet.margin.x + indent, y: this.y - size }
      drawLine(this.page, this.fonts, line, { ...at, size, colour, ...(fill && { fill: width }) })
      this.y -= size * leading
    }
  }

  private rule(thickness = 0.5): void {
    const { x } = this.sheet.margin
    const end = { x: this.sheet.width - x, y: this.y }
    this.page.drawLine({ start: { x, y: this.y }, end, thickness, color: faint })
  }

  /** Starts a page when less than so much is left on this one. */
  private need(height: number): void {
    if (this.y - height <= this.sheet.margin.bottom) this.newPage()
  }

  private newPage(): void {
    this.page = this.pdf.addPage([this.sheet.width, this.sheet.height])
    this.y = this.sheet.height - this.sheet.margin.top
  }
}

type TextStyle = {
  size: number
  style?: 'roman' | 'italic' | 'bold'
  colour?: Colour
  leading?: number
  indent?: number
  fill?: boolean
}
