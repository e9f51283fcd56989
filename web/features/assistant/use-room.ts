import { mediaHook } from '#web/lib/media-hook.ts'

/** Whether the window only has room for one thing, like a phone: no panel beside the pages. */
export const useNarrow = mediaHook('(width < 48rem)')

/** Whether there is room on both sides of the pages. */
export const useRoomy = mediaHook('(width >= 80rem)')
