// Runs before the first paint. It is a separate file because the content security policy allows no inline script. It adds what only
// this browser knows about the page that the server drew: the theme, and that "Next up" was dismissed for today.
;(() => {
  const kept = key => {
    try {
      return localStorage.getItem(key)
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
})()
