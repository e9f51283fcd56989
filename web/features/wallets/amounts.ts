import { decimalToCents, formatDollars } from '#shared/domain/money.ts'

/** The cents of an amount from a call, which may be negative: '-12.50'. */
export function centsOf(decimal: string): number {
  const cents = decimalToCents(decimal.replace('-', '')) ?? 0
  return decimal.startsWith('-') ? -cents : cents
}

/** Formats '-12.50' as "−$12.50". */
export function signedDollarsText(decimal: string): string {
  return formatDollars(centsOf(decimal))
}

/**
 * The cents of a typed amount of dollars: "40", "$1,234.5", "12,50", "40 USD"; null if it is invalid. A comma
 * before one or two final digits is a decimal comma, before three it separates thousands.
 */
export function typedCents(typed: string): number | null {
  const bare = typed.replaceAll(/\s|^\s*\$|\$\s*$|usd\s*$/gi, '').replace(/^\$/, '')
  const plain = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(bare)
    ? bare.replaceAll(',', '')
    : bare.replace(/^(\d*),(\d{1,2})$/, '$1.$2')
  return decimalToCents(plain.replace(/^\.(?=\d)/, '0.').replace(/(?<=\d)\.$/, ''))
}
