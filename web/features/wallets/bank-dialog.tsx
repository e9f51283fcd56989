import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CallOutput } from '#shared/api/contract.ts'
import { payouts } from '#shared/api/payouts.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { OnboardingForm } from './onboarding-form.tsx'
import { payoutAccountQuery } from './queries.ts'
import { useRefreshAccount } from './use-refresh-account.ts'

/** Adds or changes the bank account for payouts, in the provider's own form. */
export function BankDialog({
  open,
  onClose,
  payout: { account, publishable_key, script_url },
  finalFocus,
}: {
  open: boolean
  onClose: () => void
  payout: CallOutput<typeof payouts.get>
  finalFocus: (changed: boolean) => HTMLElement | null
}) {
  const queryClient = useQueryClient()
  const refresh = useRefreshAccount()
  const [signedUp, setSignedUp] = useState(account !== null)
  // As it was opened, whatever the provider says of the account meanwhile.
  const [changes] = useState(account?.state === 'ready' && account.due.length === 0)
  const signUp = useMutation({
    mutationKey: [payouts.create.path],
    mutationFn: () => call(payouts.create),
    onSuccess: () => {
      setSignedUp(true)
      void queryClient.invalidateQueries({ queryKey: payoutAccountQuery.queryKey })
    },
  })

  // However the person leaves the form, its data counts.
  const leave = () => {
    onClose()
    if (signedUp) refresh.mutate()
  }
  return (
    <Dialog
      open={open}
      onClose={leave}
      keepOpen={signedUp}
      finalFocus={() => finalFocus(signedUp)}
      title={changes ? 'Change bank account' : 'Add Bank Account'}
      description="Stripe sends your earnings to your bank. Ignite only sees your bank’s name and the last four digits."
      footer={
        changes ? (
          // This form doesn't end by itself.
          <Button variant="primary" onClick={leave}>
            Done
          </Button>
        ) : signedUp ? null : (
          <>
            <FailureText className="w-full">{signUp.isError && failureText(signUp.error)}</FailureText>
            <Button onClick={leave}>Cancel</Button>
            <Button variant="primary" pending={signUp.isPending} onClick={() => signUp.mutate()}>
              Sign up
            </Button>
          </>
        )
      }
    >
      {signedUp ? (
        open && (
          <OnboardingForm
            publishableKey={publishable_key}
            scriptUrl={script_url}
            changes={changes}
            onExit={leave}
          />
        )
      ) : (
        <div className="flex flex-col gap-4 text-14 text-ink-soft">
          <p>Have these ready. It takes about five minutes:</p>
          <ul className="flex list-disc flex-col gap-1.5 pl-5 marker:text-line-strong">
            <li>your name, address and date of birth, as your bank has them</li>
            <li>your Social Security number (often the last four digits are enough)</li>
            <li>the routing and account numbers of your bank account</li>
          </ul>
          <p>You can stop and finish later. Until then, your earnings stay in your wallet.</p>
        </div>
      )}
    </Dialog>
  )
}

/** Begins with “Something went wrong!”, whatever the problem. */
function failureText(error: Error): string {
  const opening = 'Something went wrong!'
  const text = problemText(error)
  return text.startsWith(opening) ? text : `${opening} ${text}`
}
