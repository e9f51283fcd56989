/** A PDF with one page that a JPEG fills: the few objects that this takes (ISO 32000-1, 7.5 and 8.9.5). */
export function onePagePdf(jpeg: Uint8Array<ArrayBuffer>, pixels: { width: number; height: number }): Blob {
  const { width, height } = pixels
  // Points of 1/72 inch; two pixels each, since the picture is drawn at double size unless it would be too large. A page may have
  // 14,400 points.
  const [right, top] = [width / 2, height / 2].map(points => points.toFixed(2))
  const content = `${right} 0 0 ${top} 0 0 cm /Picture Do`
  const objects: (string | Uint8Array<ArrayBuffer>)[][] = [
    ['<</Type/Catalog/Pages 2 0 R>>'],
    ['<</Type/Pages/Kids[3 0 R]/Count 1>>'],
    [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${right} ${top}]/Contents 4 0 R/Resources<</XObject<</Picture 5 0 R>>>>>>`,
    ],
    [`<</Length ${content.length}>>stream\n${content}\nendstream`],
    [
      `<</Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode/Length ${jpeg.length}>>stream\n`,
      jpeg,
      '\nendstream',
    ],
  ]
  const parts: (string | Uint8Array<ArrayBuffer>)[] = ['%PDF-1.4\n']
  const length = () => parts.reduce((sum, part) => sum + part.length, 0)
  const places = objects.map((object, at) => {
    const place = length()
    parts.push(`${at + 1} 0 obj\n`, ...object, '\nendobj\n')
    return place
  })
  const table = length()
  const lines = places.map(place => `${String(place).padStart(10, '0')} 00000 n \n`)
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}`)
  parts.push(`trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF`)
  return new Blob(parts, { type: 'application/pdf' })
}
