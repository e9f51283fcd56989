import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link to a course's page around its name. */
export function CourseLink({
  courseId,
  title,
  className,
  children,
}: {
  courseId: number
  title?: string | undefined
  className?: string
  children: ReactNode
}) {
  return (
    <Link to="/courses/$courseId" params={{ courseId: String(courseId) }} title={title} className={className}>
      {children}
    </Link>
  )
}
