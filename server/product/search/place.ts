import type { PageBox } from '#shared/api/documents.ts'

/**
 * The lines of a passage in which a part of its text stands, as one box around them; null if no line is known. How many letters a line
 * has is estimated by its width and their height.
 */
export function placeOf(lines: readonly PageBox[], part: { from: number; to: number }): PageBox | null {
  const lettersIn = ({ width, height }: PageBox) => width / Math.max(height, 0.001)
  const whole = lines.reduce((sum, line) => sum + lettersIn(line), 0)
  let before = 0
  const hit = lines.filter(line => {
    const from = before / whole
    before += lettersIn(line)
    return from <= part.to && before / whole >= part.from
  })
  if (hit.length === 0) return null
  const x = Math.min(...hit.map(line => line.x))
  const y = Math.min(...hit.map(line => line.y))
  return {
    x,
    y,
    width: Math.max(...hit.map(line => line.x + line.width)) - x,
    height: Math.max(...hit.map(line => line.y + line.height)) - y,
  }
}
