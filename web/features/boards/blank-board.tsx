/** The placeholder for a board without drawings. */
export function BlankBoard() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 80"
      className="w-2/5 max-w-40 fill-none stroke-page-ink opacity-40"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M14 52c8-26 20-30 24-16s-12 26-4 28 18-22 28-22 2 18 12 18 14-10 32-14" />
      <path d="m84 20 14-10 6 8-14 10-8 2z" />
    </svg>
  )
}
