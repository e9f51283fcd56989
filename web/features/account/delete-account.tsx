import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useContext, useState } from 'react'
import { account } from '#shared/api/account.ts'
import { leaveAllTabs } from '#web/features/logins/other-tabs.ts'
import { loginQuery } from '#web/features/logins/queries.ts'
import { useLogin } from '#web/features/logins/use-login.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { ShowOverPages } from '#web/lib/over-pages.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { deletionQuery } from './queries.ts'

const DeleteAccountDialog = lazyDialog(
  async () => (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
)

export function DeleteAccount() {
  const [asked, setAsked] = useState(false)
  const { username } = useLogin()
  const profile = useQuery(ownProfileQuery).data
  const leave = useLeave()
  const remove = useMutation({
    mutationFn: (typed: string) => call(account.remove, { body: { username: typed } }),
    onSuccess: ({ task }) => leave(task.id),
  })
  return (
    <>
      <p className="text-14 text-ink-soft">
        You can’t undo this. If you want to keep what you made here, export and download it first.
      </p>
      <div>
        <Button variant="danger" onClick={() => setAsked(true)}>
          Delete account…
        </Button>
      </div>
      <DeleteAccountDialog
        open={asked}
        onClose={() => {
          setAsked(false)
          remove.reset()
        }}
        username={username}
        posts={profile?.posts}
        // Once it is deleted, leaves the page.
        removal={{ isPending: remove.isPending || remove.isSuccess, error: remove.error }}
        onDelete={remove.mutate}
      />
    </>
  )
}

/** Goes to the page after the deletion, with nothing of the person's left in memory. */
function useLeave() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const showOverPages = useContext(ShowOverPages)
  return async (deletionId: string) => {
    showOverPages(null)
    leaveAllTabs()
    queryClient.setQueryData(loginQuery.queryKey, null)
    // Leaves the pages first: with an emptied cache they would request data that a visitor may not see.
    await router.navigate({ to: '/goodbye', search: { deletion: deletionId }, replace: true })
    const kept = [loginQuery.queryKey, deletionQuery(deletionId).queryKey].map(key => JSON.stringify(key))
    queryClient.removeQueries({ predicate: query => !kept.includes(query.queryHash) })
    router.clearCache()
  }
}
