import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { sameClasses, withChangedClasses } from '#web/features/settings/profile-values.ts'
import { UnsavedGuard } from '#web/features/settings/unsaved-guard.tsx'
import { Button } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { ClassesStep } from './classes-step.tsx'
import { PeopleStep } from './people-step.tsx'
import type { PickedClasses } from './step-form.tsx'
import { type WelcomeStep, welcomeSteps } from './steps.ts'
import { useEndWelcome } from './use-end-welcome.ts'
import { YouStep } from './you-step.tsx'

const steps = { you: YouStep, classes: ClassesStep, people: PeopleStep }

/** The questions for a newcomer, a few at a time. Each step has its address, and each can be skipped. */
export function WelcomePage({ step }: { step: WelcomeStep }) {
  const { data: profile } = useSuspenseQuery(ownProfileQuery)
  const navigate = useNavigate()
  const end = useEndWelcome()
  const [picked, setPicked] = useState<PickedClasses | null>(null)
  const place = welcomeSteps.indexOf(step)
  const next = welcomeSteps[place + 1]
  const before = welcomeSteps[place - 1]
  const Step = steps[step]
  const isUnsaved =
    picked !== null &&
    !sameClasses(withChangedClasses(picked.before, picked.after, profile.classes), profile.classes)
  const goOn = () => (next ? void navigate({ to: '/welcome', search: { step: next } }) : end())
  const goBack = before && (() => void navigate({ to: '/welcome', search: { step: before } }))
  return (
    <WelcomeFrame onLeave={end}>
      <WelcomeProgress place={place} />
      <Step key={step} profile={profile} onDone={goOn} onBack={goBack} picked={picked} onPick={setPicked} />
      <UnsavedGuard unsaved={isUnsaved} />
    </WelcomeFrame>
  )
}

/** A quiet, separate page, with light from above. */
export function WelcomeFrame({ onLeave, children }: { onLeave?: () => void; children: ReactNode }) {
  return (
    <div className="welcome full-bleed relative min-h-dvh">
      <div aria-hidden="true" className="lamplight absolute inset-x-0 top-0 h-140" />
      <header className="relative mx-auto flex h-16 max-w-content items-center justify-between px-4 sm:px-6">
        <span className="flex items-center gap-2.5">
          <span className="ignite-icon size-7" />
          <span className="font-serif text-22 leading-none font-semibold tracking-tight">Ignite</span>
        </span>
        {onLeave && (
          <Button variant="quiet" className="-mr-4" onClick={onLeave}>
            Skip setup
          </Button>
        )}
      </header>
      <main id="main" className="relative mx-auto max-w-form px-4 pt-6 pb-16 outline-none sm:pt-12">
        {children}
      </main>
    </div>
  )
}

function WelcomeProgress({ place }: { place: number }) {
  const text = useRef<HTMLParagraphElement>(null)
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    // Only the step in the address changes, which would leave the focus on a button that is gone.
    const heading = text.current?.closest('main')?.querySelector<HTMLElement>('h1')
    if (!heading) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
    scrollTo({ top: 0 })
  }, [place])
  return (
    <div className="mb-6 flex flex-col gap-2">
      <p ref={text} className="text-14 font-medium text-ink-soft">
        Step {place + 1} of {welcomeSteps.length}
      </p>
      <div aria-hidden="true" className="flex gap-1.5">
        {welcomeSteps.map((step, index) => (
          <span
            key={step}
            className={cx(
              'h-1 flex-1 rounded-full transition-colors',
              index <= place ? 'bg-accent' : 'bg-line',
            )}
          />
        ))}
      </div>
    </div>
  )
}
