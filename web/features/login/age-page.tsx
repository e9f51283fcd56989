import { useMutation } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { answerAge, start } from '#shared/api/logins.ts'
import { readReturnPath } from '#shared/domain/return-path.ts'
import { call } from '#web/lib/api.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { Select } from '#web/ui/select.tsx'
import { LoginFrame } from './login-frame.tsx'

const months = Array.from({ length: 12 }, (_, month) =>
  new Date(2000, month, 1).toLocaleDateString('en-US', { month: 'long' }),
)

/**
 * Asks a newcomer for their date of birth before there is an account, and goes on with their sign-in. The words give no hint at
 * which answer is wanted: whoever is too young would give that one.
 */
export function AgePage() {
  const { next, provider } = useSearch({ from: '/age' })
  const [refused, setRefused] = useState(false)
  const goOn = useMutation({
    async mutationFn(born: string) {
      const { old_enough } = await call(answerAge, { body: { born } })
      if (!old_enough) return setRefused(true)
      const { url } = await call(start, {
        body: {
          provider: provider ?? '',
          callbackURL: readReturnPath(next ?? '') ?? '/explore',
          // The address they chose at the provider, which stays behind the # and so in this browser.
          loginHint: decodeURIComponent(location.hash.slice(1)) || undefined,
        },
      })
      location.assign(url)
      // The page is being left; until then the button stays as it is.
      await new Promise(() => {})
    },
  })
  return (
    <LoginFrame>
      {refused ? (
        <>
          <h1 className="text-28">Ignite isn’t open to you yet</h1>
          <p className="mt-2 text-ink-soft">There is no account, and nothing about you was kept.</p>
          <Link to="/" className={cx(buttonClass(), 'mt-8')}>
            About Ignite
          </Link>
        </>
      ) : (
        <BirthForm
          pending={goOn.isPending}
          problem={goOn.isError ? problemText(goOn.error) : undefined}
          onAnswer={born => goOn.mutate(born)}
        />
      )}
    </LoginFrame>
  )
}

type BirthFormProps = {
  pending: boolean
  problem: string | undefined
  onAnswer: (born: string) => void
}

function BirthForm({ pending, problem, onAnswer }: BirthFormProps) {
  const [missing, setMissing] = useState(false)
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const [year, month, day] = ['year', 'month', 'day'].map(name => Number(typed.get(name)))
    const born = dateOf(year!, month!, day!)
    setMissing(!born)
    if (born && !pending) onAnswer(born)
  }
  return (
    <form noValidate onSubmit={submit}>
      <fieldset>
        <legend>
          <h1 className="text-28">When were you born?</h1>
        </legend>
        <p className="mt-2 text-ink-soft">We ask everybody who joins. The date isn’t kept.</p>
        <div className="mt-6 grid grid-cols-[minmax(0,1fr)_4.5rem_5.5rem] gap-3">
          <Field label="Month">
            {control => (
              <Select {...control} name="month" defaultValue="" autoComplete="bday-month" className="w-full">
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
              <Input {...control} name="day" inputMode="numeric" autoComplete="bday-day" maxLength={2} />
            )}
          </Field>
          <Field label="Year">
            {control => (
              <Input {...control} name="year" inputMode="numeric" autoComplete="bday-year" maxLength={4} />
            )}
          </Field>
        </div>
      </fieldset>
      <p role="alert" className="mt-4 text-14 font-medium text-negative empty:hidden">
        {missing ? 'There is no such day. Give the month, the day and the year.' : problem}
      </p>
      <Button type="submit" variant="primary" size="lg" pending={pending} className="mt-6 w-full">
        Continue
      </Button>
    </form>
  )
}

/** The day in ISO's form; null where the calendar has none such. */
function dateOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const real = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return real && year > 1800 ? date.toISOString().slice(0, 10) : null
}
