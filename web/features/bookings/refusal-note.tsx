import type { Tiles } from './slot-queries.ts'

/** Says why nothing can be booked here. */
export function RefusalNote({ refusal, name }: { refusal: NonNullable<Tiles['refusal']>; name: string }) {
  if (refusal === 'no_schedule') {
    return (
      <div className="flex flex-col items-center rounded-16 border border-line px-6 py-12 text-center">
        <h3 className="text-22">No Schedule</h3>
        <p className="mt-2 max-w-[40ch] text-ink-soft">
          <bdi>{name}</bdi> hasn’t set their hours yet. Their times will show up here once they do.
        </p>
      </div>
    )
  }
  return (
    <p role="note" className="rounded-10 bg-sunken px-4 py-3 text-14">
      {refusal === 'own_post' ? (
        'You can’t book yourself. This is how others see your schedule.'
      ) : (
        <>
          <bdi>{name}</bdi> doesn’t offer paid meetings right now, but you can look at their schedule.
        </>
      )}
    </p>
  )
}
