import { useId } from 'react'
import { FailureText } from './failure-text.tsx'

/** A question with several answers, one of which is chosen. */
export function Choice<Answer extends string>({
  question,
  answers,
  value,
  onChange,
  error,
}: {
  question: string
  answers: Readonly<Record<Answer, string>>
  value: Answer | null
  onChange: (answer: Answer) => void
  error: string | undefined
}) {
  const id = useId()
  return (
    <fieldset
      aria-describedby={error && `${id}-error`}
      data-invalid={error ? '' : undefined}
      className="min-w-0"
    >
      <legend className="text-14 font-medium">{question}</legend>
      <div className="mt-2 overflow-hidden rounded-10 border border-line-strong">
        {(Object.entries(answers) as [Answer, string][]).map(([answer, words]) => (
          <label
            key={answer}
            className="flex min-h-11 cursor-pointer items-center gap-3 border-line px-3.5 py-2.5 text-14 transition-colors not-first:border-t hover:bg-sunken has-checked:bg-accent-wash has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={id}
              value={answer}
              checked={answer === value}
              onChange={() => onChange(answer)}
              className="size-4 shrink-0 accent-accent outline-none"
            />
            {words}
          </label>
        ))}
      </div>
      <FailureText id={`${id}-error`} small className="mt-1.5">
        {error}
      </FailureText>
    </fieldset>
  )
}
