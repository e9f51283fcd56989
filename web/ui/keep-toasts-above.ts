/**
 * A ref for what stands at the lower edge of a page and must not be covered, such as the buttons of a form: toasts come above it, wherever
 * it is and however high it gets. One such element at a time.
 */
export function keepToastsAbove(element: HTMLElement | null) {
  if (!element) return
  const { style } = document.documentElement
  const place = () =>
    style.setProperty('--toasts-above', `${Math.round(innerHeight - element.getBoundingClientRect().top)}px`)
  const observer = new ResizeObserver(place)
  observer.observe(element)
  // What grows above it may move it, too.
  observer.observe(document.body)
  addEventListener('resize', place)
  addEventListener('scroll', place, { passive: true })
  return () => {
    observer.disconnect()
    removeEventListener('resize', place)
    removeEventListener('scroll', place)
    style.removeProperty('--toasts-above')
  }
}
