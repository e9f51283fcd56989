import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { CourseLink } from '#web/features/courses/course-link.tsx'
import { courseStyle, splitSubject } from '#web/features/courses/course-style.ts'
import { ownProfileQuery } from '#web/features/profiles/queries.ts'
import { cx } from '#web/ui/cx.ts'
import { places } from './places.ts'

const linkClass =
  'group relative flex items-center gap-3 rounded-10 text-ink-soft transition-colors hover:bg-sunken hover:text-ink ' +
  'aria-[current=page]:bg-accent-wash aria-[current=page]:text-accent-strong ' +
  'max-lg:h-14 max-lg:flex-col max-lg:justify-center max-lg:gap-1 max-lg:text-12 lg:h-10 lg:px-3 lg:text-14 lg:font-medium coarse:lg:h-11'

const [first, second] = [places.filter(place => place.side), places.filter(place => place.more)]

/** The pages, beside the content if there is room: with labels from 1024 px, as icons from 768 px. */
export function SideMenu() {
  return (
    <nav
      aria-label="Pages"
      data-print="hidden"
      className="sticky top-14 hidden h-[calc(100dvh-3.5rem)] w-22 shrink-0 overflow-y-auto border-r border-line px-2 py-4 md:block lg:w-56 lg:px-3 lg:py-6 short:top-0 short:h-dvh"
    >
      <Group of={first} />
      <Group of={second} className="mt-3 border-t border-line pt-3" />
      <MyClasses />
    </nav>
  )
}

function Group({ of: group, className }: { of: typeof places; className?: string }) {
  // The saved posts are a tab of the profile, and a place of their own.
  const saved = useLocation({ select: ({ search }) => (search as { tab?: unknown }).tab === 'saved' })
  return (
    <ul className={cx('flex flex-col gap-1', className)}>
      {group.map(({ to, search, icon: Icon, side, more, badge: Badge }) => (
        <li key={side ?? more}>
          <Link
            to={to}
            search={search}
            className={linkClass}
            activeOptions={{ exact: to === '/profile', includeSearch: to === '/profile' && (saved || !side) }}
          >
            {/* Screen readers read the name before the count on the icon beside it. */}
            <span className="order-1">{side ?? more}</span>{' '}
            <span className="relative">
              <Icon aria-hidden="true" className="size-5" />
              {Badge && <Badge />}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

const mostCourses = 6

/** The courses of the person's classes. Each page brings the profile; until one is here, nothing stands below. */
function MyClasses() {
  const { data: profile } = useQuery(ownProfileQuery)
  const courses = [...new Map(profile?.classes.map(section => [section.course_id, section])).values()]
  if (courses.length === 0) return null
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p id="my-classes" className="pb-1 text-12 text-ink-faint max-lg:text-center lg:px-3">
        My classes
      </p>
      <ul aria-labelledby="my-classes" className="flex flex-col gap-1">
        {courses.slice(0, mostCourses).map(section => {
          const { code, title } = splitSubject(section.course_subject)
          return (
            <li key={section.course_id} className="course-tint" style={courseStyle(section)}>
              <CourseLink courseId={section.course_id} title={section.course_subject} className={linkClass}>
                <span aria-hidden="true" className="size-2.5 shrink-0 rounded-full bg-course" />
                <span className="max-w-full min-w-0 truncate">
                  {code} <span className="font-normal max-lg:hidden">{title}</span>
                </span>
              </CourseLink>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
