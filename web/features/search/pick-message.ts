import { problemText } from '#web/lib/problem-text.ts'

type State = { enough: boolean; error: Error | null; none: boolean }

/** What a filter's field says when it has nothing to pick: that the text is too short, that looking failed, or that nothing was found. */
export function pickMessage(
  { enough, error, none }: State,
  { tooShort, nothing }: { tooShort: string; nothing: string },
): string | undefined {
  if (!none) return undefined
  if (!enough) return tooShort
  return error ? problemText(error) : nothing
}
