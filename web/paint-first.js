// Runs before the first paint: the build puts it into the page itself (scripts/build/first-script.ts). It adds what only this browser knows
// about the page that the server drew: the theme, that "Next up" was dismissed for today, and that the welcome was offered before. Then
// it loads the scripts of a page that the server drew.
;(() => {
  const kept = (key, storage = 'localStorage') => {
    try {
      return window[storage].getItem(key)
    } catch {
      // Storage can be forbidden. The page then shows as if the person had chosen nothing.
      return null
    }
  }
  const { dataset } = document.documentElement
  const choice = kept('theme')
  const dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  dataset.theme = dark ? 'dark' : 'light'
  if (kept('next-up') === new Date().toDateString()) dataset.nextUp = 'away'
  if (location.pathname === '/explore' && kept('led to the welcome', 'sessionStorage'))
    dataset.welcome = 'away'

  const loadScripts = () => {
    const scripts = document.querySelector('#scripts')
    scripts?.replaceWith(document.importNode(scripts.content, true))
  }
  // Without its first script (a lost connection, or an update that took its place) a page that the server drew stays inert, and nothing
  // of ours is there to say so.
  const sayMissing = ({ target }) => {
    if (target.type !== 'module') return
    document.querySelector('#root > [inert]')?.removeAttribute('inert')
    const alert = document.createElement('div')
    alert.role = 'alert'
    alert.className =
      'fixed inset-x-4 bottom-4 z-50 mx-auto flex max-w-100 items-center gap-3 tiny:flex-wrap rounded-10 border border-line bg-sheet px-4 py-3 text-14 text-ink'
    alert.textContent = 'This page didn’t load completely. Check your connection and try again.'
    const again = document.createElement('button')
    again.className = 'shrink-0 rounded-6 px-2 py-1 font-medium text-accent coarse:min-h-11 coarse:px-3'
    again.textContent = 'Retry'
    again.onclick = () => location.reload()
    alert.append(again)
    document.body.append(alert)
  }
  addEventListener('error', sayMissing, true)
  addEventListener('DOMContentLoaded', () => {
    // A tab behind others isn't painted.
    if (document.hidden) return loadScripts()
    new PerformanceObserver(loadScripts).observe({ type: 'paint', buffered: true })
    // Browsers that resist fingerprinting don't tell when they paint.
    requestAnimationFrame(() => setTimeout(loadScripts, 500))
  })
})()
