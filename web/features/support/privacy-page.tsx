import { Link } from '@tanstack/react-router'
import { ProsePage, type ProseSection } from './prose-page.tsx'
import { SupportLink } from './support-link.tsx'

/**
 * What Ignite knows about people and what happens to it. It describes the software: if one changes, so must
 * the other.
 */
export function PrivacyPage() {
  return (
    <ProsePage
      title="Privacy"
      lead="What Ignite stores about you, who can see it, how to download it, and how to delete it. Ignite doesn’t show ads or sell data."
      updated="2026-11-30"
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
          <strong>From the sign-in:</strong> your name, email address and picture from Google or Microsoft,
          and which of the two you use. Ignite never gets your password or a key to your account there.
        </li>
        <li>
          <strong>What you write:</strong> your profile, posts and messages with their files, boards,
          questions to Study Pal AI, notes on saved posts, what you write about bookings, reports, and
          messages to support.
        </li>
        <li>
          <strong>What you do:</strong> who you follow or block, which posts you save, which classes you list,
          what you book, pay and earn, when you were in a meeting, the page where you stopped reading, and
          which documents you opened, at most once every half hour. We don’t keep what you search for. Only
          your browser does.
        </li>
        <li>
          <strong>For each browser you sign in with:</strong> when you signed in, when you’ll be signed out,
          and what the browser says it is. We sign you out after a week without use. We don’t store your
          network address with it; a log has it for a while beside the pages that were asked for, so that we
          notice attacks. If you turn on notifications, we also store the address that your browser gives us
          for them. The browser’s maker delivers them but can’t read them.
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
          <strong>Everyone</strong>, including people who aren’t signed in, can see your profile (name,
          picture, username, what you wrote about yourself, your classes, rate and time zone, the sessions you
          teach, and as a tutor when you’re free) and the cards of your posts.{' '}
          <strong>People who are signed in</strong> can also open your documents and see who you follow and
          who follows you.
        </p>
        <p>
          <strong>Your email address</strong> is visible to you and to anyone you have an accepted booking
          with, as a student or a tutor. Authors see how often their documents were opened, but never who
          opened them. Only you can see what you save, your notes, who you block and where you stopped
          reading.
        </p>
        <p>
          <strong>The Ignite team</strong> sees reports and messages to support, and whatever they need to
          review to decide on them. In a conversation, they only see a message that one of the two people
          reported, with its files and the messages around it. We keep a reported file or post until they
          decide, even if its author changes or deletes it. They can find any account by its name, username or
          email address, and see that address, to act on it or to reply to its owner. We log everything they
          do about a post or a person.
        </p>
      </>
    ),
  },
  {
    id: 'browser',
    title: 'What is kept in your browser',
    body: (
      <p>
        One cookie keeps you signed in. While you sign in, there’s another one, and newcomers get one that
        remembers for up to a day whether they’re old enough. For a few seconds after you change something,
        one may remember that you did, so that you see your change. Your theme, your view, your last five
        searches, drafts of what you’re writing, and what you read last, so that you can read it offline, are
        kept in the browser’s own storage and deleted when you sign out. There are no advertising or
        third-party cookies.
      </p>
    ),
  },
  {
    id: 'providers',
    title: 'Who else is involved',
    body: (
      <>
        <p>
          <strong>Google and Microsoft</strong> confirm who you are when you sign in, and know that you did.
          We copy your picture from there once, so they don’t learn who looks at whose profile.
        </p>
        <p>
          <strong>The payment provider</strong>, which handles payments and payouts, gets the details it
          needs. Card details go there directly. Ignite never sees them.
        </p>
        <p>
          <strong>The provider of the AI model</strong>, if this installation of Ignite uses one, gets your
          questions to Study Pal AI and the passages they’re about, but not your name.
        </p>
        <p>
          The servers, the file store and the mail server are run by the operators of this installation of
          Ignite or by their hosting providers. Nobody else gets your data unless the law requires it.
        </p>
      </>
    ),
  },
  {
    id: 'export',
    title: 'Taking your data with you',
    body: (
      <p>
        In {settings} you can export everything we store about you, as readable files, with every document and
        picture you posted or sent, and the pictures on your boards. Only you can download it, for seven days.
        Then we delete it. You can make three a day.
      </p>
    ),
  },
  {
    id: 'deletion',
    title: 'Deleting your account',
    body: (
      <>
        <p>
          You can do this in {settings}. Right away, we sign you out everywhere, cancel your sessions and your
          meetings that haven’t started, erase your name, address, picture and profile, hide your posts, and
          delete your follows, blocks, saved posts, notes, classes and reading positions. Usually within
          minutes, we also delete your posts, messages, chats and boards, their files and any export. One last
          email tells you that your account is closed. For that, we keep your address until it’s sent, for a
          day or two at most.
        </p>
        <p>What we keep, without your name and address:</p>
        <ul>
          <li>a record that the account existed, so that anything that refers to it still works;</li>
          <li>that a document was opened, so that its author’s count stays correct;</li>
          <li>
            any report of yours that is still open, and your messages to support, without saying who wrote
            them;
          </li>
          <li>what the Ignite team decided, in their log;</li>
          <li>payment records that the law requires us to keep;</li>
          <li>
            if you earned money here, a scrambled code made from your sign-in, so that we can match payments a
            bank takes back later if you return;
          </li>
          <li>
            for 30 days, the same code, with who blocks you, how much of Study Pal AI you used that day, and
            whether you’re suspended, so that a new account doesn’t undo any of it.
          </li>
        </ul>
        <p>
          Copies in backups disappear as we replace the backups. If your account is suspended, you can’t sign
          in to delete it: <SupportLink>contact support</SupportLink> instead.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights and how to reach us',
    body: (
      <p>
        You can see, correct, download and delete your data without asking. For anything else,{' '}
        <SupportLink>contact support</SupportLink>. A person will reply by email.
      </p>
    ),
  },
]
