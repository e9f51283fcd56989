import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { type AccountTask, account } from '#shared/api/account.ts'
import { callUrl } from '#shared/api/contract.ts'
import { zoneLetters } from '#shared/domain/zone-letters.ts'
import { call } from '#web/lib/api.ts'
import { presentMs } from '#web/lib/present-moment.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { sizeText } from '#web/lib/size-text.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { momentText } from '#web/lib/zoned-time.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { exportQuery, isUnderWay, percentOf } from './queries.ts'

export function ExportData() {
  const queryClient = useQueryClient()
  const latest = useQuery(exportQuery)
  const start = useMutation({
    mutationFn: () => call(account.startExport),
    onSuccess: ({ task }) => queryClient.setQueryData(exportQuery.queryKey, old => old && { ...old, task }),
  })
  const download = useMutation({
    // It may have expired meanwhile, or the login ended: the browser would show the refusal instead of this
    // page.
    mutationFn: () => queryClient.fetchQuery({ ...exportQuery, staleTime: 0 }),
    onSuccess: ({ ready }) => {
      if (canBeFetched(ready)) location.assign(callUrl(account.downloadExport))
    },
  })
  if (latest.isPending) return <Skeleton className="h-20" />
  if (latest.isError) {
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-14 text-ink-soft">
        {problemText(latest.error)}
        <Button size="sm" onClick={() => void latest.refetch()} pending={latest.isFetching}>
          Retry
        </Button>
      </div>
    )
  }
  const { task, ready } = latest.data
  const archive = canBeFetched(ready) ? ready : null
  const failure = start.error ?? download.error
  return (
    <>
      {task && task.id !== archive?.id && <ExportStatus task={task} />}
      {archive && <ArchiveStatus archive={archive} />}
      {!task && (
        <p className="text-14 text-ink-soft">
          Your profile, posts, notes, follows, classes and the rest as readable files, with every document and
          picture you posted or sent, and the pictures on your boards. You can leave this page while we
          prepare it.
        </p>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        {archive && (
          <Button variant="primary" onClick={() => download.mutate()} pending={download.isPending}>
            <Download aria-hidden="true" className="size-5" />
            Download
          </Button>
        )}
        {!isUnderWay(task) && (
          <Button onClick={() => start.mutate()} pending={start.isPending}>
            {task ? 'Start a new export' : 'Start an export'}
          </Button>
        )}
      </div>
      <FailureText>{failure && problemText(failure)}</FailureText>
    </>
  )
}

/** How the latest export goes or ended, unless it is ready. */
function ExportStatus({ task }: { task: AccountTask }) {
  const zone = useViewerZone()
  if (isUnderWay(task)) {
    const percent = percentOf(task)
    return (
      <div className="flex flex-col gap-2">
        <p role="status" className="text-14">
          Preparing your export…
        </p>
        <Progress label="Preparing your export" value={percent} />
        <p className="text-12 text-ink-faint">You can leave this page. We’ll keep working on it.</p>
      </div>
    )
  }
  if (task.state === 'failed') {
    return (
      <p role="status" className="text-14 text-ink-soft">
        Your {momentText(task.date, zone)} export failed. Try again. If that doesn’t work, contact support.
      </p>
    )
  }
  return (
    <p role="status" className="text-14 text-ink-soft">
      Your {momentText(task.date, zone)} export has expired. Exports are available for seven days.
    </p>
  )
}

function ArchiveStatus({ archive }: { archive: AccountTask }) {
  const zone = useViewerZone()
  return (
    <p role="status" className="text-14 text-ink-soft">
      <strong className="font-semibold text-ink">
        Your {momentText(archive.date, zone)} export is ready
      </strong>{' '}
      ({sizeText(archive.size ?? 0)}). Download it by {momentText(archive.expires_at!, zone)}{' '}
      {zoneLetters(zone, archive.expires_at!)}.
    </p>
  )
}

function canBeFetched(ready: AccountTask | null): ready is AccountTask {
  return Date.parse(ready?.expires_at ?? '') > presentMs()
}
