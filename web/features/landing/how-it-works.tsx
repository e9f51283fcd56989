import { Picture } from './picture.tsx'
import { Section } from './section.tsx'

const steps = [
  {
    picture: 'post',
    title: 'Post a document',
    text: 'Drop in a file, pick its course and CRN, and add a line about what’s inside. We turn Office files into PDFs.',
  },
  {
    picture: 'find',
    title: 'Find the right one',
    text: 'Search by word, course or CRN. Typos are fine. Every course has its own color, so you can spot it at a glance.',
  },
  {
    picture: 'read',
    title: 'Read where you left off',
    text: 'A quiet full-screen reader that remembers your page, on your laptop or on the bus.',
  },
] as const

export function HowItWorks() {
  return (
    <div className="border-y border-line bg-sheet">
      <Section id="how" title="How it works" lead="Three steps, and no long forms.">
        <ol className="mt-10 grid gap-10 lg:grid-cols-3 lg:gap-8">
          {steps.map(({ picture, title, text }) => (
            <li key={picture}>
              <div className="flex h-60 items-end justify-center overflow-hidden rounded-16 bg-sunken px-6">
                <Picture name={picture} className={picture === 'post' ? 'mb-8 h-44 w-72' : 'h-54 w-72'} />
              </div>
              <h3 className="mt-5 text-22">{title}</h3>
              <p className="mt-2 max-w-[48ch] text-ink-soft">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
    </div>
  )
}
