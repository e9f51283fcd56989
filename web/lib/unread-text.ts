/** How many are unread, short enough for a badge. */
export function unreadText(count: number): string {
  return count > 99 ? '99+' : String(count)
}
