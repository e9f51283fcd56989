import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useSettled } from '#web/lib/use-settled.ts'

/** What is found for a field’s text once typing has paused; nothing while that was for an earlier text, or Enter would take it. */
export function useSuggestions<Item, Key extends QueryKey>(
  text: string,
  enough: boolean,
  suggestionsFor: (text: string) => UseQueryOptions<Item[], Error, Item[], Key>,
) {
  const settled = useSettled(text)
  // Without a text, there is no typing to wait for.
  const asked = text && settled
  const current = enough && asked === text
  const { data, error, isPending } = useQuery({ ...suggestionsFor(asked), enabled: current })
  return {
    found: (current && data) || [],
    error: current ? error : null,
    waits: enough && (!current || isPending),
  }
}
