/** Endings of web addresses that mail programs turn into links, and that nobody has as a surname ("anna.smith"). */
const endings =
  'com|net|org|info|biz|xyz|top|site|online|website|shop|store|app|dev|link|click|live|club|icu|vip|io|me|us|gg|tech|ru|cn|tk|cc|example'

const address = new RegExp(
  `://|(^|[^\\p{L}\\p{N}])www\\.|[\\p{L}\\p{N}]\\.(${endings})(?![\\p{L}\\p{N}])|[\\p{L}\\p{N}]\\.\\p{L}{2,}/|[^\\s@]@[^\\s@]+\\.[^\\s@]`,
  'iu',
)

/**
 * Whether a person's name has a web or email address in it. Ignite mails a name to people who don't know the person ("… wants to
 * message you"), and the link would be from us.
 */
export function hasAddress(name: string): boolean {
  return address.test(name.normalize('NFKC'))
}
