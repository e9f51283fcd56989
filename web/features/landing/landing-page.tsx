export function LandingPage() {
  return (
    <main id="main">
      <h1 className="text-40">Ignite</h1>
    </main>
  )
}
