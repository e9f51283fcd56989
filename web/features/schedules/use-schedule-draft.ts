import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ScheduleAnswer, schedules } from '#shared/api/schedules.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { ProblemError } from '#web/lib/problem-error.ts'
import { toast } from '#web/ui/toast.ts'
import { bodyOf, type Draft, draftOf, sameDraft } from './draft.ts'
import { ownScheduleQuery } from './queries.ts'
import { useUnadded } from './use-unadded.ts'

/** The changes, and the saved schedule they are based on. */
type Edit = { base: ScheduleAnswer; draft: Draft }

/**
 * The person's schedule while they edit it. Until they change something it follows the saved one, even if
 * that changes elsewhere; from then on it is a draft, and the server refuses to overwrite another save
 * (`conflict`), which loses nothing.
 */
export function useScheduleDraft(saved: ScheduleAnswer, ownZone: string, onSaved?: () => void) {
  const queryClient = useQueryClient()
  const [edit, setEdit] = useState<Edit | null>(null)
  // The draft from before the newer schedule was loaded.
  const [mine, setMine] = useState<Draft | null>(null)
  const base = edit?.base ?? saved
  const draft = edit?.draft ?? draftOf(saved, ownZone)
  const { forms: unadded, note: noteUnadded } = useUnadded()
  const changed = edit !== null && !sameDraft(edit.draft, draftOf(edit.base, ownZone))

  const save = useMutation({
    mutationFn: async ({ base, draft }: Edit) =>
      (await call(schedules.save, { body: { ...bodyOf(draft), version: base.version } })).schedule,
    onSuccess: async (schedule, sent) => {
      queryClient.setQueryData(ownScheduleQuery.queryKey, schedule)
      // Changes made during the save aren't saved yet.
      setEdit(now => (now && !sameDraft(now.draft, sent.draft) ? { base: schedule, draft: now.draft } : null))
      setMine(null)
      void queryClient.invalidateQueries({ queryKey: ownScheduleQuery.queryKey })
      // Only the server knows whether its tip still applies.
      void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
      toast.success('Your schedule is saved.')
      onSaved?.()
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
  /** Runs unless something that is typed into a form has to be added or cleared first. */
  function unlessUnadded(act: () => void) {
    if (unadded[0]) unadded[0].stop()
    else act()
  }
  return {
    base,
    draft,
    unsaved: changed || unadded.length > 0,
    noteUnadded,
    change: (part: Partial<Draft>) => setEdit({ base, draft: { ...draft, ...part } }),
    /** Drops the changes, and what is typed and not added; returns what brings both back. */
    discard() {
      setEdit(null)
      save.reset()
      const cleared = unadded.map(({ clear }) => clear())
      return () => {
        if (changed) setEdit(edit)
        for (const restore of cleared) restore()
      }
    },
    save: () => unlessUnadded(() => save.mutate({ base, draft })),
    saving: save.isPending,
    error: newer.error ?? save.error,
    conflict: save.error instanceof ProblemError && save.error.code === 'conflict',
    /** Loads what another device saved; the draft can be restored. */
    loadNewer: () => newer.mutate('show'),
    saveOver: () => unlessUnadded(() => newer.mutate('save over')),
    /** What is done once the newer schedule is here; null if it isn't loading. */
    loading: newer.isPending ? newer.variables : null,
    /** Restores the draft from before the newer schedule was loaded; null if there is none. */
    bringBack:
      mine &&
      (() => {
        setEdit({ base: saved, draft: mine })
        setMine(null)
      }),
  }
}

export type ScheduleDraft = ReturnType<typeof useScheduleDraft>
