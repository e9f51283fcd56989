import pictures from './pictures.svg?no-inline'

/**
 * One of the landing page's drawings. They are in a file of their own, like the shelf, and take the theme's
 * colors.
 */
export function Picture({
  name,
  className,
}: {
  name: 'desk' | 'post' | 'find' | 'read' | 'hour'
  className: string
}) {
  return (
    <svg aria-hidden="true" className={className}>
      <use href={`${pictures}#${name}`} width="100%" height="100%" />
    </svg>
  )
}
