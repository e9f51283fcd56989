import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { keepToastsAbove } from './keep-toasts-above.ts'

/** The actions of a long form, across the page. While `stays`, it is always in sight, in the place of the tab bar. */
export function FormFoot({ stays, children }: { stays: boolean; children: ReactNode }) {
  return (
    <footer
      ref={stays ? keepToastsAbove : undefined}
      data-form-foot={stays ? '' : undefined}
      className={cx(
        '-mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-paper px-4 py-3 sm:-mx-6 sm:px-6 lg:-mx-8 lg:px-8',
        stays && 'sticky bottom-0 z-20 pb-[max(0.75rem,env(safe-area-inset-bottom))]',
      )}
    >
      {children}
    </footer>
  )
}
