import { dayText } from '#web/lib/zoned-time.ts'

type Said = { mine: boolean; sent_at: string }
/** Consecutive messages of one person. */
type Turn<Message> = { mine: boolean; messages: Message[] }
export type Day<Message> = { day: string; turns: Turn<Message>[] }

/** After a pause this long, the same person begins a new turn. */
const pauseMs = 5 * 60_000

/** Messages in order, by the days of a zone and by sender. */
export function daysOf<Message extends Said>(messages: readonly Message[], zone: string): Day<Message>[] {
  const days: Day<Message>[] = []
  let before: Message | undefined
  for (const message of messages) {
    const day = dayText(message.sent_at, zone)
    if (days.at(-1)?.day !== day) {
      days.push({ day, turns: [] })
      before = undefined
    }
    const { turns } = days.at(-1)!
    const goesOn =
      before?.mine === message.mine && Date.parse(message.sent_at) - Date.parse(before.sent_at) < pauseMs
    if (goesOn) turns.at(-1)!.messages.push(message)
    else turns.push({ mine: message.mine, messages: [message] })
    before = message
  }
  return days
}
