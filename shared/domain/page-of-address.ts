/** The page in an address, held within 1 to `total` once that is known; undefined if it names none. */
export function pageOfAddress(asked: unknown, total = Number.MAX_SAFE_INTEGER): number | undefined {
  const page = typeof asked === 'string' && asked.trim() !== '' ? Number(asked) : asked
  if (typeof page !== 'number' || !Number.isFinite(page)) return undefined
  return Math.min(Math.max(1, total), Math.max(1, Math.trunc(page)))
}
