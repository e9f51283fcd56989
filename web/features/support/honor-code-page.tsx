import { Link } from '@tanstack/react-router'
import { ProsePage, type ProseSection } from './prose-page.tsx'
import { SupportLink } from './support-link.tsx'

/** What learning together means here. */
export function HonorCodePage() {
  return (
    <ProsePage
      title="Honor code"
      lead="Ignite is for learning with each other, not instead of each other. By using it, we promise each other this."
      updated="2026-11-29"
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
        <li>Solutions you worked out for practice exercises.</li>
        <li>Diagrams, flash cards, study plans and reading lists of your own.</li>
        <li>Explanations, as a tutor or in notes that say why and not just what.</li>
      </ul>
    ),
  },
  {
    id: 'not-here',
    title: 'What doesn’t',
    body: (
      <ul>
        <li>Exams, quizzes or graded assignments that are still open, or their answers.</li>
        <li>Work for someone else to turn in as their own, paid or not.</li>
        <li>
          Other people’s slides, textbooks, solution manuals or recordings without their permission (see{' '}
          <Link to="/copyright">Copyright</Link>).
        </li>
        <li>Anything your school or instructor asked you not to share.</li>
      </ul>
    ),
  },
  {
    id: 'using',
    title: 'When you use other people’s work',
    body: (
      <p>
        Read it, learn from it, and write your own. Credit the person whose notes helped you if your school
        expects it. What you turn in as your own must be your own. Your school’s rules apply here too. If
        they’re stricter than ours, follow them.
      </p>
    ),
  },
  {
    id: 'tutoring',
    title: 'When you tutor or get tutored',
    body: (
      <p>
        Tutors explain, ask and check. They don’t write assignments or help during exams. Be on time, be
        prepared, and be kind about what someone doesn’t know yet. If someone asks you to cheat, say no and
        tell us.
      </p>
    ),
  },
  {
    id: 'each-other',
    title: 'How we treat each other',
    body: (
      <p>
        No harassment, threats, shaming or discrimination. Don’t post private information. No spam. Disagree
        with ideas, not people.
      </p>
    ),
  },
  {
    id: 'breaking',
    title: 'If someone breaks the code',
    body: (
      <>
        <p>
          Report the post or the person: open it, choose More, then Report. The Ignite team reviews every
          report. We may hide or remove a post or suspend an account, and we say why. We never say who
          reported it.
        </p>
        <p>
          If a decision about you seems wrong, <SupportLink>contact support</SupportLink>. Instructors and
          schools without an account can write there as well.
        </p>
      </>
    ),
  },
]
