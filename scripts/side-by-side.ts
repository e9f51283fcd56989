import sharp from 'sharp'

const size = { width: 1600, height: 1000 }
const edge = { light: '#d6d3c7', dark: '#45433c' }

/** One picture, as WebP, of a screenshot of 1440 × 900 with one of 390 × 844 before its lower right corner. */
export async function sideBySide(desk: Buffer, phone: Buffer, theme: 'light' | 'dark'): Promise<Buffer> {
  return sharp({ create: { ...size, channels: 4, background: 'transparent' } })
    .composite([
      { input: await rounded(desk, 18, theme), left: 0, top: 0 },
      { input: await rounded(phone, 34, theme), left: size.width - 390, top: size.height - 844 },
    ])
    .webp({ quality: 80 })
    .toBuffer()
}

/** With round corners and a thin edge. */
async function rounded(picture: Buffer, radius: number, theme: 'light' | 'dark'): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata()
  const shape = (style: string) =>
    Buffer.from(
      `<svg width="${width}" height="${height}">
        <rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${radius}" ${style}/></svg>`,
    )
  return sharp(picture)
    .composite([
      { input: shape('fill="#000"'), blend: 'dest-in' },
      { input: shape(`fill="none" stroke="${edge[theme]}" stroke-width="2"`) },
    ])
    .png()
    .toBuffer()
}
