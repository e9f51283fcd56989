import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { AccountTask } from '#shared/api/account.ts'
import { expectedClosed } from '#web/features/logins/login-ended.ts'
import { isMissing } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { deletionQuery, isUnderWay, percentOf } from './queries.ts'
import { forgetPerson } from './use-leave-pages.ts'

/** After an account was deleted: the progress of its removal, if we know which one it is. */
export function GoodbyePage({ deletion }: { deletion: string | undefined }) {
  const closed = expectedClosed()
  useEffect(() => {
    // With the answer to the deletion, this has been done.
    if (closed) forgetPerson()
  }, [closed])
  return (
    <main
      id="main"
      className="mx-auto flex min-h-dvh max-w-prose flex-col items-center justify-center px-4 py-16 text-center outline-none"
    >
      <Lamp lit={false} className="h-32" />
      <h1 className="mt-8 text-28">Goodbye, and good luck</h1>
      <div className="mt-3 flex w-full max-w-dialog flex-col gap-4 text-ink-soft">
        {deletion === undefined ? <Closed /> : <Deletion id={deletion} />}
      </div>
      <Link to="/" className={`${buttonClass()} mt-8`}>
        Go to the home page
      </Link>
    </main>
  )
}

function Deletion({ id }: { id: string }) {
  const deletion = useQuery(deletionQuery(id))
  if (deletion.isPending) return <Going task={null} />
  if (deletion.isError) {
    const { error } = deletion
    // Deleted a month after its end, or never existed.
    if (isMissing(error)) {
      return <p>This link has expired.</p>
    }
    return (
      <div role="alert" className="flex flex-col items-center gap-4">
        <p>Your account is closed. We can’t check on the deletion right now: {problemText(error)}</p>
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
        Your account is closed. Deleting your files is taking longer than usual. We’ll retry every hour until
        everything is gone.
      </p>
    )
  }
  return <p role="status">Everything has been deleted. Your name is no longer on Ignite.</p>
}

function Going({ task }: { task: AccountTask | null }) {
  return (
    <>
      <Closed />
      <Progress label="Deleting your data" value={task && percentOf(task)} />
    </>
  )
}

function Closed() {
  return (
    <p role="status">Your account is closed. We’re deleting your posts and files. You can close this page.</p>
  )
}
