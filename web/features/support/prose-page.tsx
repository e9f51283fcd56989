import type { ReactNode } from 'react'
import { RulesFooter } from './rules-footer.tsx'

export type ProseSection = { id: string; title: string; body: ReactNode }

const prose =
  '[&_p]:mt-3 [&_ul]:mt-3 [&_ul]:flex [&_ul]:list-disc [&_ul]:flex-col [&_ul]:gap-2 [&_ul]:pl-5 [&_li]:marker:text-line-strong ' +
  '[&_a]:text-accent [&_a]:underline [&_a]:underline-offset-4 [&_a:hover]:text-accent-strong ' +
  '[&_strong]:font-semibold [&_strong]:text-ink'

/** A long text: its sections, and beside them (if there is room) a table of contents. */
export function ProsePage({
  title,
  lead,
  updated,
  numbered = false,
  sections,
}: {
  title: string
  lead: ReactNode
  /** The date of this version: "2026-11-21". */
  updated: string
  /** Whether the sections are clauses that people refer to by number. */
  numbered?: boolean
  sections: readonly ProseSection[]
}) {
  const number = (index: number) => (numbered ? `${index + 1}. ` : '')
  const day = new Date(`${updated}T12:00:00Z`).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: 'UTC',
  })
  return (
    <div className="pt-4">
      <div className="lg:grid lg:grid-cols-[minmax(0,1fr)_15rem] lg:gap-16 print:block">
        <article className="max-w-prose">
          <h1 className="text-40 max-sm:text-28">{title}</h1>
          <p className="mt-4 text-18 text-ink-soft">{lead}</p>
          <p className="mt-4 text-14 text-ink-faint">
            Last changed on <time dateTime={updated}>{day}</time>
          </p>
          {sections.map(({ id, title, body }, index) => (
            <section key={id} aria-labelledby={id} className="mt-10 break-inside-avoid-page">
              <h2 id={id} className="scroll-mt-20 text-22">
                {number(index)}
                {title}
              </h2>
              <div className={`leading-7 text-ink-soft ${prose}`}>{body}</div>
            </section>
          ))}
        </article>
        <nav
          aria-label="On this page"
          className="sticky top-22 hidden max-h-[calc(100dvh-7rem)] self-start overflow-y-auto border-l border-line pl-6 text-14 lg:block print:hidden"
        >
          <p className="font-medium">On this page</p>
          <ol className="mt-2 flex flex-col">
            {sections.map(({ id, title }, index) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block py-1.5 text-ink-soft underline-offset-4 hover:text-ink hover:underline"
                >
                  {number(index)}
                  {title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      </div>
      <RulesFooter />
    </div>
  )
}
