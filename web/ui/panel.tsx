import { type ReactNode, useId } from 'react'

/** A part of a page with a heading: beside its content if there is room, above it on a phone. */
export function Panel({
  title,
  description,
  anchor,
  children,
}: {
  title: string
  description?: ReactNode
  /** The address fragment that leads here. */
  anchor?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="grid gap-x-10 gap-y-4 border-b border-line py-8 last:border-b-0 lg:grid-cols-[14rem_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="text-18">
          {title}
        </h2>
        {description && <p className="mt-1 max-w-[46ch] text-14 text-ink-soft">{description}</p>}
      </div>
      <div className="flex max-w-form min-w-0 flex-col gap-5">{children}</div>
    </section>
  )
}
