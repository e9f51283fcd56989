import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ScheduleAnswer, schedules } from '#shared/api/schedules.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { bodyOf, type Draft, draftOf, sameDraft } from './draft.ts'
import { ownScheduleQuery } from './queries.ts'

/** What was changed, and the saved schedule it was changed from. */
type Edit = { base: ScheduleAnswer; draft: Draft }

/**
 * One's schedule while it is edited. Until something is changed it is what is saved, also when that changes elsewhere; from
 * then on it is one's own, and saving on top of another's save is refused (`conflict`) without losing it.
 */
export function useScheduleDraft(saved: ScheduleAnswer, ownZone: string) {
  const queryClient = useQueryClient()
  const [edit, setEdit] = useState<Edit | null>(null)
  // What one had before the newer schedule was loaded.
  const [mine, setMine] = useState<Draft | null>(null)
  const base = edit?.base ?? saved
  const draft = edit?.draft ?? draftOf(saved, ownZone)
  const unsaved = edit !== null && !sameDraft(edit.draft, draftOf(edit.base, ownZone))

  const save = useMutation({
    mutationFn: async ({ base, draft }: Edit) =>
      (await call(schedules.save, { body: { ...bodyOf(draft), version: base.version } })).schedule,
    onSuccess: async schedule => {
      queryClient.setQueryData(ownScheduleQuery.queryKey, schedule)
      setEdit(null)
      setMine(null)
      void queryClient.invalidateQueries({ queryKey: ownScheduleQuery.queryKey })
      // Whether its tip still applies, only the server knows.
      void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
    },
  })
  const newer = useMutation({
    mutationFn: (_then: 'show' | 'save over') =>
      queryClient.fetchQuery({ ...ownScheduleQuery, staleTime: 0 }),
    onSuccess: (found, then) => {
      save.reset()
      if (then === 'save over') {
        setEdit({ base: found, draft })
        save.mutate({ base: found, draft })
      } else {
        setMine(draft)
        setEdit(null)
      }
    },
  })
  return {
    base,
    draft,
    unsaved,
    change: (part: Partial<Draft>) => setEdit({ base, draft: { ...draft, ...part } }),
    discard() {
      setEdit(null)
      save.reset()
    },
    save: () =>
      save.mutateAsync({ base, draft }).then(
        () => true,
        () => false,
      ),
    saving: save.isPending,
    error: newer.error ?? save.error,
    conflict: save.error instanceof ProblemError && save.error.code === 'conflict',
    /** Loads what another device saved; what one had can be brought back. */
    loadNewer: () => newer.mutate('show'),
    saveOver: () => newer.mutate('save over'),
    loading: newer.isPending,
    /** Brings back what one had before the newer schedule was loaded; null where there is nothing of the kind. */
    bringBack:
      mine &&
      (() => {
        setEdit({ base: saved, draft: mine })
        setMine(null)
      }),
  }
}

export type ScheduleDraft = ReturnType<typeof useScheduleDraft>
