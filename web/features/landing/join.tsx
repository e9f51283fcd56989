import { Lamp } from '#web/ui/lamp.tsx'
import { EnterLink } from './enter-link.tsx'

export function Join() {
  return (
    <section id="join" aria-labelledby="join-title" className="relative overflow-hidden border-t border-line">
      <div aria-hidden="true" className="lamplight absolute inset-0" />
      <div className="relative mx-auto flex max-w-prose flex-col items-center px-4 py-20 text-center lg:py-28">
        <Lamp lit className="h-32" />
        <h2 id="join-title" className="mt-8 text-40">
          There’s a seat for you
        </h2>
        <p className="mt-3 max-w-[44ch] text-18 text-ink-soft">
          Sign in, share one good page from this week, and see what your classmates have already posted.
        </p>
        <div className="mt-8">
          <EnterLink visitor="Join Ignite" variant="primary" size="lg" />
        </div>
      </div>
    </section>
  )
}
