import type { Config } from '#server/config/config.ts'
import { cookieValues, setCookie } from '#server/platform/http/cookies.ts'
import { createSigner } from '#server/platform/http/signer.ts'

type Verdict = 'passed' | 'refused'
type Settings = Pick<Config, 'publicUrl' | 'secret'>

const leastYears = 13

/** Long enough to sign in after the question, and too long to wait for trying another date. */
const keptHours = { passed: 1, refused: 24 } as const

/**
 * Whether somebody born on a day may have an account (COPPA forbids storing anything about younger children).
 */
export function isOldEnough(born: Temporal.PlainDate, now: Temporal.Instant): boolean {
  return !isFutureDay(born.add({ years: leastYears }), now)
}

/** Whether a day has yet to begin in the last time zone on earth. */
export function isFutureDay(day: Temporal.PlainDate, now: Temporal.Instant): boolean {
  return Temporal.PlainDate.compare(day, now.toZonedDateTimeISO('Etc/GMT+12').toPlainDate()) > 0
}

export type AgeCookie = {
  /** The answer that this browser got, while it is valid. */
  read: (cookies: string | undefined) => Verdict | null
  /** The Set-Cookie header that stores an answer in the browser, and nowhere else. */
  write: (verdict: Verdict) => string
  /**
   * The Set-Cookie header that makes the browser forget that somebody passed: the next person at it is asked, too. A refusal stays,
   * or a child could try another date.
   */
  forgetPassed: (cookies: string | undefined) => string[]
}

/** The outcome of the question for the date of birth. The date itself isn't stored. */
export function createAgeCookie(settings: Settings, now: () => Temporal.Instant): AgeCookie {
  const name = 'age'
  const signer = createSigner(settings.secret, 'answers about age v1')
  const read: AgeCookie['read'] = cookies => {
    const [value = ''] = cookieValues(settings, name, cookies)
    const [verdict = '', until = '', signature = ''] = value.split('.')
    if (!signer.isSigned(`${verdict}.${until}`, signature)) return null
    return Number(until) > now().epochMilliseconds ? (verdict as Verdict) : null
  }
  return {
    read,
    write(verdict) {
      const seconds = keptHours[verdict] * 3600
      const text = `${verdict}.${now().epochMilliseconds + seconds * 1000}`
      return setCookie(settings, name, `${text}.${signer.sign(text)}`, seconds)
    },
    forgetPassed(cookies) {
      return read(cookies) === 'passed' ? [setCookie(settings, name, '', 0)] : []
    },
  }
}
