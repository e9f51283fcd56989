import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { account } from '#shared/api/account.ts'
import { expectClosed, longestClosingMs } from '#web/features/logins/login-ended.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { useLogin } from '#web/features/logins/use-login.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { mayHaveHappened } from '#web/lib/problem-error.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { deletionQuery } from './queries.ts'
import { useLeavePages } from './use-leave-pages.ts'

const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
)

export function DeleteAccount() {
  const [asked, setAsked] = useState(false)
  const { username } = useLogin()
  const { data: profile, refetch: refetchProfile } = useQuery(ownProfileQuery)
  const leavePages = useLeavePages()
  const queryClient = useQueryClient()
  const router = useRouter()
  const remove = useMutation({
    mutationFn: (typed: string) => call(account.remove, { body: { username: typed } }),
    onSuccess: ({ task }) =>
      leavePages(
        { to: '/goodbye', search: { deletion: task.id }, replace: true },
        deletionQuery(task.id).queryKey,
      ),
    onError: error => {
      if (!mayHaveHappened(error)) return
      expectClosed(true)
      void findOut()
      // A timer may be early by a moment.
      setTimeout(findOut, longestClosingMs + 1_000)
    },
  })
  // Whether the login has ended with the account: then the guard leads to the goodbye.
  const findOut = async () => {
    await queryClient.refetchQueries({ queryKey: loginQuery.queryKey })
    if (queryClient.getQueryData(loginQuery.queryKey) === null) await router.invalidate()
  }
  const ask = () => {
    setAsked(true)
    // They may have changed their username on another device: the server accepts only the current one.
    void refetchProfile()
  }
  return (
    <>
      <p className="text-14 text-ink-soft">
        You can’t undo this. If you want to keep what you made here, export and download it first.
      </p>
      <div>
        <Button variant="danger" onClick={ask}>
          Delete account…
        </Button>
      </div>
      <DeleteAccountDialog
        open={asked}
        onClose={() => {
          setAsked(false)
          remove.reset()
        }}
        username={profile?.username ?? username}
        posts={profile?.posts}
        // Once it is deleted, leaves the page.
        removal={{ isPending: remove.isPending || remove.isSuccess, error: remove.error }}
        onDelete={remove.mutate}
      />
    </>
  )
}
