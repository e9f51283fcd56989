import { useMutation, useQueryClient } from '@tanstack/react-query'
import { alerts } from '#shared/api/alerts.ts'
import { counted } from '#shared/domain/counted.ts'
import { call } from '#web/lib/api.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'
import { forgetAlerts, showRead, showUnread } from './cache.ts'

/** Marks alerts as read or unread; shown at once, and reverted on failure. */
export function useMark() {
  const queryClient = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: [alerts.mark.path],
    // Quick clicks are sent in order, so that the last one counts.
    scope: { id: 'mark alerts' },
    mutationFn: ({ ids, read }: { ids: string[]; read: boolean }) =>
      call(alerts.mark, { body: { ids: ids.slice(0, 200), read } }),
    onMutate: ({ ids, read }) => showRead(queryClient, new Set(ids), read),
    onSuccess: ({ unread }) => showUnread(queryClient, unread),
    onError: error => {
      // One that was deleted meanwhile leaves the list.
      if (!isMissing(error)) toast.error(problemText(error))
      return forgetAlerts(queryClient)
    },
  })
  return mutate
}

/** Marks everything read that the list had shown at that moment, with an undo. */
export function useMarkAll() {
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationKey: [alerts.unmarkAll.path],
    mutationFn: (read_at: string) => call(alerts.unmarkAll, { body: { read_at } }),
    onSuccess: ({ unread }) => {
      showUnread(queryClient, unread)
      return forgetAlerts(queryClient)
    },
    onError: error => toast.error(problemText(error)),
  })
  return useMutation({
    mutationKey: [alerts.markAll.path],
    mutationFn: (seen: string) => call(alerts.markAll, { body: { seen } }),
    onSuccess: ({ unread, marked, read_at }) => {
      showRead(queryClient, 'all', true)
      showUnread(queryClient, unread)
      if (marked === 0) return
      const text = `Marked ${counted(marked, 'alert', 'alerts')} as read.`
      toast.success(text, { action: { label: 'Undo', onClick: () => undo.mutate(read_at) } })
    },
    onError: error => toast.error(problemText(error)),
  })
}
