import { conversations } from '#shared/api/conversations.ts'
import { messages } from '#shared/api/messages.ts'
import type { Cast } from './front-door.ts'

/** What two people wrote to each other at one time. Whoever answers has read the earlier messages. */
export type Exchange = {
  day: number
  time: string
  lines: (readonly [from: string, to: string, text: string])[]
}

export const exchanges: Exchange[] = [
  {
    day: -18,
    time: '19:30',
    lines: [
      [
        'maya',
        'samuel',
        'Thanks for yesterday! I wrote out the stack for total([4, 7, 9]) and it finally clicked.',
      ],
      [
        'samuel',
        'maya',
        'That table is all there is to it. Try the stairs next: how many ways are there to climb ten?',
      ],
      ['maya', 'samuel', '89. Then I realized it’s Fibonacci in disguise.'],
      ['samuel', 'maya', 'Then you’re ready for memoization. Same time next week?'],
      ['maya', 'samuel', 'Just booked it.'],
    ],
  },
  {
    day: -7,
    time: '18:00',
    lines: [
      [
        'noah',
        'maya',
        'Can I use your picture of the weighted graph in my report? I’ll put your name on it.',
      ],
      ['maya', 'noah', 'Sure! The problem set has a bigger one if you want to print it.'],
      ['noah', 'maya', 'The small one is perfect. Thanks!'],
      ['maya', 'noah', 'Send me the report when it’s done :)'],
    ],
  },
  {
    day: -6,
    time: '20:30',
    lines: [['kenji', 'samuel', '今日は行けませんでした。ごめんなさい。来週は必ず参加します。']],
  },
  {
    day: -1,
    time: '20:15',
    lines: [
      [
        'samuel',
        'maya',
        'The call tree we drew is on the board from our lesson, if you want to keep working on it.',
      ],
      ['samuel', 'maya', 'For quicksort: think about which element you pick first, and why it matters.'],
    ],
  },
  {
    day: -1,
    time: '20:20',
    lines: [['grace', 'maya', 'There’s a spot for you in the problem circle. Bring the quiz!']],
  },
  {
    day: -1,
    time: '20:25',
    lines: [['alexandrina', 'maya', 'Hi Maya, we haven’t met. Is Samuel a good tutor for beginners?']],
  },
  {
    day: -1,
    time: '20:40',
    lines: [['daniel', 'samuel', 'Hi Samuel, would you like to teach a session on simulations with me?']],
  },
]

/** Writes an exchange. Its last lines stay unread. */
export async function talk(cast: Cast, { lines }: Exchange): Promise<void> {
  for (const [from, to, text] of lines) {
    const writer = cast.of(from)
    const { conversation } = await writer.say(conversations.start, {
      query: { to_username: cast.of(to).username },
    })
    const params = { id: conversation.id }
    if (conversation.unread > 0)
      await writer.say(conversations.read, { params, body: { seq: conversation.last_seq } })
    await writer.say(messages.send, { params, body: { client_id: crypto.randomUUID(), text } })
  }
}
