export function LoginPage() {
  return (
    <main id="main">
      <h1 className="text-40">Welcome to Ignite</h1>
    </main>
  )
}
