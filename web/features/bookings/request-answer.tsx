import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Booking } from '#shared/api/bookings.ts'
import { AnswerButtons, AnswerFields, AnswerProblem, useAnswer } from './answer.tsx'
import { refreshBookings } from './refresh-bookings.ts'

/** The tutor's answer on the page of a request. */
export function RequestAnswer({ booking }: { booking: Booking }) {
  const queryClient = useQueryClient()
  const answer = useAnswer(booking.id)
  const { isSuccess } = answer.decide
  const onAnswered = useEffectEvent(() => {
    void refreshBookings(queryClient)
    // The button that had the focus goes with the request.
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true })
  })
  useEffect(() => {
    if (isSuccess) onAnswered()
  }, [isSuccess])
  return (
    <section
      aria-labelledby="answer"
      className="flex max-w-prose flex-col gap-4 rounded-16 border border-line bg-sheet p-4 sm:p-5"
    >
      <h2 id="answer" className="text-18">
        Your answer
      </h2>
      {booking.message?.trim() && (
        <blockquote
          className="border-l-2 border-line-strong pl-3 text-ink-soft wrap-anywhere whitespace-pre-line"
          dir="auto"
        >
          {booking.message}
        </blockquote>
      )}
      <AnswerFields answer={answer} name={booking.joinee_name} />
      <AnswerProblem answer={answer} />
      <div className="flex flex-wrap justify-end gap-2">
        <AnswerButtons answer={answer} />
      </div>
    </section>
  )
}
