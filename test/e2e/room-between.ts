import type { Locator } from '@playwright/test'

/** How far above the lower one the upper one ends, in CSS pixels; negative if it covers it. */
export async function roomBetween(upper: Locator, lower: Locator): Promise<number> {
  const [above, below] = await Promise.all([upper.boundingBox(), lower.boundingBox()])
  return below!.y - above!.y - above!.height
}
