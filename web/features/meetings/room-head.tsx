import { lettersAfter, shortDayText, timesText } from '#web/lib/zoned-time.ts'

/** A meeting's topic and time. */
export function Head({
  meeting: { topic, starts_on, ends_on },
  zone,
}: {
  meeting: { topic: string; starts_on: string; ends_on: string }
  zone: string
}) {
  return (
    <>
      <h1 className="text-18 wrap-anywhere text-ink-soft" dir="auto">
        {topic}
      </h1>
      <p className="mt-1 text-14 text-ink-faint">
        {shortDayText(starts_on, zone)},{' '}
        <time dateTime={starts_on} className="figures">
          {timesText(starts_on, ends_on, zone)}
        </time>
        {lettersAfter(starts_on, ends_on, zone)}
      </p>
    </>
  )
}
