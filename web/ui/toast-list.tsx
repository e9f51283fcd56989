import { useEffect } from 'react'
import { Toaster } from 'sonner'
import { toaster } from './toaster-store.ts'

const actionClass =
  'relative shrink-0 touch-area rounded-6 px-2 py-1 font-medium whitespace-nowrap text-accent hover:bg-accent-wash'

const classNames = {
  toast:
    'flex w-full flex-wrap items-center gap-x-3 rounded-10 border border-line bg-sheet px-4 py-3 text-14 text-ink shadow-floating',
  success: '[&_[data-icon]]:text-positive',
  error: '[&_[data-icon]]:text-negative',
  content: 'min-w-0 flex-1 basis-24',
  actionButton: actionClass,
  cancelButton: actionClass,
}

/** Above the tab bar where there is one, and above what else stands there (`keepToastsAbove`). */
const bottom = 'max(var(--toasts-from, 1.5rem), var(--toasts-above, 0px) + 0.5rem)'

/**
 * How long the region stands empty before its first toast, in milliseconds. Screen readers read what comes into a region that they
 * know; what is there when they first hear of it, they may not.
 */
const knownMs = 150

export function ToastList() {
  useEffect(() => {
    const timer = setTimeout(toaster.ready, knownMs)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    addEventListener('focusout', foldWhenLeft)
    return () => removeEventListener('focusout', foldWhenLeft)
  }, [])
  return (
    <Toaster
      // Inline, since the library's own styles beat ours.
      style={{ fontFamily: 'var(--font-sans)', '--width': '25rem' }}
      position="bottom-center"
      offset={{ bottom }}
      mobileOffset={{ bottom, left: 16, right: 16 }}
      toastOptions={{ unstyled: true, classNames }}
    />
  )
}

/**
 * Alt+T unfolds the toasts, which stops their clocks while the focus is among them. The library folds them only for a pointer that
 * leaves, so for the keys they would stay until the page is left.
 */
function foldWhenLeft({ target, relatedTarget }: FocusEvent) {
  const list = target instanceof Element && target.closest('[data-sonner-toaster]')
  if (!list || (relatedTarget instanceof Node && list.contains(relatedTarget))) return
  // Another window has the focus now; the toast still has it here.
  if (!document.hasFocus()) return
  list.dispatchEvent(new Event('dragend', { bubbles: true }))
}
