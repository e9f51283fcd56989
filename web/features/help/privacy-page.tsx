import { Link } from '@tanstack/react-router'
import { ProsePage, type ProseSection } from './prose-page.tsx'
import { SupportLink } from './support-link.tsx'

/** What Ignite knows about people and what becomes of it. It describes the software: a change of the one is a change of the other. */
export function PrivacyPage() {
  return (
    <ProsePage
      title="Privacy"
      lead="What Ignite stores about you, who sees it, how you take it with you, and how it is deleted. Ignite shows no advertising and sells no data."
      updated="2026-11-21"
      sections={sections}
    />
  )
}

const settings = (
  <Link to="/profile/settings" search={{ tab: 'privacy' }}>
    your settings under Privacy
  </Link>
)

const sections: readonly ProseSection[] = [
  {
    id: 'stored',
    title: 'What is stored',
    body: (
      <ul>
        <li>
          <strong>From the sign-in:</strong> your name, e-mail address and picture as Google or Microsoft
          gives them, and by which of the two you sign in. Your password never reaches Ignite, and no key to
          your account there is kept.
        </li>
        <li>
          <strong>What you write:</strong> your profile, posts with their files, notes on saved posts, reports
          and messages to support.
        </li>
        <li>
          <strong>What you do:</strong> whom you follow or block, which posts you save, which classes you
          list, the page at which you left a document, and which documents you opened, at most once for each
          half hour. What you search for isn’t kept.
        </li>
        <li>
          <strong>For each browser you sign in with:</strong> when, until when, and what the browser says it
          is. It ends after a week without use. Your network address isn’t stored with it.
        </li>
      </ul>
    ),
  },
  {
    id: 'seen',
    title: 'Who sees it',
    body: (
      <>
        <p>
          <strong>Everyone</strong>, also people who aren’t signed in, can see your profile (name, picture,
          username, what you wrote about yourself, your classes and rate) and the cards of your posts.{' '}
          <strong>People who are signed in</strong> can also open the documents, and see whom you follow and
          who follows you.
        </p>
        <p>
          <strong>Your e-mail address</strong> is shown to you, and to students whose booking with you is
          accepted. Authors see how often their documents were opened, never by whom. What you save, your
          notes, whom you block and where you stopped reading is shown to nobody else.
        </p>
        <p>
          <strong>The people who run Ignite</strong> see reports and messages to support, and whatever they
          must look at to decide about them. Of a conversation they see only a message that one of its two
          people reported, with its files and what was said around it; until it is decided, such a file stays
          even where its sender deletes it. Everything they do about a post or a person is logged.
        </p>
      </>
    ),
  },
  {
    id: 'browser',
    title: 'What is kept in your browser',
    body: (
      <p>
        One cookie that keeps you signed in, and one during sign-in. Your choice of theme and view and drafts
        of what you are writing are kept in the browser’s own storage and leave it when you sign out. There
        are no cookies for advertising or of other companies.
      </p>
    ),
  },
  {
    id: 'providers',
    title: 'Who else is involved',
    body: (
      <>
        <p>
          <strong>Google and Microsoft</strong> confirm who you are when you sign in, and learn that you did.
          Pictures from there are copied once and shown from Ignite, so they don’t learn who looks at whom.
        </p>
        <p>
          <strong>The payment provider</strong>, where you pay or are paid, receives what a payment needs.
          Card details go there directly; Ignite never sees them.
        </p>
        <p>
          The servers, the file store and the mail server are run by whoever operates this installation of
          Ignite, or by hosts that work for them. Nobody else receives your data, unless the law demands it.
        </p>
      </>
    ),
  },
  {
    id: 'export',
    title: 'Taking your data with you',
    body: (
      <p>
        In {settings} you can have an archive made: your profile, posts, saved posts and notes, follows,
        blocks, classes, reading positions, views, reports, messages to support and decisions about you as
        readable files, with every document and picture you uploaded. It can be fetched for seven days by you
        alone, then it is deleted. Three can be made in a day.
      </p>
    ),
  },
  {
    id: 'deletion',
    title: 'Deleting your account',
    body: (
      <>
        <p>
          Also in {settings}. At once, you are signed out everywhere, your name, address, picture and profile
          are erased, your posts are hidden, and your follows, blocks, saved posts, notes, classes and reading
          positions are gone. Within minutes, usually, your posts with their files and any export are removed
          from the store as well.
        </p>
        <p>What stays, without your name and address:</p>
        <ul>
          <li>a row that says that there was an account, so that what refers to it stays in order;</li>
          <li>that a document was opened, so that its author’s count stays true;</li>
          <li>
            a report of yours that is still open, and the text of what you wrote to support, without who wrote
            it;
          </li>
          <li>what the people who run Ignite decided, in their log;</li>
          <li>what the law demands to be kept about payments;</li>
          <li>
            if you earned money here, an unreadable mark of your sign-in, by which money that a bank takes
            back later is found again if you come back.
          </li>
        </ul>
        <p>
          Copies in backups disappear as these are replaced. If your account is suspended you can’t sign in to
          delete it: <SupportLink>write to support</SupportLink> instead.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights, and whom to ask',
    body: (
      <p>
        You can see and correct what is stored on your profile, take it with you and delete it, all without
        asking. For anything else, <SupportLink>write to support</SupportLink>; a person answers by mail.
      </p>
    ),
  },
]
