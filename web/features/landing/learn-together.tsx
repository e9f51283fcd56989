import { Picture } from './picture.tsx'

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
          Notes are a start. When a page isn’t enough, book an hour with the person who wrote it.
        </p>
        <dl className="mt-8 divide-y divide-line border-y border-line">
          {[
            [
              'Students',
              'Follow classmates, save what helps with a note to yourself, and book time with the author.',
            ],
            [
              'Tutors',
              'Post your hours, set your own rate, teach one-on-one or in small groups, and get paid.',
            ],
            [
              'Everyone',
              'Fair by default: a missed session counts as canceled, and the student isn’t charged.',
            ],
          ].map(([who, what]) => (
            <div key={who} className="grid gap-1 py-4 sm:grid-cols-[7rem_1fr]">
              <dt className="font-medium">{who}</dt>
              <dd className="text-ink-soft">{what}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="relative mx-auto w-full max-w-104">
        <div aria-hidden="true" className="glow absolute -inset-x-10 -inset-y-24" />
        <Picture name="hour" className="relative aspect-[26/25] w-full" />
      </div>
    </section>
  )
}
