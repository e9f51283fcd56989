import { useForm } from '#web/lib/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { walletTerms } from './wallet-terms.tsx'

/** The terms to agree to before a wallet exists. */
export function TermsGate({ onAgree }: { onAgree: () => void }) {
  const form = useForm({
    initial: { agreed: false },
    check: ({ agreed }) => ({ agreed: agreed ? undefined : 'Please agree to the terms and conditions' }),
    onSubmit: onAgree,
  })
  const fault = `${form.props.id}-fault`

  return (
    <div className="max-w-prose animate-rise pt-8">
      <h2 className="text-22">Terms &amp; Conditions</h2>
      <p className="mt-2 text-ink-soft">
        Your wallet holds what you earn by teaching until you send it to your bank. Read the terms and start
        your wallet.
      </p>
      <ol className="mt-6 flex flex-col gap-6 border-t border-line pt-6">
        {walletTerms.map(({ id, title, body }, index) => (
          <li key={id} className="flex gap-4">
            <span aria-hidden="true" className="w-5 shrink-0 font-serif text-22 text-ink-faint">
              {index + 1}
            </span>
            <div className="min-w-0">
              <h3 className="pt-0.5 text-18">
                <span className="sr-only">{index + 1}. </span>
                {title}
              </h3>
              <div className="mt-1 flex flex-col gap-2 leading-7 text-ink-soft [&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_strong]:font-semibold [&_strong]:text-ink">
                {body}
              </div>
            </div>
          </li>
        ))}
      </ol>
      <form {...form.props} className="mt-8 flex flex-col gap-4 rounded-16 border border-line bg-sheet p-5">
        <Checkbox
          checked={form.values.agreed}
          aria-invalid={form.faultAt('agreed') ? true : undefined}
          aria-describedby={fault}
          onChange={event => form.set({ agreed: event.target.checked })}
        >
          I agree to the terms and conditions
        </Checkbox>
        <FailureText id={fault}>{form.faultAt('agreed')}</FailureText>
        <div>
          <Button type="submit" variant="primary">
            Start Wallet
          </Button>
        </div>
      </form>
    </div>
  )
}
