import { useEffect, useState } from 'react'

const lines = [
  'Share the notes you’re proud of.',
  'Find the page you missed.',
  'List your classes, find your people.',
  'Book an hour with someone who gets it.',
]

/**
 * One line at a time, every 3 s; for screen readers all of them at once, and only once. All take the same
 * place, so that the page doesn't move when a longer one shows.
 */
export function Tagline() {
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
    const timer = setInterval(() => setTurn(now => (now + 1) % lines.length), 3000)
    return () => clearInterval(timer)
  }, [])
  return (
    <p className="mt-4 font-serif text-22 text-accent">
      <span className="sr-only">{lines.join(' ')}</span>
      <span aria-hidden="true" className="grid">
        {lines.map((line, place) => (
          <span key={line} className={`[grid-area:1/1] ${place === turn ? 'animate-unroll' : 'invisible'}`}>
            {line}
          </span>
        ))}
      </span>
    </p>
  )
}
