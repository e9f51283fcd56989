import { PDFDocument } from 'pdf-lib'
import { drawFigure, figureHeight } from './figures.ts'
import { embedFonts, faint, ink, tone } from './fonts.ts'
import { drawLine, setLines } from './inline.ts'

/** One figure on a sheet of its own with a title above and a question below, to be made into a picture. */
export async function poster({
  title,
  question,
  figure,
  hue,
}: {
  title: string
  question: string
  figure: string
  hue: number
}): Promise<Uint8Array> {
  const [width, height, margin] = [720, 720, 56]
  const pdf = await PDFDocument.create({ updateMetadata: false })
  const fonts = await embedFonts(pdf, 'sans')
  const page = pdf.addPage([width, height])
  page.drawRectangle({ x: 0, y: 0, width, height, color: tone(hue, 0.4, 0.985) })
  page.drawRectangle({ x: 0, y: height - 14, width, height: 14, color: tone(hue, 0.55, 0.3) })
  let y = height - 76
  for (const line of setLines(fonts, title, 28, width - 2 * margin, 'bold')) {
    drawLine(page, fonts, line, { x: margin, y, size: 28, colour: ink })
    y -= 36
  }
  const figureWidth = 590
  const bottom = 120 + (y - 120 - figureHeight(figure, figureWidth)) / 2
  drawFigure(figure, { page, fonts, hue, x: (width - figureWidth) / 2, y: bottom, width: figureWidth })
  let under = 76
  for (const line of setLines(fonts, question, 17, width - 2 * margin)) {
    drawLine(page, fonts, line, { x: margin, y: under, size: 17, colour: faint })
    under -= 25
  }
  return pdf.save()
}
