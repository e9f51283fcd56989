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
      lead="What you can expect from Ignite, and what Ignite expects from you. These terms apply to everyone who uses it as a student, tutor or reader."
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
          You may use Ignite to share notes, read other people’s notes, and learn with the people who wrote
          them. You need an account, which you create by signing in with Google or Microsoft. You’re
          responsible for what happens on it. Each person may have one account.
        </p>
        <p>
          Be honest about who you are, treat people with respect, and follow the{' '}
          <Link to="/honor-code">honor code</Link>. Don’t collect data about people, get around limits or
          protections, disrupt the service, or use it to sell things that have nothing to do with learning.
        </p>
        <p>
          Tutors set their own rates and teach on their own behalf. Ignite isn’t their employer and isn’t
          responsible for what they teach. We show the price of a booking and the rules for canceling it
          before you pay, and they apply to that booking. A missed session counts as canceled, and the student
          is not charged.
        </p>
        <p>
          {tookPlaceTerms(60, 'student')} For a meeting shorter than 15 minutes, it’s a third of the time. In
          a group session, this applies to each student separately.
        </p>
        <p>
          A tutor who moves a group session that people have paid for, to another time or location, must do so
          at least 24 hours before the new start. Until the new start, each of them can leave for a full
          refund, and for an hour longer if they haven’t opened the session or booking page since. If the
          session gets shorter, we refund the difference. If it gets longer, they don’t pay more.
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
          What you share stays yours. By posting it, you allow Ignite to store it, convert it, make pages and
          thumbnails of it, and show it to the people who may see your posts, for as long as it’s posted. That
          permission ends when you delete the post.
        </p>
        <p>
          Only share what you made yourself or have permission to share. To report work that was shared
          without permission, see <Link to="/copyright">Copyright</Link>. Notes you find here are for your own
          learning. To use them for anything else, ask the person who wrote them.
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
          Notes are written by people who are learning themselves, and can be wrong. Ignite is provided as is.
          We work to keep it correct, safe and available, but we can’t promise that it always is, or that what
          you read here will get you a certain grade.
        </p>
        <p>
          As far as the law allows, we’re not liable for indirect losses, for what people on Ignite do or
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
          You can end this at any time by deleting your account in your settings under Privacy. For what we
          delete and what we keep without your name, see the <Link to="/privacy">privacy notice</Link>.
        </p>
        <p>
          We may hide or remove a post, or suspend an account, that breaks these terms, the honor code or the
          law. We’ll tell you why, and you can <SupportLink>contact support</SupportLink> if you think it’s a
          mistake. We refund meetings that can’t happen because of it.
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
            The jurisdiction has not been chosen yet: the operator of this installation of Ignite decides it
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
          When these terms change, the date at the top of this page changes with them. If a change takes
          something away from you, we announce it on Ignite at least 30 days before it takes effect, so that
          you can export your data and leave if you don’t agree.
        </p>
        <p>Bookings made before a change keep the rules they were made under.</p>
      </>
    ),
  },
]
