import { useMutation } from '@tanstack/react-query'
import { ExternalLink } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { payouts } from '#shared/api/payouts.ts'
import { addressAt } from '#web/lib/address-at.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { onThemeChange } from '#web/lib/theme.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { loadOnboarding, type Onboarding, type OnboardingSource } from './load-onboarding.ts'

/**
 * The provider reports no failure if its script is blocked or the network is down: the form just stays empty.
 */
const answerWithinMs = 20_000

/** The address of its own pages; those of its stand-in are on our origin. */
const hostedOrigin = 'https://connect.stripe.com'

type FormProps = OnboardingSource & { onExit: () => void }

/** The provider's form, loaded on mount; or why it isn't available, and the alternative. */
export function OnboardingForm(props: FormProps) {
  const [attempt, setAttempt] = useState(1)
  return <Attempt key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function Attempt({
  publishableKey,
  scriptUrl,
  changes,
  onExit,
  onRetry,
}: FormProps & { onRetry: () => void }) {
  const [onboarding, setOnboarding] = useState<Onboarding | null>(null)
  const [started, setStarted] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const fail = useEffectEvent((text: string) => setFailure(known => known ?? text))
  const load = useEffectEvent(() => loadOnboarding({ publishableKey, scriptUrl, changes }))

  useEffect(() => {
    let left = false
    load().then(
      loaded => left || setOnboarding(loaded),
      error => left || fail(problemText(error)),
    )
    return () => {
      left = true
    }
  }, [])
  useEffect(() => {
    if (started) return
    const timer = setTimeout(() => fail('Stripe’s form isn’t responding.'), answerWithinMs)
    return () => clearTimeout(timer)
  }, [started])
  useEffect(() => (onboarding ? onThemeChange(onboarding.followTheme) : undefined), [onboarding])

  if (failure !== null) return <Failure text={failure} onRetry={onRetry} hasPage={!changes} />
  return (
    <div className="min-h-80">
      {!started && <FormSkeleton />}
      {onboarding && (
        <onboarding.Form
          onLoaderStart={() => setStarted(true)}
          onLoadError={({ error }) => fail(error.message ?? 'Stripe’s form didn’t load.')}
          onExit={onExit}
        />
      )}
    </div>
  )
}

/** `hasPage`: whether the provider has a page of its own for this, which only asks for what is due. */
function Failure({ text, onRetry, hasPage }: { text: string; onRetry: () => void; hasPage: boolean }) {
  const goOn = useMutation({
    mutationKey: [payouts.link.path],
    mutationFn: async () => {
      const address = addressAt((await call(payouts.link)).url, [hostedOrigin, location.origin])
      if (!address) throw new Error('The address leads elsewhere.')
      location.assign(address)
    },
  })
  return (
    <div role="alert" className="flex flex-col items-start gap-4 py-4 text-14 text-ink-soft">
      <div>
        <h3 className="text-18 text-ink">Something went wrong!</h3>
        <p className="mt-1">
          {text.replace(/^Something went wrong! ?/, '')}{' '}
          {hasPage
            ? 'Nothing you entered is lost. Try again, or continue on Stripe’s site and come back here.'
            : 'Try again.'}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onRetry}>
          Retry
        </Button>
        {hasPage && (
          <Button pending={goOn.isPending || goOn.isSuccess} onClick={() => goOn.mutate()}>
            <ExternalLink aria-hidden="true" className="size-4" />
            Continue at Stripe
          </Button>
        )}
      </div>
      {goOn.isError && <p className="font-medium text-negative">{problemText(goOn.error)}</p>}
    </div>
  )
}

function FormSkeleton() {
  return (
    <div role="status" aria-label="Loading Stripe’s form" className="flex flex-col gap-5 pt-1">
      {['name', 'number', 'account'].map(field => (
        <div key={field}>
          <Skeleton className="h-4 w-32" />
          <Skeleton className="mt-2 h-11 rounded-10" />
        </div>
      ))}
      <Skeleton className="h-11 rounded-10" />
    </div>
  )
}
