import { Link } from '@tanstack/react-router'
import { ProsePage, type ProseSection } from './prose-page.tsx'
import { SupportLink } from './support-link.tsx'

/** What learning together means here. */
export function HonorCodePage() {
  return (
    <ProsePage
      title="Honor code"
      lead="Ignite is for learning with each other, not instead of each other. This is what we promise each other by using it."
      updated="2026-11-21"
      sections={sections}
    />
  )
}

const sections: readonly ProseSection[] = [
  {
    id: 'share',
    title: 'What belongs here',
    body: (
      <ul>
        <li>Notes and summaries you wrote yourself, in your own words.</li>
        <li>Solutions you worked out, of exercises that are for practice.</li>
        <li>Diagrams, flash cards, study plans and reading lists of your own.</li>
        <li>Explanations: as a tutor, or in notes that say why and not only what.</li>
      </ul>
    ),
  },
  {
    id: 'not-here',
    title: 'What doesn’t',
    body: (
      <ul>
        <li>Exams, quizzes or graded assignments that are still open, or answers to them.</li>
        <li>Work for somebody else to hand in as their own, for money or not.</li>
        <li>
          Slides, textbooks, solution manuals or recordings of others without their permission (see{' '}
          <Link to="/copyright">Copyright</Link>).
        </li>
        <li>Anything your school or instructor has asked not to be shared.</li>
      </ul>
    ),
  },
  {
    id: 'using',
    title: 'When you use what others wrote',
    body: (
      <p>
        Read it, learn from it, and write your own. Name the person whose notes helped you where your school
        expects that. What you hand in as your own must be your own; your school’s rules hold here as well,
        and where they are stricter than these, they are the ones that count.
      </p>
    ),
  },
  {
    id: 'tutoring',
    title: 'When you tutor, or are tutored',
    body: (
      <p>
        A tutor explains, asks and checks, and doesn’t write what is handed in or help during an exam. Be on
        time, be prepared, and be kind about what somebody doesn’t know yet. If you realise that you are being
        asked to cheat, decline and say so.
      </p>
    ),
  },
  {
    id: 'each-other',
    title: 'How we treat each other',
    body: (
      <p>
        No harassment, threats, shaming or discrimination, no publishing of what is private, no spam. Disagree
        about the matter, not the person.
      </p>
    ),
  },
  {
    id: 'breaking',
    title: 'If somebody breaks it',
    body: (
      <>
        <p>
          Report the post or the person: open it, choose More, then Report. The people who run Ignite look at
          every report. They may hide or remove a post, or suspend an account, and say why. Who reported is
          not told to anyone.
        </p>
        <p>
          If a decision about you seems wrong, <SupportLink>write to support</SupportLink>. Instructors and
          schools without an account can write there as well.
        </p>
      </>
    ),
  },
]
