import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { logins } from '#shared/api/logins.ts'
import { readReturnPath } from '#shared/domain/return-path.ts'
import { call } from '#web/lib/api.ts'
import { useForm } from '#web/lib/use-form.ts'
import { useRestored } from '#web/lib/use-restored.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { FailureText } from '#web/ui/failure-text.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { LoginFrame } from './login-frame.tsx'

const months = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month, 1).toLocaleDateString('en-US', { month: 'long' }),
)

/**
 * Asks a newcomer for their date of birth before creating an account, and continues their sign-in. The text
 * doesn't hint at the required age: a child would then give that one.
 */
export function AgePage() {
  const { next, provider } = useSearch({ from: '/age' })
  const [refused, setRefused] = useState(false)
  const goOn = useMutation({
    async mutationFn(born: string) {
      const { old_enough } = await call(logins.answerAge, { body: { born } })
      if (!old_enough) return setRefused(true)
      const { url } = await call(logins.start, {
        body: {
          provider: provider ?? '',
          callbackURL: readReturnPath(next ?? '') ?? '/explore',
          // Their address at the provider, which stays behind the # and so in this browser.
          loginHint: decodeURIComponent(location.hash.slice(1)) || undefined,
        },
      })
      location.assign(url)
      // The page is being left; until then the button stays as it is.
      await new Promise(() => {})
    },
  })
  useRestored(goOn.reset)
  return (
    <LoginFrame>
      {refused ? (
        <>
          <h1 className="text-28">Ignite isn’t open to you yet</h1>
          <p className="mt-2 text-ink-soft">We didn’t create an account or keep anything about you.</p>
          <Link to="/" className={cx(buttonClass(), 'mt-8')}>
            About Ignite
          </Link>
        </>
      ) : (
        <BirthForm sending={goOn} onAnswer={goOn.mutate} />
      )}
    </LoginFrame>
  )
}

type BirthFormProps = {
  sending: { isPending: boolean; error: Error | null }
  onAnswer: (born: string) => void
}

function BirthForm({ sending, onAnswer }: BirthFormProps) {
  const form = useForm({
    initial: { month: '', day: '', year: '' },
    check: values => ({
      month: dateOf(values) ? undefined : 'Enter a valid month, day and year.',
    }),
    sending,
    onSubmit: values => onAnswer(dateOf(values)!),
  })
  const { month, day, year } = form.values
  const fault = form.faultAt('month')
  const faultId = `${form.props.id}-fault`
  // Any of the three may be the wrong one.
  const wrong = fault !== undefined && ({ 'aria-invalid': true, 'aria-describedby': faultId } as const)
  return (
    <form {...form.props}>
      <fieldset>
        <legend>
          <h1 className="text-28">When were you born?</h1>
        </legend>
        <p className="mt-2 text-ink-soft">We ask everyone who joins. We don’t keep the date.</p>
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)_4.5rem_5.5rem] gap-3">
          <Field label="Month">
            {control => (
              <Select
                {...control}
                {...wrong}
                name="month"
                value={month}
                onChange={event => form.set({ month: event.target.value })}
                autoComplete="bday-month"
                className="w-full"
              >
                <option value="" />
                {months.map((name, index) => (
                  <option key={name} value={index + 1}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Day">
            {control => (
              <Input
                {...control}
                {...wrong}
                name="day"
                value={day}
                onChange={event => form.set({ day: event.target.value })}
                inputMode="numeric"
                autoComplete="bday-day"
                maxLength={2}
              />
            )}
          </Field>
          <Field label="Year">
            {control => (
              <Input
                {...control}
                {...wrong}
                name="year"
                value={year}
                onChange={event => form.set({ year: event.target.value })}
                inputMode="numeric"
                autoComplete="bday-year"
                maxLength={4}
              />
            )}
          </Field>
        </div>
      </fieldset>
      <FailureText id={faultId} className="mt-4">
        {fault ?? form.failure}
      </FailureText>
      <Button type="submit" variant="primary" size="lg" pending={form.pending} className="mt-6 w-full">
        Continue
      </Button>
    </form>
  )
}

/** The date in ISO format; null if it doesn't exist. */
function dateOf(typed: { year: string; month: string; day: string }): string | null {
  const [year, month, day] = [Number(typed.year), Number(typed.month), Number(typed.day)]
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real && year > 1800 ? date.toISOString().slice(0, 10) : null
}
