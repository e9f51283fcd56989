import { cx } from './cx.ts'
import lamp from './lamp.svg?no-inline'

/** The reading lamp of empty states: the product's only ornament. */
export function Lamp({ lit, className }: { lit: boolean; className: string }) {
  return (
    <svg aria-hidden="true" className={cx('aspect-[8/7]', className)}>
      <use href={`${lamp}#${lit ? 'lit' : 'unlit'}`} width="100%" height="100%" />
    </svg>
  )
}
