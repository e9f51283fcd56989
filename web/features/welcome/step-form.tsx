import type { ReactNode } from 'react'
import type { Section } from '#shared/api/courses.ts'
import type { OwnProfile } from '#shared/api/profiles.ts'
import type { FormState } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'

export type StepProps = {
  profile: OwnProfile
  /** Goes on to the next step. */
  onDone: () => void
  onBack: (() => void) | undefined
  /** The classes picked and not listed yet. They outlast the step, so that going back doesn't lose them. */
  picked: PickedClasses | null
  onPick: (picked: PickedClasses | null) => void
}

/** The classes that were listed at the first pick, and those with what was picked since. */
export type PickedClasses = { before: Section[]; after: Section[] }

/** A step of the welcome: its question, and the buttons to continue. */
export function StepForm({
  title,
  description,
  form,
  done = 'Continue',
  canSkip = true,
  onSkip,
  onBack,
  children,
}: {
  title: string
  description: string
  form: FormState
  done?: string
  canSkip?: boolean
  onSkip: () => void
  onBack: (() => void) | undefined
  children: ReactNode
}) {
  return (
    <form
      {...form.props}
      aria-label={title}
      className="rounded-16 border border-line bg-sheet p-5 shadow-floating sm:p-8"
    >
      <h1 className="text-28 outline-none">{title}</h1>
      <p className="mt-2 text-ink-soft">{description}</p>
      <div className="mt-6 flex flex-col gap-5">{children}</div>
      <FailureText className="mt-4">{form.failure}</FailureText>
      <footer className="mt-8 flex flex-wrap items-center justify-end gap-2 border-t border-line pt-5">
        {onBack && (
          <Button variant="quiet" className="mr-auto -ml-4" onClick={onBack}>
            Back
          </Button>
        )}
        {canSkip && (
          <Button variant="quiet" onClick={onSkip}>
            Skip
          </Button>
        )}
        <Button variant="primary" type="submit" pending={form.pending} className="min-w-28">
          {done}
        </Button>
      </footer>
    </form>
  )
}
