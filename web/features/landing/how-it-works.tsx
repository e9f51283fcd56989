import type { ReactNode } from 'react'
import { courseHue } from '#shared/domain/course-hue.ts'
import { Chip } from '#web/ui/chip.tsx'
import { Section } from './section.tsx'

export function HowItWorks() {
  return (
    <div className="border-y border-line bg-sheet">
      <Section
        id="how"
        title="How it works"
        lead="Three steps, and none of them is a form with twenty fields."
      >
        <ol className="mt-10 grid gap-10 lg:grid-cols-3 lg:gap-8">
          <Step
            picture={<Posting />}
            title="Post a document"
            text="Drop a file, say which course and CRN it belongs to, and add a line about what is inside. Office files become PDFs on the way."
          />
          <Step
            picture={<Finding />}
            title="Find the right one"
            text="Search by a word, a course or a CRN. Misspell it; it is found anyway. Every course keeps its own colour, so you know it at a glance."
          />
          <Step
            picture={<Reading />}
            title="Read where you left off"
            text="A quiet full-screen reader that remembers your page, on your laptop and on the bus."
          />
        </ol>
      </Section>
    </div>
  )
}

function Step({ picture, title, text }: { picture: ReactNode; title: string; text: string }) {
  return (
    <li className="flex flex-col">
      <div
        aria-hidden="true"
        className="flex h-56 items-center justify-center overflow-hidden rounded-16 bg-sunken px-6 select-none"
      >
        {picture}
      </div>
      <h3 className="mt-5 text-22">{title}</h3>
      <p className="mt-2 max-w-[48ch] text-ink-soft">{text}</p>
    </li>
  )
}

function Posting() {
  return (
    <div className="w-full max-w-72 rounded-10 border border-line bg-sheet p-4 shadow-raised">
      <p className="text-12 font-medium">File</p>
      <div className="mt-1.5 flex items-center gap-3 rounded-6 border border-dashed border-line-strong p-3">
        <span className="figures rounded-6 bg-accent-wash px-2 py-2 text-12 text-accent">PDF</span>
        <span className="min-w-0 flex-1">
          <span className="block truncate text-14 font-medium">week-6-glycolysis.pdf</span>
          <span className="mt-1.5 block h-1.5 overflow-hidden rounded-full bg-sunken">
            <span className="block h-full w-[72%] rounded-full bg-accent" />
          </span>
        </span>
        <span className="figures text-12 text-ink-faint">72%</span>
      </div>
      <p className="course-tint mt-3 flex gap-1.5" style={{ '--hue': courseHue(9) }}>
        <Chip tone="course">BIO 110 Cell Biology</Chip>
        <Chip className="figures">CRN 30117</Chip>
      </p>
    </div>
  )
}

const found = [
  { course: 23, title: 'Eigenvectors without fear', code: 'MATH 240', crn: '21950' },
  { course: 26, title: 'Gradients, pictured', code: 'MATH 251', crn: '22031' },
  { course: 36, title: 'Why PCA is just a rotation', code: 'CS 470', crn: '41108' },
]

function Finding() {
  return (
    <div className="w-full max-w-72">
      <p className="flex h-10 items-center rounded-10 border border-line-strong bg-sheet px-3 text-14">
        eigenvectr
        <span className="ml-px h-4 w-px bg-ink" />
      </p>
      <ul className="mt-2 overflow-hidden rounded-10 border border-line bg-sheet shadow-raised">
        {found.map(({ course, title, code, crn }) => (
          <li
            key={crn}
            className="course-tint flex items-stretch border-line not-first:border-t"
            style={{ '--hue': courseHue(course) }}
          >
            <span className="w-1.5 bg-course" />
            <span className="min-w-0 flex-1 px-3 py-2">
              <span className="block truncate font-serif text-14 font-semibold">{title}</span>
              <span className="flex gap-2 text-12 text-ink-faint">
                {code} <span className="figures">{crn}</span>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function Reading() {
  return (
    <div className="relative flex h-full w-full items-end justify-center">
      <div className="glow absolute -inset-x-6 -inset-y-10" />
      <div className="relative flex h-48 w-64 gap-0.5">
        <Page lines={[70, 0, 100, 94, 98, 60, 0, 96, 88, 100]} />
        <Page lines={[100, 92, 0, 100, 86, 97, 72, 0, 90, 100]} marked={4} />
      </div>
      <p className="absolute bottom-4 rounded-full bg-ink px-4 py-1.5 text-12 text-paper shadow-floating">
        Resumed from page <span className="figures">12</span>
      </p>
    </div>
  )
}

function Page({ lines, marked }: { lines: number[]; marked?: number }) {
  return (
    <div className="flex flex-1 flex-col gap-2 rounded-t-6 border border-b-0 border-line bg-sheet p-4">
      {lines.map((width, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a drawing never change places
          key={line}
          className={line === marked ? 'h-1.5 rounded-full bg-lamp' : 'h-1.5 rounded-full bg-sunken'}
          style={{ width: `${width}%` }}
        />
      ))}
    </div>
  )
}
