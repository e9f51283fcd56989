import { decimalToCents, formatDollars } from '#shared/domain/money.ts'

/** Whether the platform took a fee on top of the tutor's price. */
export function hasFee({ fee }: { fee: string }): boolean {
  return decimalToCents(fee) !== 0
}

/** What a booking's amount is for the one who looks at it: the student pays the fee too, the tutor gets their price. */
export function ownAmount({ role, amount, total }: { role: string; amount: string; total: string }): string {
  return role === 'student' ? total : amount
}

/** "$1,234.50" of the '1234.50' that calls carry. */
export function dollarsText(decimal: string): string {
  return formatDollars(decimalToCents(decimal) ?? 0)
}
