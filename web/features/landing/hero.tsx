import { buttonClass } from '#web/ui/button.tsx'
import { EnterLink } from './enter-link.tsx'
import { Picture } from './picture.tsx'
import { Shelf } from './shelf.tsx'
import { Tagline } from './tagline.tsx'

export function Hero() {
  return (
    <section className="relative">
      <div className="mx-auto grid max-w-content items-center gap-x-12 gap-y-14 px-4 pt-10 pb-16 sm:px-6 lg:grid-cols-[1.05fr_1fr] lg:pt-14 lg:pb-24">
        <div className="relative z-10">
          <h1 className="text-40">Good notes, in good light.</h1>
          <Tagline />
          {/* On phones, four lines with every font: between three and four, a late font would move the page. */}
          <p className="mt-6 max-w-[33rem] text-18 text-ink-soft max-sm:max-w-[19.5rem]">
            Ignite is where students across America share their class notes, find the right page by course or
            CRN, and learn together.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-3">
            <EnterLink visitor="Get started" variant="primary" size="lg" />
            <a href="#how" className={buttonClass({ variant: 'quiet', size: 'lg' })}>
              See how it works
            </a>
          </div>
          <p className="mt-5 text-14 text-ink-faint">Free to join with your college account.</p>
        </div>
        <div className="relative mx-auto w-full max-w-120">
          <div aria-hidden="true" className="glow absolute -inset-x-24 -top-28 -bottom-24 sm:-inset-x-48" />
          <Picture name="desk" className="relative aspect-[8/7] w-full" />
        </div>
      </div>
      <div aria-hidden="true">
        <Shelf />
      </div>
    </section>
  )
}
