/** The shared look of suggestion lists below an input. */
export const suggestionsPopup =
  'w-(--anchor-width) max-w-(--available-width) rounded-10 border border-line bg-sheet shadow-floating transition-opacity data-starting-style:opacity-0 data-ending-style:opacity-0'

export const suggestionsList =
  'max-h-[min(18rem,var(--available-height))] scroll-py-1 overflow-y-auto overscroll-contain p-1 data-empty:p-0'

export const suggestionsItem =
  'flex min-h-9 cursor-default items-center justify-between gap-2 rounded-6 px-2 py-1.5 text-14 outline-none select-none data-highlighted:bg-accent-wash data-highlighted:shadow-[inset_2px_0_var(--accent)] coarse:min-h-11'
