import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { MessageCircleQuestion } from 'lucide-react'
import { useDeferredValue, useEffect, useState } from 'react'
import { useCloseInAddress } from '#web/lib/back-closes.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import { Button } from '#web/ui/button.tsx'
import { filterPill } from '#web/ui/filter-pill.ts'
import { FoundStatus } from '#web/ui/found-status.tsx'
import { Lamp } from '#web/ui/lamp.tsx'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { type FaqCategory, faqCategories } from './categories.ts'
import { findQuestions } from './find-questions.ts'
import { QuestionList } from './question-list.tsx'
import { questions } from './questions.ts'
import { RulesFooter } from './rules-footer.tsx'

const ContactDialog = lazyDialog(async () => (await import('./contact-dialog.tsx')).ContactDialog)

type Shown = { text: string; category: FaqCategory | undefined }

/**
 * Frequent questions, with a search, and a way to ask a person. The search is in the address, so that it can
 * be shared.
 */
export function FaqPage({
  text,
  category,
  contact,
  booking,
}: Shown & { contact: boolean; booking: string | undefined }) {
  const navigate = useNavigate({ from: '/faq' })
  const [typed, setTyped] = useState(text)
  const [known, setKnown] = useState(text)
  // A search that wasn't typed here: from a link, or from Back.
  if (text !== known) {
    setKnown(text)
    if (text !== typed.trim()) setTyped(text)
  }
  const rested = useSettled(typed).trim()
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed goes into the address
  useEffect(() => {
    if (rested === text) return
    setKnown(rested)
    void navigate({
      search: old => ({ ...old, text: rested || undefined }),
      hash: true,
      replace: true,
      resetScroll: false,
    })
  }, [rested])
  const openContact = () =>
    void navigate({ search: old => ({ ...old, contact: '1' }), hash: true, resetScroll: false })
  const closeContact = useCloseInAddress('contact')
  return (
    <>
      <div className="mx-auto max-w-[46rem] pt-4">
        <div className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3 max-sm:grid-cols-1 max-sm:justify-items-start">
          <h1 className="text-40 max-sm:text-28">How can we help?</h1>
          <Button className="max-sm:order-last max-sm:mt-1" onClick={openContact} data-print="hidden">
            <MessageCircleQuestion aria-hidden="true" className="size-5" />
            Contact Support
          </Button>
          <p className="col-span-full max-w-[60ch] text-18 text-ink-soft">
            How Ignite works, including the rules for bookings and sessions.
          </p>
        </div>
        <search className="mt-8 flex flex-col gap-4 print:hidden">
          <SearchField
            label="Search the questions"
            placeholder="Try refund or username"
            size="lg"
            value={typed}
            onChange={setTyped}
          />
          <Categories text={rested} chosen={category} />
        </search>
        <Found text={typed.trim()} category={category} onAsk={openContact} />
        <RulesFooter />
      </div>
      <ContactDialog booking={booking} open={contact} onClose={closeContact} />
    </>
  )
}

function Categories({ text, chosen }: { text: string; chosen: FaqCategory | undefined }) {
  const all = [[undefined, 'All'], ...Object.entries(faqCategories)] as [FaqCategory | undefined, string][]
  return (
    <nav aria-label="Categories">
      <ul className="flex flex-wrap gap-2">
        {all.map(([id, name]) => (
          <li key={name}>
            <Link
              to="/faq"
              search={{ text: text || undefined, category: id }}
              resetScroll={false}
              {...filterPill(id === chosen)}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Found({ text, category, onAsk }: Shown & { onAsk: () => void }) {
  const hash = useLocation({ select: location => location.hash })
  const searched = useDeferredValue(text)
  const found = findQuestions(questions, searched, category)
  const nothing = `No results for “${searched}”`
  const count = `${found.length} ${found.length === 1 ? 'answer' : 'answers'}`
  return (
    <>
      <FoundStatus unseen={found.length === 0} className="mt-6 min-h-5 print:hidden">
        {searched && (found.length > 0 ? count : nothing)}
      </FoundStatus>
      {found.length > 0 ? (
        <QuestionList questions={found} text={searched} linked={hash} />
      ) : (
        <EmptyState
          picture={<Lamp lit={false} className="h-28" />}
          title={nothing}
          action={
            <Button variant="primary" onClick={onAsk}>
              Ask support
            </Button>
          }
        >
          {category
            ? 'Try another word, or look in all categories.'
            : 'Try another word, or ask the Ignite team.'}
        </EmptyState>
      )}
    </>
  )
}
