const chunkBytes = 1024 * 1024

/**
 * Whether two files have the same bytes; compares them piece by piece, so that neither is fully in memory. A file that was changed or
 * moved since it was chosen can't be read, and is like no other.
 */
export async function sameContent(one: Blob, other: Blob): Promise<boolean> {
  if (one === other) return true
  if (one.size !== other.size) return false
  try {
    for (let start = 0; start < one.size; start += chunkBytes) {
      const [a, b] = await Promise.all([bytes(one, start), bytes(other, start)])
      if (a.some((byte, index) => byte !== b[index])) return false
    }
  } catch {
    return false
  }
  return true
}

async function bytes(blob: Blob, start: number): Promise<Uint8Array> {
  return new Uint8Array(await blob.slice(start, start + chunkBytes).arrayBuffer())
}
