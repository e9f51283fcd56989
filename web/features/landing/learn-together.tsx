import { Avatar } from '#web/ui/avatar.tsx'
import { cx } from '#web/ui/cx.ts'

export function LearnTogether() {
  return (
    <section
      id="together"
      aria-labelledby="together-title"
      className="mx-auto grid max-w-content items-center gap-x-16 gap-y-10 px-4 py-16 sm:px-6 lg:grid-cols-2 lg:py-24"
    >
      <div>
        <h2 id="together-title" className="text-28">
          Learn together
        </h2>
        <p className="mt-3 max-w-[56ch] text-18 text-ink-soft">
          Notes are a beginning. When a page isn’t enough, the person who wrote it can be an hour away.
        </p>
        <dl className="mt-8 divide-y divide-line border-y border-line">
          {[
            [
              'Students',
              'Follow classmates, save what helps with a note to yourself, and book time with its author.',
            ],
            [
              'Tutors',
              'Publish your week, name your own rate, teach one to one or a small group, and get paid.',
            ],
            [
              'Everyone',
              'Fair by default: a missed session counts as cancelled, and the student isn’t charged.',
            ],
          ].map(([who, what]) => (
            <div key={who} className="grid gap-1 py-4 sm:grid-cols-[7rem_1fr]">
              <dt className="font-medium">{who}</dt>
              <dd className="text-ink-soft">{what}</dd>
            </div>
          ))}
        </dl>
      </div>
      <AnHour />
    </section>
  )
}

const days = [
  ['Mon', '9'],
  ['Tue', '10'],
  ['Wed', '11'],
  ['Thu', '12'],
  ['Fri', '13'],
]
const slots = ['9:00', '9:30', '10:00', '14:00', '14:30', '15:00', '15:30', '19:00', '19:30']
const taken = ['9:30', '15:30']
const chosen = ['14:00', '14:30']

/** An hour being picked in a tutor's week, as a picture. */
function AnHour() {
  return (
    <div aria-hidden="true" className="relative select-none">
      <div className="glow absolute -inset-x-10 -inset-y-24" />
      <div className="relative mx-auto max-w-104 rounded-16 border border-line bg-sheet p-6 shadow-floating">
        <div className="flex items-center gap-3">
          <Avatar name="Jordan Ellis" image={null} className="size-11 text-14" />
          <div className="min-w-0 flex-1">
            <p className="font-serif text-18 font-semibold">Jordan Ellis</p>
            <p className="text-14 text-ink-faint">Physics, third year</p>
          </div>
          <p className="figures text-14">$18.00/h</p>
        </div>
        <div className="mt-5 grid grid-cols-5 gap-1 rounded-10 bg-sunken p-1 text-center text-12">
          {days.map(([day, date]) => (
            <span
              key={day}
              className={cx('rounded-6 py-1.5', day === 'Wed' && 'bg-sheet font-medium shadow-raised')}
            >
              {day}
              <span className="figures block text-14">{date}</span>
            </span>
          ))}
        </div>
        <div className="mt-4 grid grid-cols-3 gap-2">
          {slots.map(slot => (
            <span
              key={slot}
              className={cx(
                'figures rounded-6 border py-2 text-center text-14',
                chosen.includes(slot)
                  ? 'border-lamp bg-lamp-wash text-lamp-ink'
                  : taken.includes(slot)
                    ? 'border-line bg-sunken text-ink-faint line-through'
                    : 'border-line',
              )}
            >
              {slot}
            </span>
          ))}
        </div>
        <p className="mt-5 flex items-baseline justify-between border-t border-line pt-4 text-14">
          <span className="text-ink-soft">Wednesday, 60 minutes</span>
          <span className="figures font-medium">$18.00</span>
        </p>
      </div>
    </div>
  )
}
