/** Below a field for courses or classes: only operators can add one. The form stays open beside it. */
export function MissingHint() {
  return (
    <>
      Not in the list?{' '}
      <a
        href="/faq?contact=1"
        target="_blank"
        rel="noopener"
        className="font-medium text-accent underline underline-offset-2"
      >
        Tell us what’s missing
      </a>
    </>
  )
}
