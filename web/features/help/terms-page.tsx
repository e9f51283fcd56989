import { Link } from '@tanstack/react-router'
import { termsVersion } from '#shared/api/terms.ts'
import { tookPlaceTerms } from '#shared/domain/took-place.ts'
import { ProsePage, type ProseSection } from './prose-page.tsx'
import { SupportLink } from './support-link.tsx'

/** The terms of use. */
export function TermsPage() {
  return (
    <ProsePage
      numbered
      title="Terms of use"
      lead="What you may expect of Ignite, and what Ignite expects of you. They hold for everyone who uses it, as a student, as a tutor or as a reader."
      updated={termsVersion}
      sections={sections}
    />
  )
}

const sections: readonly ProseSection[] = [
  {
    id: 'use',
    title: 'Use of the service',
    body: (
      <>
        <p>
          You may use Ignite to share notes, to read those of others, and to learn with the people who wrote
          them. You need an account, made by signing in with Google or Microsoft, and you are responsible for
          what is done with it. One person has one account.
        </p>
        <p>
          Be honest about who you are, treat people with respect, and keep to the{' '}
          <Link to="/honor-code">honor code</Link>. Don’t collect data about people, get around limits or
          protections, disturb the service, or use it to sell what has nothing to do with learning.
        </p>
        <p>
          Tutors set their own rates and teach in their own name; Ignite is not their employer and not a party
          to what they teach. The price of a booking, and the rules for cancelling it, are shown before you
          pay and hold for that booking. A missed session counts as cancelled, and the student is not charged.
        </p>
        <p>
          {tookPlaceTerms(60, 'student')} For one shorter than 15 minutes it is a third of its time. In a
          group session this is decided for each student.
        </p>
        <p>
          A tutor who moves a group session that people have paid for does so at least 24 hours before its new
          start. Until then each of them can leave it and gets everything back, and for an hour more if they
          never opened the page of the session or the booking since. If it got shorter, they get back what
          that time cost; if it got longer, they pay no more.
        </p>
      </>
    ),
  },
  {
    id: 'intellectual-property',
    title: 'Intellectual property',
    body: (
      <>
        <p>
          What you share stays yours. By posting it you allow Ignite to store it, to convert it, to make pages
          and thumbnails of it, and to show it to the people who may see your posts, for as long as it is
          posted. That permission ends when you delete the post.
        </p>
        <p>
          Share only what you made yourself or are allowed to share. How to report a work that was shared
          without permission, and what then happens, is described under <Link to="/copyright">Copyright</Link>
          . Notes you find here are for your own learning; to use them further, ask the person who wrote them.
        </p>
        <p>The name Ignite, its look and its software belong to the people who run it.</p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Limitation of liability',
    body: (
      <>
        <p>
          Notes are written by people who are learning themselves, and can be wrong. Ignite is provided as it
          is: we work to keep it correct, safe and available, and can’t promise that it always is, or that
          what you read here brings you a certain grade.
        </p>
        <p>
          As far as the law allows, we are not liable for indirect losses, for what people on Ignite do or
          write, or for more than what you paid through Ignite in the twelve months before. Nothing here
          limits liability that the law doesn’t allow to be limited.
        </p>
      </>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <>
        <p>
          You can end this at any time by deleting your account in your settings under Privacy. What is
          removed then, and what stays without your name, is described in the{' '}
          <Link to="/privacy">privacy notice</Link>.
        </p>
        <p>
          We may hide or remove a post, or suspend an account, that breaks these terms, the honor code or the
          law. You are told why, and can <SupportLink>write to support</SupportLink> if you think it is wrong.
          What was paid for a meeting that can’t take place because of it is refunded.
        </p>
      </>
    ),
  },
  {
    id: 'governing-law',
    title: 'Governing law',
    body: (
      <>
        <p>
          These terms are governed by the law of [jurisdiction], and disputes about them are decided by its
          courts.
        </p>
        <p>
          <strong>
            The jurisdiction has not been chosen yet: whoever operates this installation of Ignite decides it
            and names it here. Until then this clause has no effect
          </strong>{' '}
          and the law that applies is the one that would apply without it. Rights that the law of the place
          where you live gives you as a consumer stay yours in any case.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <>
        <p>
          When these terms change, the date at the top of this page changes with them. A change that takes
          something from you is announced on Ignite at least 30 days before it holds, so that you can export
          your data and leave if you don’t agree.
        </p>
        <p>What was booked before a change keeps the rules it was booked under.</p>
      </>
    ),
  },
]
