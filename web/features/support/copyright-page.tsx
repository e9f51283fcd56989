import { Link } from '@tanstack/react-router'
import { ProsePage, type ProseSection } from './prose-page.tsx'
import { SupportLink } from './support-link.tsx'

/** How to report works that were shared without permission, and what happens then. */
export function CopyrightPage() {
  return (
    <ProsePage
      title="Copyright"
      lead="Share what you made or have permission to share. If someone shared your work without permission, here’s how to get it taken down."
      updated="2026-11-29"
      sections={sections}
    />
  )
}

const sections: readonly ProseSection[] = [
  {
    id: 'what-you-may-share',
    title: 'What you may share',
    body: (
      <p>
        Notes in your own words are yours, even if they’re about a lecture or a book. Lecture slides, book
        pages, exams and solution manuals belong to the people who made them, and you need their permission to
        share them. Naming the source isn’t enough. Short quotations in your own text are usually fine.
      </p>
    ),
  },
  {
    id: 'report',
    title: 'Report it in under a minute',
    body: (
      <p>
        Signed in, open the post, choose More, then Report, and pick “It is someone else’s work, shared
        without permission”. The Ignite team will look into it. If you hold the rights and want to send a
        formal notice, or don’t have an account, follow the steps below.
      </p>
    ),
  },
  {
    id: 'notice',
    title: 'A formal notice',
    body: (
      <>
        <p>
          <SupportLink>Contact support</SupportLink> with “Copyright notice” in the first line. A notice under
          the Digital Millennium Copyright Act (17 U.S.C. § 512(c)(3)) says:
        </p>
        <ul>
          <li>which work it is about, and that you hold the rights to it or act for the person who does;</li>
          <li>where it is on Ignite: the address of each post;</li>
          <li>your name, postal address, telephone number and email address;</li>
          <li>
            that you believe in good faith that the use is not authorized by the rights holder, its agent or
            the law;
          </li>
          <li>
            that what you say is accurate and, under penalty of perjury, that you are entitled to act; and
            your signature, for which your typed full name is enough.
          </li>
        </ul>
        <p>If you knowingly make a false claim, you may be liable for damages.</p>
      </>
    ),
  },
  {
    id: 'then',
    title: 'What happens next',
    body: (
      <p>
        When we get a complete notice, we hide or remove the post and its file right away. We tell the person
        who posted it why, and what the notice says about the work. We don’t share your address with them
        unless the law requires it.
      </p>
    ),
  },
  {
    id: 'counter-notice',
    title: 'If your post was taken down by mistake',
    body: (
      <>
        <p>
          <SupportLink>Contact support</SupportLink> with “Counter notice” in the first line, and say:
        </p>
        <ul>
          <li>which post it was and what was in it;</li>
          <li>
            under penalty of perjury, that you believe in good faith that it was removed by mistake or because
            it was taken for something else;
          </li>
          <li>
            your name, address and telephone number, that you accept the jurisdiction of the federal court of
            your district, and that you will accept service from the person who sent the notice; and your
            signature.
          </li>
        </ul>
        <p>
          We send it to the person who sent the notice. Unless they tell us within 10 to 14 business days that
          they have gone to court, we make a hidden post visible again.
        </p>
      </>
    ),
  },
  {
    id: 'repeat',
    title: 'Repeat infringers',
    body: (
      <p>
        We suspend people who keep sharing other people’s work after we warn them. Notices that turn out to be
        wrong don’t count. For how we expect people to share, see the <Link to="/honor-code">honor code</Link>
        .
      </p>
    ),
  },
]
