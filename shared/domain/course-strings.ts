/** A course as pickers hold it: `17-CS 201 Data Structures`. */
export function formatCourse(course: { id: number; subject: string }): string {
  return `${course.id}-${course.subject}`
}

/** The id in `id-subject`, or in an id alone; null if there is none. */
export function parseCourseId(text: string): number | null {
  const id = /^\s*(\d{1,9})\s*(?:-|$)/.exec(text)?.[1]
  return id === undefined ? null : Number(id)
}

/** Whether the address of a course's page can end with this text. */
export function isCourseId(text: string): boolean {
  return /^\d{1,9}$/.test(text)
}

/** A section as pickers hold it: `10432-Data Structures I`. */
export function formatCrn(section: { crn: string; title: string }): string {
  return `${section.crn}-${section.title}`
}

/** The CRN in `crn-title`, in a CRN alone, or behind the word, as cards show it; null if there is none. */
export function parseCrn(text: string): string | null {
  return /^\s*(?:crn[\s#:]+)?([0-9a-z]{3,12})\s*(?:-|$)/i.exec(text)?.[1]?.toUpperCase() ?? null
}
