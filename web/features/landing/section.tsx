import type { ReactNode } from 'react'

/** A section of the landing page: its heading, a sentence, and its content. */
export function Section({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="mx-auto max-w-content px-4 py-16 sm:px-6 lg:py-24"
    >
      <h2 id={`${id}-title`} className="text-28">
        {title}
      </h2>
      <p className="mt-3 max-w-[60ch] text-18 text-ink-soft">{lead}</p>
      {children}
    </section>
  )
}
