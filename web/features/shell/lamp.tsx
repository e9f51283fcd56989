/** The reading lamp of the empty places: the one ornament of the product. */
export function Lamp({ lit, className }: { lit: boolean; className?: string }) {
  return (
    <svg viewBox="0 0 160 140" aria-hidden="true" className={className}>
      {lit && <path d="M64 62 L128 62 L152 128 L34 128 Z" className="fill-lamp-wash" />}
      <path d="M22 128 H138" className="stroke-line-strong" strokeWidth="2" strokeLinecap="round" />
      <path
        d="M48 128 V84 L40 40 L84 30"
        fill="none"
        className="stroke-ink"
        strokeWidth="3"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="40" cy="40" r="4" className="fill-ink" />
      <path d="M30 128 h36 l-4 -7 h-28 z" className="fill-ink" />
      <path d="M82 24 q24 -12 38 16 l10 20 h-64 l8 -20 z" className="fill-accent" />
      <ellipse cx="98" cy="61" rx="32" ry="5" className={lit ? 'fill-lamp' : 'fill-line'} />
      {lit && <path d="M74 128 h52 v-7 h-52 z" className="fill-sheet stroke-line-strong" strokeWidth="1.5" />}
    </svg>
  )
}
