import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { account } from '#shared/api/account.ts'
import { loginQuery } from '#web/features/login/queries.ts'
import { useLogin } from '#web/features/login/use-login.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { Button } from '#web/ui/button.tsx'
import { deletionQuery } from './queries.ts'

const DeleteAccountDialog = lazy(async () => ({
  default: (await import('./delete-account-dialog.tsx')).DeleteAccountDialog,
}))

export function DeleteAccount() {
  const [dialog, setDialog] = useState<'unseen' | 'open' | 'closed'>('unseen')
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
        Nobody can bring it back afterwards. If you want to keep what you made here, export it first and
        download the archive.
      </p>
      <div>
        <Button variant="danger" onClick={() => setDialog('open')}>
          Delete account…
        </Button>
      </div>
      {dialog !== 'unseen' && (
        <Suspense>
          <DeleteAccountDialog
            open={dialog === 'open'}
            onClose={() => {
              setDialog('closed')
              remove.reset()
            }}
            username={username}
            posts={profile?.posts}
            pending={remove.isPending || remove.isSuccess}
            error={remove.error}
            onDelete={remove.mutate}
          />
        </Suspense>
      )}
    </>
  )
}

/** Goes to the page that follows the deletion, with nothing of the person's left in memory. */
function useLeave() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (deletionId: string) => {
    queryClient.setQueryData(loginQuery.queryKey, null)
    // The pages go first: emptied under them, they would ask again for what a visitor may not see.
    await router.navigate({ to: '/goodbye', search: { deletion: deletionId }, replace: true })
    const kept = [loginQuery.queryKey, deletionQuery(deletionId).queryKey].map(key => JSON.stringify(key))
    queryClient.removeQueries({ predicate: query => !kept.includes(query.queryHash) })
    router.clearCache()
  }
}
