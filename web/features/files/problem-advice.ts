import type { ProblemError } from '#web/lib/problem-error.ts'

const advice: Partial<Record<ProblemError['code'], string>> = {
  unsupported_type: 'Choose a PDF, an Office file, or a PNG, JPEG, WebP or HEIC image.',
  broken_file: 'Open it, save it again, and choose the new copy.',
  encrypted_file: 'Save a copy without a password and choose that one.',
  unsafe_file: 'Print it to a new PDF and choose that one.',
  too_large: 'Make it smaller or split it, then choose it again.',
  conversion_timeout: 'Save it as a PDF yourself and choose that one.',
  link_expired: 'Press Retry to send it again.',
}

/** What went wrong with a file, and what the person can do about it. */
export function fileProblemText(problem: ProblemError): string {
  const hint = advice[problem.code]
  // Some of the server's messages already say what to do.
  return !hint || /\b(choose|save|split|try|upload)\b/i.test(problem.detail)
    ? problem.detail
    : `${problem.detail} ${hint}`
}
