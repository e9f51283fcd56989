import { createFileRoute } from '@tanstack/react-router'
import { type FaqCategory, faqCategories } from '#web/features/support/categories.ts'
import { FaqPage } from '#web/features/support/faq-page.tsx'

type Search = {
  /** The search text. */
  text?: string | undefined
  category?: FaqCategory | undefined
  /** Whether the support form is open. */
  contact?: '1' | undefined
  /** The booking that the message is about. */
  booking?: string | undefined
}

export const Route = createFileRoute('/_signed-in/faq')({
  validateSearch: ({ text, category, contact, booking }): Search => ({
    text: (typeof text === 'string' && text.slice(0, 100)) || undefined,
    category:
      typeof category === 'string' && Object.hasOwn(faqCategories, category)
        ? (category as FaqCategory)
        : undefined,
    contact: contact === '1' ? '1' : undefined,
    booking: typeof booking === 'string' && /^[\da-f-]{36}$/.test(booking) ? booking : undefined,
  }),
  staticData: { forVisitors: true },
  head: () => ({ meta: [{ title: 'Help' }] }),
  component: Faq,
})

function Faq() {
  const { text = '', category, contact, booking } = Route.useSearch()
  return <FaqPage text={text} category={category} contact={contact === '1'} booking={booking} />
}
