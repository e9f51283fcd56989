import shelf from './shelf.svg?no-inline'

/**
 * Courses on a shelf, each in its own hue, like the spines of its cards (courseHue). A drawing in a file of
 * its own, so that it isn't part of the code; through `use` it still takes the theme's colors and fonts.
 */
export function Shelf() {
  return (
    <svg aria-hidden="true" className="block h-52 w-full font-serif text-14 font-medium">
      <use href={`${shelf}#shelf`} width="100%" height="100%" />
    </svg>
  )
}
