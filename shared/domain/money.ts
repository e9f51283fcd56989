/** Dollars as people read them: '$1,234.50', or '−$20.00' with a minus sign. */
export function formatDollars(cents: number): string {
  const [dollars = '', fraction] = centsToDecimal(Math.abs(cents)).split('.')
  return `${cents < 0 ? '−' : ''}$${dollars.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}

/** Cents as the calls carry them: '1234.50'. */
export function centsToDecimal(cents: number): string {
  if (!Number.isSafeInteger(cents)) throw new RangeError(`${cents} is not a number of cents`)
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

/** The cents of a decimal string with up to two decimals, as typed or as sent; null if it isn't an amount. */
export function decimalToCents(decimal: string): number | null {
  const match = /^(\d{1,12})(?:\.(\d{1,2}))?$/.exec(decimal.trim())
  return match && Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
}
