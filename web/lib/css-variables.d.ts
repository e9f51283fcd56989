import 'react'

declare module 'react' {
  interface CSSProperties {
    /** The hue of a course, for `course-tint` (see courseHue). */
    '--hue'?: number
    /** The width of a toast. */
    '--width'?: string
  }
}
