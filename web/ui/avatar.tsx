import { cx } from './cx.ts'
import { pictureThatCanWait } from './picture-that-can-wait.ts'
import { useFailedPicture } from './use-failed-picture.ts'

/** A person's picture, or their initials if there is none or it fails to load. Its text is beside it. */
export function Avatar({
  name,
  image,
  className,
}: {
  name: string
  image: string | null
  className?: string
}) {
  const { failed, onError } = useFailedPicture(image)
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-full bg-accent-wash text-12 font-semibold text-accent select-none',
        className,
      )}
    >
      {image && !failed ? (
        <img
          src={pictureThatCanWait(image)}
          alt=""
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={onError}
          className="size-full object-cover"
        />
      ) : (
        initials(name)
      )}
    </span>
  )
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/)
  const last = words.length > 1 ? words.at(-1)! : ''
  return [words[0]!, last]
    .map(word => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}
