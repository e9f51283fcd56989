import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { faqCategories } from './categories.ts'
import { matchesIn } from './find-questions.ts'
import type { Question } from './questions.ts'

/**
 * Questions by category, which open to their answers. Search results are open, and so is the question in the
 * address.
 */
export function QuestionList({
  questions,
  text,
  linked,
}: {
  questions: readonly Question[]
  text: string
  linked: string
}) {
  const searching = text.length > 1
  const [chosen, setChosen] = useState<{ text: string; open: Record<string, boolean> }>({ text, open: {} })
  // A new search starts with all results open.
  if (chosen.text !== text) setChosen({ text, open: {} })
  useEffect(() => {
    document.getElementById(linked)?.scrollIntoView()
  }, [linked])
  const groups = Object.entries(faqCategories)
    .map(([id, name]) => ({ name, questions: questions.filter(({ category }) => category === id) }))
    .filter(group => group.questions.length > 0)
  return groups.map(({ name, questions }) => (
    <section key={name} aria-label={name} className="mt-8 first-of-type:mt-4">
      <h2 className="font-sans text-14 font-medium tracking-normal text-ink-faint">{name}</h2>
      <div className="mt-2 divide-y divide-line border-y border-line">
        {questions.map(question => (
          <OneQuestion
            key={question.id}
            question={question}
            text={text}
            open={chosen.open[question.id] ?? (searching || question.id === linked)}
            onToggle={open => setChosen(({ open: all }) => ({ text, open: { ...all, [question.id]: open } }))}
          />
        ))}
      </div>
    </section>
  ))
}

function OneQuestion({
  question: { id, question, answer, link },
  text,
  open,
  onToggle,
}: {
  question: Question
  text: string
  open: boolean
  onToggle: (open: boolean) => void
}) {
  return (
    <details
      id={id}
      open={open}
      onToggle={event => {
        if (event.currentTarget.open !== open) onToggle(event.currentTarget.open)
      }}
      className="group scroll-mt-4 print:[&::details-content]:[content-visibility:visible]"
    >
      <summary className="flex items-start gap-4 rounded-6 py-4 marker:content-none [&::-webkit-details-marker]:hidden">
        <h3 className="min-w-0 flex-1 text-18 group-hover:text-accent-strong group-open:text-accent-strong">
          <Marked text={question} search={text} />
        </h3>
        <ChevronDown
          aria-hidden="true"
          className="mt-0.5 size-5 shrink-0 text-ink-faint transition-[rotate] group-open:rotate-180 print:hidden"
        />
      </summary>
      <div className="max-w-prose pb-6 text-ink-soft">
        {answer.map(paragraph => (
          <p key={paragraph} className="leading-7 not-first:mt-3">
            <Marked text={paragraph} search={text} />
          </p>
        ))}
        <p className="mt-4 flex flex-wrap items-center gap-x-5 gap-y-2 text-14 print:hidden">
          {link && (
            <Link
              to={link.to}
              search={link.search}
              className="inline-flex items-center font-medium text-accent underline-offset-4 hover:underline touch-target"
            >
              {link.label}
            </Link>
          )}
          <a
            href={`#${id}`}
            className="inline-flex items-center text-ink-faint underline-offset-4 hover:text-ink hover:underline touch-target"
          >
            Link to this answer
          </a>
        </p>
      </div>
    </details>
  )
}

function Marked({ text, search }: { text: string; search: string }) {
  return matchesIn(text, search.length > 1 ? search : '').map((part, index) =>
    part.match ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name than their place
      <mark key={index} className="rounded-6 bg-lamp-wash text-lamp-ink">
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  )
}
