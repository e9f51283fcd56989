import { problemText } from '#web/lib/problem-text.ts'
import type { Failure } from '#web/ui/section.tsx'
import { ErrorState } from '#web/ui/states.tsx'

/** Shown if a wallet or its balances failed to load. */
export function WalletFailed({ error, ...retry }: Failure) {
  return (
    <div className="pt-6">
      <ErrorState title="Unable to get the wallet details" {...retry}>
        {problemText(error)}
      </ErrorState>
    </div>
  )
}
