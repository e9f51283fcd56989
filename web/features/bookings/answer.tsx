import { useState } from 'react'
import { mayHaveHappened } from '#web/lib/problem-error.ts'
import { problemText } from '#web/lib/problem-text.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/checkbox.tsx'
import { FailureText } from '#web/ui/failure-text.tsx'
import { RemarksField, remarksFault } from './remarks-field.tsx'
import { useDecide } from './use-decide.ts'

type Answer = ReturnType<typeof useAnswer>

/** A tutor's answer to a request, while it is written and sent. */
export function useAnswer(bookingId: string) {
  const decide = useDecide(bookingId)
  const [remarks, setRemarks] = useState('')
  const [agreed, setAgreed] = useState(false)
  return { decide, remarks, setRemarks, agreed, setAgreed }
}

export function AnswerFields({
  answer: { remarks, setRemarks, agreed, setAgreed },
  name,
}: {
  answer: Answer
  name: string
}) {
  return (
    <>
      <RemarksField
        value={remarks}
        onChange={setRemarks}
        hint={`We’ll send them to ${name} with your answer.`}
        error={remarksFault(remarks)}
      />
      <Checkbox checked={agreed} onChange={event => setAgreed(event.target.checked)}>
        I agree to the terms: if I accept, I’ll be in the meeting at this time. If I decline, cancel or don’t
        show up, the student gets a full refund.
      </Checkbox>
    </>
  )
}

export function AnswerButtons({ answer: { decide, remarks, agreed } }: { answer: Answer }) {
  const ready = agreed && remarksFault(remarks) === undefined
  const button = (to: 'approved' | 'declined') => ({
    pending: decide.isPending && decide.variables.to === to,
    disabled: !ready || (decide.isPending && decide.variables.to !== to),
    onClick: () => decide.mutate({ to, remarks }),
  })
  return (
    <>
      <Button {...button('declined')}>Decline</Button>
      <Button variant="primary" {...button('approved')}>
        Accept
      </Button>
    </>
  )
}

export function AnswerProblem({ answer: { decide } }: { answer: Answer }) {
  const what =
    decide.error && mayHaveHappened(decide.error)
      ? 'We don’t know whether your answer went through.'
      : 'Your answer didn’t go through.'
  return (
    <FailureText className="w-full">{decide.isError && `${what} ${problemText(decide.error)}`}</FailureText>
  )
}
