import { decimalToCents, formatDollars } from '#shared/domain/money.ts'

/** "$1,234.50" of the '1234.50' that calls carry. */
export function dollarsText(decimal: string): string {
  return formatDollars(decimalToCents(decimal) ?? 0)
}
