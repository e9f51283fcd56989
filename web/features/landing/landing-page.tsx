import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Join } from './join.tsx'
import { LearnTogether } from './learn-together.tsx'
import { Masthead } from './masthead.tsx'
import { Why } from './why.tsx'

export function LandingPage() {
  return (
    <div className="overflow-x-clip">
      <Masthead />
      <main id="main" className="outline-none">
        <Hero />
        <Why />
        <HowItWorks />
        <LearnTogether />
        <Join />
      </main>
      <Footer />
    </div>
  )
}
