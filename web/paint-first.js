// Runs before the first paint: the build puts it into the page itself (scripts/first-script.ts). It adds what only this browser knows
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
  addEventListener('DOMContentLoaded', () => {
    // A tab behind others isn't painted.
    if (document.hidden) return loadScripts()
    new PerformanceObserver(loadScripts).observe({ type: 'paint', buffered: true })
    // Browsers that resist fingerprinting don't tell when they paint.
    requestAnimationFrame(() => setTimeout(loadScripts, 500))
  })
})()
