/** What scripts/build/lean-fonts.ts uses of it. `@types/subset-font` doesn't know these options yet. */
declare module 'subset-font' {
  // biome-ignore lint/style/noDefaultExport: it is the package's
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures: string[]
      variationAxes: Record<string, { min: number; max: number }>
    },
  ): Promise<Buffer>
}
