/** A white canvas: a JPEG has no transparency, and black letters on a transparent page would vanish. */
export function whiteCanvas(width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width))
  canvas.height = Math.max(1, Math.round(height))
  const context = contextOf(canvas)
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}

export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser gives no canvas to draw on.')
  return context
}

/**
 * Rejects if the browser can't make a picture of the canvas, such as one that is too large. `quality`: from 0
 * to 1.
 */
export function blobOf(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      blob => (blob ? resolve(blob) : reject(new Error('The canvas gave no image.'))),
      type,
      quality,
    )
  })
}

export function toJpeg(canvas: HTMLCanvasElement): Promise<Blob> {
  return blobOf(canvas, 'image/jpeg', 0.88)
}
