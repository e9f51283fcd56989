import { Section } from './section.tsx'

const reasons = [
  {
    call: '302.3 CON',
    title: 'Connect and collaborate',
    text: 'Follow the people in your courses, at your college or three time zones away, and see what they post first.',
  },
  {
    call: '378.1 UPL',
    title: 'Upload your notes',
    text: 'A PDF, slides, a scan from your phone. Add its course and CRN, and classmates can always find it.',
  },
  {
    call: '025.3 CLA',
    title: 'List your classes',
    text: 'Your profile shows what you take and what you teach, so the right questions find you.',
  },
  {
    call: '371.3 TUT',
    title: 'Book or become a tutor',
    text: 'Set your hours and your own rate, or book thirty minutes with the author of the notes that helped.',
  },
]

export function Why() {
  return (
    <Section
      id="why"
      title="A library your course writes itself"
      lead="The best explanation of Tuesday’s lecture is often in the notebook two seats over. Ignite puts it on a shelf you can reach."
    >
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
        {reasons.map(({ call, title, text }) => (
          <li
            key={call}
            className="relative flex flex-col rounded-6 border border-line bg-sheet px-5 pt-4 pb-12"
          >
            <span aria-hidden="true" className="figures text-12 text-ink-faint">
              {call}
            </span>
            <span aria-hidden="true" className="mt-3 h-px bg-negative opacity-40" />
            <h3 className="mt-4 text-18">{title}</h3>
            <p className="mt-2 text-14 text-ink-soft">{text}</p>
            <span
              aria-hidden="true"
              className="absolute inset-x-0 bottom-4 mx-auto size-3.5 rounded-full border border-line bg-paper"
            />
          </li>
        ))}
      </ul>
    </Section>
  )
}
