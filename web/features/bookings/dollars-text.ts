import { decimalToCents, formatDollars } from '#shared/domain/money.ts'

/** Whether the platform took a fee on top of the tutor's price. */
export function hasFee({ fee }: { fee: string }): boolean {
  return decimalToCents(fee) !== 0
}

/** A booking's amount for the viewer: the student also pays the fee, the tutor gets their price. */
export function ownAmount({ role, amount, total }: { role: string; amount: string; total: string }): string {
  return role === 'student' ? total : amount
}

/** Formats '1234.50' from calls as "$1,234.50". */
export function dollarsText(decimal: string): string {
  return formatDollars(decimalToCents(decimal) ?? 0)
}
