import { createFileRoute } from '@tanstack/react-router'
import { type FaqCategory, faqCategories } from '#web/features/support/categories.ts'
import { FaqPage } from '#web/features/support/faq-page.tsx'

type Search = {
  /** The search text. */
  text?: string | undefined
  category?: FaqCategory | undefined
  /** Whether the support form is open. */
  contact?: '1' | undefined
}

export const Route = createFileRoute('/_signed-in/faq')({
  validateSearch: ({ text, category, contact }): Search => ({
    text: (typeof text === 'string' && text.slice(0, 100)) || undefined,
    category:
      typeof category === 'string' && Object.hasOwn(faqCategories, category)
        ? (category as FaqCategory)
        : undefined,
    contact: contact === '1' ? '1' : undefined,
  }),
  staticData: { forVisitors: true },
  head: () => ({ meta: [{ title: 'Help' }] }),
  component: Faq,
})

function Faq() {
  const { text = '', category, contact } = Route.useSearch()
  return <FaqPage text={text} category={category} contact={contact === '1'} />
}
