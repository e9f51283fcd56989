import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { wallets, walletTermsVersion } from '#shared/api/wallets.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { call } from '#web/lib/api.ts'
import { atLeast } from '#web/lib/at-least.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { ErrorState } from '#web/ui/states.tsx'
import { walletQuery } from './queries.ts'

/** Long enough to be read. */
const shownMs = 1_000

/** Creates the wallet on mount; once it exists, the page shows that instead. */
export function CreatingWallet({ onBack }: { onBack: () => void }) {
  const queryClient = useQueryClient()
  const screen = useRef<HTMLDivElement>(null)
  const create = useMutation({
    mutationKey: [wallets.create.path],
    mutationFn: () =>
      atLeast(shownMs, call(wallets.create, { body: { terms: true, terms_version: walletTermsVersion } })),
    onSuccess: ({ wallet }) => {
      queryClient.setQueryData(walletQuery.queryKey, wallet)
      // The tip to start one is then done.
      void queryClient.invalidateQueries({ queryKey: ownProfileQuery.queryKey })
    },
  })
  const begin = useEffectEvent(() => {
    if (create.isIdle) create.mutate()
    // The button that had the focus is gone.
    screen.current?.focus()
  })
  useEffect(() => begin(), [])

  if (create.isError) {
    return (
      <div className="flex flex-col items-center gap-4 pt-6">
        <div className="w-full">
          <ErrorState
            title="Your wallet wasn’t created"
            onRetry={() => create.mutate()}
            retrying={create.isPending}
          >
            {problemText(create.error)}
          </ErrorState>
        </div>
        <Button variant="quiet" onClick={onBack}>
          Back to the terms
        </Button>
      </div>
    )
  }
  return (
    <div
      ref={screen}
      tabIndex={-1}
      role="status"
      className="mx-auto flex max-w-dialog animate-rise flex-col items-center py-20 text-center outline-none"
    >
      <Lamp lit className="h-28" />
      <h2 className="mt-6 text-22">Creating Wallet</h2>
      <p className="mt-2 mb-6 text-ink-soft">This takes a moment.</p>
      <div className="w-40">
        <Progress label="Creating Wallet" value={null} />
      </div>
    </div>
  )
}
