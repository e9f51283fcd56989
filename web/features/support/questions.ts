import type { LinkProps } from '@tanstack/react-router'
import { refundPolicy, refundTerms, studentTerms } from '#shared/domain/refund-policy.ts'
import { tookPlaceTerms } from '#shared/domain/took-place.ts'
import type { FaqCategory } from './categories.ts'

export type Question = {
  /** The address fragment of the question: never changes, since people keep links. */
  id: string
  category: FaqCategory
  question: string
  /** Paragraphs. */
  answer: readonly string[]
  /** A link to read on, or to do what the answer says. */
  link?: Pick<LinkProps, 'to' | 'search'> & { label: string }
}

/** Frequent questions, by category, in display order. The booking rules come from the product. */
export const questions: readonly Question[] = [
  {
    id: 'find-a-tutor',
    category: 'tutoring',
    question: 'How do I find someone who can help me with a course?',
    answer: [
      'The Tutors page lists who can help with a course, when they’re free and what they charge.',
      'Or search for the course, its code or your section’s CRN. The person who wrote the notes you understand best can often explain the rest. Their profile shows what they study, what else they’ve shared and, if they tutor, their hourly rate.',
    ],
    link: { to: '/tutors', label: 'Find a tutor' },
  },
  {
    id: 'who-sets-the-rate',
    category: 'tutoring',
    question: 'Who decides what tutoring costs?',
    answer: [
      'Tutors set their own rates. A rate is the price of one hour in US dollars, between $1.00 and $1,000.00. You’ll find it on the tutor’s profile.',
      'A booking costs the rate times its length, rounded to the cent. Once you book, your price stays the same even if the tutor changes the rate.',
    ],
  },
  {
    id: 'become-a-tutor',
    category: 'tutoring',
    question: 'How do I become a tutor?',
    answer: [
      'Share notes you’re proud of, say what you study and teach on your profile, and set an hourly rate in your settings. You don’t need to apply.',
      'You choose your weekly hours, and you accept or decline every request.',
    ],
    link: { to: '/profile/settings', search: { tab: 'profile' }, label: 'Open your settings' },
  },
  {
    id: 'change-my-rate',
    category: 'tutoring',
    question: 'Can I change my rate later?',
    answer: [
      'Yes, as often as you like. A new rate applies to new bookings. Existing bookings keep their price.',
    ],
    link: { to: '/profile/settings', search: { tab: 'profile' }, label: 'Change your rate' },
  },
  {
    id: 'tutor-without-a-rate',
    category: 'tutoring',
    question: 'Why doesn’t someone have a rate on their profile?',
    answer: [
      'They don’t offer paid tutoring. You can still read what they share and follow them to see it first.',
    ],
  },
  {
    id: 'homework-for-me',
    category: 'tutoring',
    question: 'Will a tutor do my homework or take my exam?',
    answer: [
      'No. Tutoring on Ignite means explaining, practicing and checking your understanding. Work you turn in as your own must be your own. We close accounts that offer or ask for anything else.',
    ],
    link: { to: '/honor-code', label: 'Read the honor code' },
  },
  {
    id: 'time-zones',
    category: 'tutoring',
    question: 'My tutor lives in another time zone. Whose time do I see?',
    answer: [
      'Yours. You always see times in your own time zone, and we name the zone where it matters. A tutor’s weekly hours follow the tutor’s local time, including daylight saving time.',
    ],
  },
  {
    id: 'how-to-book',
    category: 'bookings',
    question: 'How does a booking work?',
    answer: [
      'You book from a post, a profile or the list of tutors. Choose an open time in the next seven days, check the price, and pay. Then the tutor accepts or declines.',
      'Before you pay, an order summary shows the date, the minutes and the total, and the rules for canceling.',
    ],
  },
  {
    id: 'slot-lengths',
    category: 'bookings',
    question: 'How long is a meeting?',
    answer: [
      'Times come in slots of 30 minutes or one hour. You can take several in a row, as long as they’re back to back.',
    ],
  },
  {
    id: 'when-am-i-charged',
    category: 'bookings',
    question: 'When do I pay, and who holds the money?',
    answer: [
      'You pay when you book. We hold the money until the meeting is over, and only then credit it to the tutor.',
      'Card details go to the payment provider and never to Ignite.',
    ],
  },
  {
    id: 'waiting-approval',
    category: 'bookings',
    question: 'What does “Waiting approval” mean?',
    answer: [
      'You paid, and the tutor hasn’t answered yet. If they decline or don’t answer before it starts, or you cancel before they accept, you get a full refund.',
    ],
  },
  {
    id: 'cancel-a-booking',
    category: 'bookings',
    question: 'Can I cancel or move a booking, and what is refunded?',
    answer: [
      `Either side can cancel before the start. ${refundTerms(refundPolicy, 'student', 'open')} A place in a group session counts as accepted once you pay. You see the rules before you pay, and they stay the same for that booking.`,
      'To move a meeting, cancel it and book another time.',
      'A tutor can only move a paid group session to another time or location at least 24 hours before its new start. Until then, you can give up your place for a full refund, and for an hour longer if you never saw the change. If it gets shorter, we refund the difference.',
    ],
  },
  {
    id: 'already-booked',
    category: 'bookings',
    question: 'Why does it say that a time is already booked?',
    answer: [
      'Someone else was a moment faster. Only one person can book a time, and you weren’t charged. Choose another time.',
    ],
  },
  {
    id: 'payment-unfinished',
    category: 'bookings',
    question: 'I left the payment page. Is the time still mine?',
    answer: [
      'We hold it for you for 30 minutes. If it’s a one-to-one meeting that starts sooner, we hold it until it starts. After that, others can book it if it hasn’t started, and you aren’t charged.',
    ],
  },
  {
    id: 'problem-with-a-meeting',
    category: 'bookings',
    question: 'Something went wrong in a meeting. What can I do?',
    answer: [
      'Choose “Report a problem” under “Passed” in your meetings, or on the booking page, usually up to two days after the meeting. The tutor isn’t paid until we settle it, and doesn’t see what you write.',
      'We review your report and how long each of you was in the meeting. Then we tell you what we refund and why.',
    ],
  },
  {
    id: 'receipt',
    category: 'bookings',
    question: 'Where do I find a receipt?',
    answer: [
      'On the page of each paid booking, under “Receipt”. It shows what you paid and any refunds, and you can print it.',
    ],
  },
  {
    id: 'missed-session',
    category: 'sessions',
    question: 'What happens if a session is missed?',
    answer: [
      'A missed session counts as canceled, and the student is not charged. You get a full refund.',
      `${tookPlaceTerms(60, 'student')} In a group session, this applies to each student separately.`,
    ],
  },
  {
    id: 'what-is-a-session',
    category: 'sessions',
    question: 'What is the difference between a booking and a session?',
    answer: [
      'A booking is a meeting between you and one tutor at a time you choose. A session is for a group. It happens once or repeats on the same days every week.',
    ],
  },
  {
    id: 'enrol-and-pay',
    category: 'sessions',
    question: 'Do I pay for a whole series at once?',
    answer: [
      'No. You enroll in a session once and pay for each date separately, so you can skip dates. Sessions without a rate are free. Just enroll.',
    ],
  },
  {
    id: 'when-can-i-join',
    category: 'sessions',
    question: 'When can I join?',
    answer: [
      'From 10 minutes before the start until the end. If you’re a few minutes late, you can still join.',
    ],
  },
  {
    id: 'invited-to-a-session',
    category: 'sessions',
    question: 'Someone invited me to a session. What does accepting mean?',
    answer: [
      'You’re enrolled, and it doesn’t cost anything. If the session has a rate, you pay for each date you want to attend.',
    ],
  },
  {
    id: 'session-deleted',
    category: 'sessions',
    question: 'What if the owner deletes a session I paid for?',
    answer: ['We refund what you paid for upcoming dates in full and let you know.'],
  },
  {
    id: 'sign-in',
    category: 'account',
    question: 'How do I get an account?',
    answer: [
      'Sign in with Google or Microsoft. The first time creates your account. You don’t need an Ignite password.',
      'Always sign in the same way. If you use the other provider with the same email address, Ignite can’t let you in and can’t say which one you used before.',
      'If you can’t use that sign-in anymore, contact support.',
    ],
  },
  {
    id: 'what-can-i-upload',
    category: 'account',
    question: 'What can I upload?',
    answer: [
      'PDFs, images (PNG, JPEG, WebP, HEIC) and Office files such as Word, PowerPoint and Excel, which become PDFs. Files can be up to 100 MB.',
      'Every post belongs to a course and a CRN, so the right people can find it. Only share what you made yourself or have permission to share.',
    ],
    link: { to: '/copyright', label: 'What copyright means here' },
  },
  {
    id: 'who-sees-my-email',
    category: 'account',
    question: 'Who sees my email address?',
    answer: [
      'You, and anyone you have an accepted booking with, as a student or a tutor. Everyone else sees your name and your username, never your address.',
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
      'You’ll get a tab on Explore with notes for your classes, and your profile shows people which classes you share.',
    ],
    link: { to: '/profile/settings', search: { tab: 'profile' }, label: 'List your classes' },
  },
  {
    id: 'missing-course',
    category: 'account',
    question: 'Why can’t I find my school, course or CRN?',
    answer: [
      'Courses and CRNs come from the catalogs of schools, which we add one by one. Yours may not be here yet, or its new term may be missing.',
      'Tell us your school, the course’s code and its CRN, and we’ll see if we can add them.',
    ],
    link: { to: '/faq', search: { contact: '1' }, label: 'Contact Support' },
  },
  {
    id: 'report-something',
    category: 'account',
    question: 'How do I report a post, a person or a message?',
    answer: [
      'On the post, the profile or the message, choose More, then Report, and tell us what’s wrong. If you report a message, we get a copy of it with its files and the messages around it. The Ignite team reviews every report and can hide or remove a post or suspend an account. We don’t say who reported it.',
    ],
    link: { to: '/copyright', label: 'Reporting a copyright violation' },
  },
  {
    id: 'block-someone',
    category: 'account',
    question: 'What happens when I block someone?',
    answer: [
      'You no longer see each other: profiles, posts and search results are hidden both ways, you stop following each other, and you leave each other’s sessions. Paid bookings stay: if you don’t want to meet, cancel them under Meetings. We don’t tell the other person. You can undo this in your settings under Privacy.',
    ],
    link: { to: '/profile/settings', search: { tab: 'privacy' }, label: 'Open your settings' },
  },
  {
    id: 'delete-a-post',
    category: 'account',
    question: 'How do I delete something I shared?',
    answer: [
      'Open your post and choose Delete. The post disappears for everyone at once, including people who saved it, and we delete its file shortly after.',
    ],
  },
  {
    id: 'export-my-data',
    category: 'account',
    question: 'Can I take my data with me?',
    answer: [
      'Yes. In your settings, under Privacy, you can export everything you did on Ignite, with the files you posted or sent and the pictures on your boards. You can download the export for seven days and make up to three a day.',
    ],
    link: { to: '/profile/settings', search: { tab: 'privacy' }, label: 'Open your settings' },
  },
  {
    id: 'delete-my-account',
    category: 'account',
    question: 'How do I delete my account?',
    answer: [
      'In your settings, under Privacy. We close the account right away and permanently delete your posts, files, notes and everything else in it. You can’t undo this, so export your data first if you want to keep it.',
      `We also cancel your sessions and your meetings that haven’t started. Your students get a full refund. For requests that a tutor hasn’t accepted, you get a full refund. For other meetings you booked, you get ${studentTerms(refundPolicy)}.`,
      'You can sign in again later with a new account.',
    ],
    link: { to: '/privacy', label: 'What we delete and what we keep' },
  },
  {
    id: 'post-hidden',
    category: 'account',
    question: 'Why is my post hidden?',
    answer: [
      'Someone reported it, and the Ignite team found that it broke the rules. You can still see it, along with the reason. If you think this is a mistake, contact support.',
    ],
  },
  {
    id: 'contact-support',
    category: 'account',
    question: 'How do I reach a person?',
    answer: [
      'With Contact Support on this page. Your message goes to the Ignite team, and we reply by email.',
    ],
  },
]
