import { useMutation, useQueryClient } from '@tanstack/react-query'
import { profiles } from '#shared/api/profiles.ts'
import { showOwnProfile } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'

/** Says that the person gets no emails, as their mailbox rejected one, and lets them try again. */
export function RefusedAddress({ email }: { email: string }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(profiles.retryEmail),
    onSuccess: ({ profile }) => {
      showOwnProfile(queryClient, profile)
      toast.success('We’ll email you again. If your mailbox rejects our next email, we’ll say so here.')
    },
    onError: error => toast.error(problemText(error)),
  })
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-10 bg-caution-wash px-4 py-3 text-14 text-caution">
      <p className="min-w-0 flex-1 basis-64 wrap-anywhere">
        {`The mailbox ${email} rejected our last email, so we’ve stopped emailing you, even about money or canceled meetings. Check Alerts instead.`}
      </p>
      <Button size="sm" pending={isPending} onClick={() => mutate()}>
        Try again
      </Button>
    </div>
  )
}
