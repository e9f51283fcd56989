import { Link } from '@tanstack/react-router'
import { ProsePage, type ProseSection } from './prose-page.tsx'
import { SupportLink } from './support-link.tsx'

/** How works that were shared without permission are reported, and what then happens. */
export function CopyrightPage() {
  return (
    <ProsePage
      title="Copyright"
      lead="Share what you made, or may share. If somebody shared a work of yours without permission, this is how it is taken down."
      updated="2026-11-21"
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
        Notes in your own words are yours, also when they are about a lecture or a book. The lecture’s slides,
        the book’s pages, an exam paper or a solution manual belong to whoever made them, and can be shared
        only with their permission. Giving the source doesn’t replace it. Short quotations that your own text
        needs are usually fine.
      </p>
    ),
  },
  {
    id: 'report',
    title: 'Report it in a minute',
    body: (
      <p>
        Signed in, open the post, choose More, then Report, and pick “It is someone else’s work, shared
        without permission”. That is enough for the people who run Ignite to look at it. If you hold the
        rights and want it to be a formal notice, or have no account, use the form below.
      </p>
    ),
  },
  {
    id: 'notice',
    title: 'A formal notice',
    body: (
      <>
        <p>
          <SupportLink>Write to support</SupportLink> with “Copyright notice” in the first line. A notice
          under the Digital Millennium Copyright Act (17 U.S.C. § 512(c)(3)) says:
        </p>
        <ul>
          <li>which work it is about, and that you hold the rights to it or act for the one who does;</li>
          <li>where it is on Ignite: the address of each post;</li>
          <li>your name, postal address, telephone number and e-mail address;</li>
          <li>
            that you believe in good faith that the use is not authorised by the rights holder, its agent or
            the law;
          </li>
          <li>
            that what you say is accurate and, under penalty of perjury, that you are entitled to act; and
            your signature, for which your typed full name is enough.
          </li>
        </ul>
        <p>Who knowingly misrepresents that something infringes can be liable for the damage done.</p>
      </>
    ),
  },
  {
    id: 'then',
    title: 'What happens then',
    body: (
      <p>
        A notice that is complete leads to the post being hidden or removed without delay, with its file. The
        person who posted it is told why, and what the notice says about the work; your address is not shown
        to them unless the law demands it.
      </p>
    ),
  },
  {
    id: 'counter-notice',
    title: 'If your post was taken down by mistake',
    body: (
      <>
        <p>
          <SupportLink>Write to support</SupportLink> with “Counter notice” in the first line, and say:
        </p>
        <ul>
          <li>which post it was and what stood in it;</li>
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
          We pass it on to whoever sent the notice. Unless they tell us within 10 to 14 business days that
          they have gone to court, a post that was hidden is shown again.
        </p>
      </>
    ),
  },
  {
    id: 'repeat',
    title: 'Repeat infringers',
    body: (
      <p>
        Somebody who shares works of others again after having been told is suspended. Notices that turned out
        to be wrong don’t count. How we expect people to share in the first place is in the{' '}
        <Link to="/honor-code">honor code</Link>.
      </p>
    ),
  },
]
