export const faqCategories = {
  tutoring: 'Tutoring',
  bookings: 'Bookings',
  sessions: 'Sessions',
  account: 'Account & Support',
} as const
export type FaqCategory = keyof typeof faqCategories
