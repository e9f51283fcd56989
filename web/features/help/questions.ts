import type { LinkProps } from '@tanstack/react-router'
import { refundPolicy, refundTerms } from '#shared/domain/refund-policy.ts'
import { tookPlaceTerms } from '#shared/domain/took-place.ts'
import type { FaqCategory } from './categories.ts'

export type Question = {
  /** The fragment of the address that leads to it: never changed, as people keep links. */
  id: string
  category: FaqCategory
  question: string
  /** Paragraphs. */
  answer: readonly string[]
  /** Where to read on, or to do what the answer says. */
  link?: Pick<LinkProps, 'to' | 'search'> & { label: string }
}

/** What people ask, by category, in the order it is shown. The rules of booking are those of the product. */
export const questions: readonly Question[] = [
  {
    id: 'find-a-tutor',
    category: 'tutoring',
    question: 'How do I find somebody who can help me with a course?',
    answer: [
      'Search for the course, its code or your section’s CRN. Every post was shared by a person, and the person who wrote the notes you understand best is often the one who can explain the rest.',
      'Their profile tells you what they study, what else they have shared, and, if they tutor, what an hour costs.',
    ],
  },
  {
    id: 'who-sets-the-rate',
    category: 'tutoring',
    question: 'Who decides what tutoring costs?',
    answer: [
      'Tutors set their own rates. A rate is a price for one hour in US dollars, between $1.00 and $1,000.00, and it stands on the tutor’s profile.',
      'A booking costs the rate times its minutes, rounded to the cent. Once you have booked, that price is fixed, even if the tutor changes the rate afterwards.',
    ],
  },
  {
    id: 'become-a-tutor',
    category: 'tutoring',
    question: 'How do I become a tutor?',
    answer: [
      'Share notes you are proud of, say on your profile what you study and teach, and set an hourly rate in your settings. There is no application to wait for.',
      'You tutor on the weekly hours you choose yourself, and you decide about every request.',
    ],
    link: { to: '/profile/settings', search: { tab: 'profile' }, label: 'Open your settings' },
  },
  {
    id: 'change-my-rate',
    category: 'tutoring',
    question: 'Can I change my rate later?',
    answer: [
      'Yes, as often as you like. A new rate counts for what is booked from then on; what was booked before keeps the price it was booked at.',
    ],
    link: { to: '/profile/settings', search: { tab: 'profile' }, label: 'Change your rate' },
  },
  {
    id: 'tutor-without-a-rate',
    category: 'tutoring',
    question: 'Why does somebody have no rate on their profile?',
    answer: [
      'They don’t offer paid tutoring. You can still read what they share and follow them, so that you see it first.',
    ],
  },
  {
    id: 'homework-for-me',
    category: 'tutoring',
    question: 'Will a tutor do my homework or sit my exam?',
    answer: [
      'No. Tutoring on Ignite means explaining, practising and checking your understanding. Work handed in as your own must be your own; offering or asking for anything else ends an account.',
    ],
    link: { to: '/honor-code', label: 'Read the honor code' },
  },
  {
    id: 'time-zones',
    category: 'tutoring',
    question: 'My tutor lives in another time zone. Whose time is shown?',
    answer: [
      'Yours. Times are always shown in your own time zone, with the zone named wherever you decide by it. A tutor’s weekly hours follow the clock where the tutor lives, also when that clock changes for summer or winter.',
    ],
  },
  {
    id: 'how-to-book',
    category: 'bookings',
    question: 'How does a booking work?',
    answer: [
      'A booking is made from a post: you choose one of its author’s free times in the next seven days, see what it costs, and pay. The tutor is then asked, and accepts or declines.',
      'Before you pay, an order summary shows the date, the minutes and the total, and the rules for cancelling.',
    ],
  },
  {
    id: 'slot-lengths',
    category: 'bookings',
    question: 'How long is a meeting?',
    answer: [
      'Times come in slots of 30 minutes or one hour. You can take several in a row, as long as one begins where the other ends.',
    ],
  },
  {
    id: 'when-am-i-charged',
    category: 'bookings',
    question: 'When do I pay, and who holds the money?',
    answer: [
      'You pay when you book. The amount is held for the tutor until the meeting has taken place, and only then credited to them.',
      'Card details go to the payment provider and never to Ignite.',
    ],
  },
  {
    id: 'waiting-approval',
    category: 'bookings',
    question: 'What does “Waiting approval” mean?',
    answer: [
      'You have paid, and the tutor has not answered yet. If the tutor declines, or doesn’t answer before the start, the booking ends and everything is refunded.',
    ],
  },
  {
    id: 'cancel-a-booking',
    category: 'bookings',
    question: 'Can I cancel or move a booking, and what is refunded?',
    answer: [
      `Either side can cancel before the start. ${refundTerms(refundPolicy)} The rules are shown before you pay, and a booking keeps those it was made under.`,
      'To move a meeting, cancel it and book another time.',
      'A tutor who moves a group session that people have paid for must do so at least 24 hours before its new start. You can leave it with everything back until then, and for an hour more if you never saw the change. If it got shorter, you get back what that time cost.',
    ],
  },
  {
    id: 'already-booked',
    category: 'bookings',
    question: 'Why does it say that a time is already booked?',
    answer: [
      'Somebody else was a moment faster. A time can be booked once only, so whoever comes second is told so and isn’t charged. Choose another time.',
    ],
  },
  {
    id: 'payment-unfinished',
    category: 'bookings',
    question: 'I left the payment page. Is the time still mine?',
    answer: [
      'It is held for you for 30 minutes while you pay. After that it is free again for everyone, and nothing was charged.',
    ],
  },
  {
    id: 'problem-with-a-meeting',
    category: 'bookings',
    question: 'Something went wrong in a meeting. What can I do?',
    answer: [
      'Choose “Report a problem” among your passed meetings or on the booking’s page, as long as it is there: usually two days after the meeting. The tutor isn’t paid until it is settled, and doesn’t read what you write.',
      'We look at it, and at how long each of you was in the room. You are told what comes back to you, and why.',
    ],
  },
  {
    id: 'receipt',
    category: 'bookings',
    question: 'Where do I find a receipt?',
    answer: [
      'On the page of each paid booking, under “Receipt”. It shows what you paid and what came back, and prints well.',
    ],
  },
  {
    id: 'missed-session',
    category: 'sessions',
    question: 'What happens if a session is missed?',
    answer: [
      'A missed session counts as cancelled, and the student is not charged. Whatever was paid for it is refunded in full.',
      `${tookPlaceTerms(60, 'student')} In a group session that is decided for each student.`,
    ],
  },
  {
    id: 'what-is-a-session',
    category: 'sessions',
    question: 'What is the difference between a booking and a session?',
    answer: [
      'A booking is a meeting of you and one tutor at a time you choose. A session is announced by its owner for a group: it takes place once, or repeats on the same weekdays.',
    ],
  },
  {
    id: 'enrol-and-pay',
    category: 'sessions',
    question: 'Do I pay for a whole series at once?',
    answer: [
      'No. You enrol in a session once and pay for each date on its own, so you can leave one out. A session without a rate is free: to be enrolled is enough.',
    ],
  },
  {
    id: 'when-can-i-join',
    category: 'sessions',
    question: 'When can I join?',
    answer: [
      'From ten minutes before the start until the end. If you are two minutes late, you can still come in.',
    ],
  },
  {
    id: 'invited-to-a-session',
    category: 'sessions',
    question: 'Somebody invited me to a session. What does accepting mean?',
    answer: [
      'You are enrolled, nothing more: accepting doesn’t cost anything. If the session has a rate, you pay for a date when you want to take part in it.',
    ],
  },
  {
    id: 'session-deleted',
    category: 'sessions',
    question: 'What if the owner deletes a session I paid for?',
    answer: ['What you paid for dates that are still to come is refunded in full, and you are told.'],
  },
  {
    id: 'sign-in',
    category: 'account',
    question: 'How do I get an account?',
    answer: [
      'Sign in with Google or Microsoft; the first time makes your account. There is no password of Ignite’s to remember or to lose.',
      'Always sign in the same way. If you come with the other provider and the same address, Ignite can’t let you in and doesn’t say which one you used before.',
    ],
  },
  {
    id: 'what-can-i-upload',
    category: 'account',
    question: 'What can I upload?',
    answer: [
      'PDFs, pictures (PNG, JPEG, WebP, HEIC) and office files such as Word, PowerPoint and Excel, which become PDFs. A file can have up to 100 MB.',
      'Every post belongs to a course and a CRN, so that the right people find it. Share what you made yourself or may share.',
    ],
    link: { to: '/copyright', label: 'What copyright means here' },
  },
  {
    id: 'who-sees-my-email',
    category: 'account',
    question: 'Who sees my e-mail address?',
    answer: [
      'You, and students whose booking with you is accepted. Everyone else sees your name and your username, never your address.',
    ],
    link: { to: '/privacy', label: 'Read the privacy notice' },
  },
  {
    id: 'change-username',
    category: 'account',
    question: 'Can I change my username?',
    answer: [
      'Yes, up to three times in 30 days. Links to your old name lead to your new one, and for 90 days nobody else can take the old one.',
    ],
    link: { to: '/profile/settings', search: { tab: 'account' }, label: 'Open your settings' },
  },
  {
    id: 'list-my-classes',
    category: 'account',
    question: 'Why should I list my classes?',
    answer: [
      'What others share in the courses you take then has a tab of its own on Explore, and your profile shows people what you study together.',
    ],
    link: { to: '/profile/settings', search: { tab: 'profile' }, label: 'List your classes' },
  },
  {
    id: 'report-something',
    category: 'account',
    question: 'How do I report a post, a person or a message?',
    answer: [
      'Open the post or the profile, or point at the message, choose More, then Report, and say what is wrong. Of a message we get a copy, with its files and what you two wrote around it. The people who run Ignite look at every report and can hide or remove a post or suspend an account. Who reported is not told.',
    ],
    link: { to: '/copyright', label: 'Reporting a copyright violation' },
  },
  {
    id: 'block-someone',
    category: 'account',
    question: 'What happens when I block somebody?',
    answer: [
      'You no longer see each other: profiles, posts and search results are hidden both ways, and you stop following each other. The other person isn’t told. You can undo it in your settings under Privacy.',
    ],
    link: { to: '/profile/settings', search: { tab: 'privacy' }, label: 'Open your settings' },
  },
  {
    id: 'delete-a-post',
    category: 'account',
    question: 'How do I delete something I shared?',
    answer: [
      'Open your post and choose Delete. The post disappears for everyone at once, also from the saved posts of others, and its file is removed from the store shortly after.',
    ],
  },
  {
    id: 'export-my-data',
    category: 'account',
    question: 'Can I take my data with me?',
    answer: [
      'Yes. In your settings, under Privacy, you can have an archive made of everything you did on Ignite, with the files you uploaded. It can be fetched for seven days; up to three can be made in a day.',
    ],
    link: { to: '/profile/settings', search: { tab: 'privacy' }, label: 'Open your settings' },
  },
  {
    id: 'delete-my-account',
    category: 'account',
    question: 'How do I delete my account?',
    answer: [
      'In your settings, under Privacy. The account closes at once; your posts, files, notes and everything else that was yours are then removed for good. Nobody can bring them back, so export your data first if you want to keep it.',
      'You can sign in again afterwards, as somebody new.',
    ],
    link: { to: '/privacy', label: 'What is removed, and what stays' },
  },
  {
    id: 'post-hidden',
    category: 'account',
    question: 'Why is my post hidden?',
    answer: [
      'Somebody reported it and the people who run Ignite found it broke the rules. You can still see it, with the reason they gave. If you think they are wrong, write to support.',
    ],
  },
  {
    id: 'contact-support',
    category: 'account',
    question: 'How do I reach a person?',
    answer: [
      'With Contact Support on this page. Your message goes to the mailbox of the people who run Ignite, and they answer by mail.',
    ],
  },
]
