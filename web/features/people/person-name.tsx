import { cx } from '#web/ui/cx.ts'

/** A person's name in one line, next to their picture. A long one is cut at its end, in scripts from right to left too. */
export function PersonName({ name, className }: { name: string; className?: string }) {
  return (
    <bdi title={name} className={cx('block min-w-0 truncate text-left', className)}>
      {name}
    </bdi>
  )
}
