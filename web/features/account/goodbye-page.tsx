import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AccountTask } from '#shared/api/account.ts'
import { Lamp } from '#web/features/shell/lamp.tsx'
import { ProblemError } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { deletionQuery, isUnderWay, percentOf } from './queries.ts'

/** After an account was deleted: how far its removal is, and its end. */
export function GoodbyePage({ deletion }: { deletion: string }) {
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-prose flex-col items-center justify-center px-4 py-16 text-center outline-none"
    >
      <Lamp lit={false} className="h-32" />
      <h1 className="mt-8 text-28">Goodbye, and good luck</h1>
      <div className="mt-3 flex w-full max-w-dialog flex-col gap-4 text-ink-soft">
        <Deletion id={deletion} />
      </div>
      <Link to="/" className={`${buttonClass()} mt-8`}>
        Go to the start
      </Link>
    </main>
  )
}

function Deletion({ id }: { id: string }) {
  const deletion = useQuery(deletionQuery(id))
  if (deletion.isPending) return <Going task={null} />
  if (deletion.isError) {
    const { error } = deletion
    // Forgotten a month after its end, or never there.
    if (error instanceof ProblemError && (error.code === 'not_found' || error.code === 'invalid')) {
      return <p>There is no deletion at this address any more.</p>
    }
    return (
      <div role="alert" className="flex flex-col items-center gap-4">
        <p>Your account is closed. How far its removal is can’t be said right now: {problemText(error)}</p>
        <Button onClick={() => void deletion.refetch()} pending={deletion.isFetching}>
          Retry
        </Button>
      </div>
    )
  }
  const task = deletion.data
  if (isUnderWay(task)) return <Going task={task} />
  if (task.state === 'failed') {
    return (
      <p role="status">
        Your account is closed. Removing your files takes longer than it should; it is tried again every hour
        until nothing is left.
      </p>
    )
  }
  return <p role="status">Everything is removed. Nothing on Ignite has your name on it any more.</p>
}

function Going({ task }: { task: AccountTask | null }) {
  return (
    <>
      <p role="status">
        Your account is closed. Your posts and files are being removed; you can close this page.
      </p>
      <Progress label="Removing what was yours" value={task && percentOf(task)} />
    </>
  )
}
