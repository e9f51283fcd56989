import type { Failure } from '#web/lib/failure-of.ts'
import { LoadFailed } from '#web/ui/load-failed.tsx'

/** Shown if a wallet or its balances failed to load. */
export function WalletFailed(failure: Failure) {
  return (
    <div className="pt-6">
      <LoadFailed title="Unable to get the wallet details" {...failure} />
    </div>
  )
}
