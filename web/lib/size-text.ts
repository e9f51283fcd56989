/** A readable size: "340 kB", "1.4 MB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`
  const [unit, divisor] = bytes < 999_500 ? (['kB', 1000] as const) : (['MB', 1_000_000] as const)
  const amount = bytes / divisor
  return `${amount < 9.95 ? amount.toFixed(1) : Math.round(amount).toLocaleString('en')} ${unit}`
}
