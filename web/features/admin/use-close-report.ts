import { useMutation, useQueryClient } from '@tanstack/react-query'
import { admin, type Report } from '#shared/api/admin.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { toast } from '#web/ui/toast.ts'

/** Closes a report together with similar ones. */
export function useCloseReport(report: Report, onClosed: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: [admin.closeReport.path, report.id],
    mutationFn: (outcome: 'upheld' | 'dismissed') =>
      call(admin.closeReport, { body: { id: report.id, outcome } }),
    onSuccess: (_, outcome) => {
      const what = report.alike > 1 ? `${report.alike} reports are` : 'The report is'
      toast.success(`${what} ${outcome}.`)
      onClosed()
    },
    onError: error => toast.error(problemText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: [admin.reports.path] }),
  })
}
