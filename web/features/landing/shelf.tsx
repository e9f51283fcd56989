import { courseHue } from '#shared/domain/course-hue.ts'
import { cx } from '#web/ui/cx.ts'

type Spine = { course: number; title: string; width: number; height: number; lean?: boolean }

const spines: readonly Spine[] = [
  { course: 11, title: 'Organic Chemistry', width: 52, height: 188 },
  { course: 4, title: 'Data Structures', width: 44, height: 164 },
  { course: 23, title: 'Linear Algebra', width: 36, height: 200 },
  { course: 9, title: 'Cell Biology', width: 58, height: 172 },
  { course: 31, title: 'Macroeconomics', width: 40, height: 148 },
  { course: 2, title: 'Modern Poetry', width: 32, height: 180, lean: true },
  { course: 17, title: 'Thermodynamics', width: 50, height: 194 },
  { course: 6, title: 'Statistics', width: 42, height: 158 },
  { course: 28, title: 'Art History', width: 56, height: 176 },
  { course: 14, title: 'Human Anatomy', width: 46, height: 202 },
  { course: 20, title: 'Operating Systems', width: 38, height: 168 },
  { course: 8, title: 'Microeconomics', width: 54, height: 184 },
  { course: 35, title: 'World Religions', width: 34, height: 152 },
  { course: 26, title: 'Calculus III', width: 48, height: 196 },
  { course: 13, title: 'Psychology', width: 44, height: 170, lean: true },
  { course: 19, title: 'Signals & Systems', width: 40, height: 190 },
  { course: 33, title: 'Genetics', width: 60, height: 160 },
  { course: 5, title: 'Discrete Maths', width: 42, height: 182 },
  { course: 22, title: 'Philosophy of Mind', width: 36, height: 174 },
  { course: 10, title: 'Fluid Mechanics', width: 52, height: 198 },
  { course: 30, title: 'Accounting', width: 46, height: 156 },
  { course: 16, title: 'Neuroscience', width: 38, height: 186 },
  { course: 3, title: 'Sociology', width: 50, height: 166 },
  { course: 27, title: 'Astronomy', width: 44, height: 192 },
  { course: 12, title: 'Spanish II', width: 34, height: 162 },
  { course: 36, title: 'Machine Learning', width: 56, height: 188 },
  { course: 7, title: 'Film Studies', width: 40, height: 172 },
  { course: 24, title: 'Biochemistry', width: 48, height: 200 },
]

/** Courses on a shelf, each in its own hue, as their cards' spines show it. An ornament: hidden from screen readers by its place. */
export function Shelf({ className }: { className?: string }) {
  return (
    <div className={cx('border-b-4 border-line-strong', className)}>
      <div className="flex h-52 items-end justify-center gap-0.5 overflow-hidden">
        {[...spines, ...spines.slice(0, 14)].map((spine, place) => (
          <Book key={place < spines.length ? spine.course : -spine.course} {...spine} />
        ))}
      </div>
    </div>
  )
}

function Book({ course, title, width, height, lean }: Spine) {
  return (
    <span
      className={cx(
        'course-tint relative flex shrink-0 flex-col items-center justify-between rounded-t-6 bg-course py-3 text-on-course',
        lean && 'ml-3.5 origin-bottom-left -rotate-4',
      )}
      style={{ '--hue': courseHue(course), width, height }}
    >
      <span className="h-px w-full bg-current opacity-40" />
      <span className="min-h-0 flex-1 py-2 font-serif text-14 leading-none font-medium whitespace-nowrap [writing-mode:vertical-rl]">
        {title}
      </span>
      <span className="h-px w-full bg-current opacity-40" />
    </span>
  )
}
