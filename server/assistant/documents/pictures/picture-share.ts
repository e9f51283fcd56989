import { OPS, type PDFPageProxy, Util } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** How much of a page its pictures cover, at most all of it; a scan may consist of several. */
export async function pictureShare(page: PDFPageProxy): Promise<number> {
  const { fnArray, argsArray } = await page.getOperatorList()
  const { width, height, transform } = page.getViewport({ scale: 1 })
  const saved: number[][] = []
  let matrix: number[] = transform
  let area = 0
  for (const [index, operator] of fnArray.entries()) {
    const args = argsArray[index]
    switch (operator) {
      case OPS.save:
        saved.push(matrix)
        break
      case OPS.transform:
        matrix = Util.transform(matrix, args) as number[]
        break
      case OPS.paintFormXObjectBegin:
        saved.push(matrix)
        if (args[0]) matrix = Util.transform(matrix, args[0]) as number[]
        break
      case OPS.restore:
      case OPS.paintFormXObjectEnd:
        matrix = saved.pop() ?? matrix
        break
      case OPS.paintImageXObject:
      case OPS.paintImageMaskXObject:
      case OPS.paintInlineImageXObject: {
        const [a = 0, b = 0, c = 0, d = 0] = matrix
        area += Math.abs(a * d - b * c)
      }
    }
  }
  return Math.min(area / (width * height), 1)
}
