import { courseHue } from '#shared/domain/course-hue.ts'
import { cx } from '#web/ui/cx.ts'

type Spine = { course: number; title: string; code: string; width: number; height: number; lean?: boolean }

const spines: readonly Spine[] = [
  { course: 11, title: 'Organic Chemistry', code: 'CHEM 231', width: 52, height: 188 },
  { course: 4, title: 'Data Structures', code: 'CS 201', width: 44, height: 164 },
  { course: 23, title: 'Linear Algebra', code: 'MATH 240', width: 36, height: 200 },
  { course: 9, title: 'Cell Biology', code: 'BIO 110', width: 58, height: 172 },
  { course: 31, title: 'Macroeconomics', code: 'ECON 102', width: 40, height: 148 },
  { course: 2, title: 'Modern Poetry', code: 'ENG 315', width: 32, height: 180, lean: true },
  { course: 17, title: 'Thermodynamics', code: 'PHYS 221', width: 50, height: 194 },
  { course: 6, title: 'Statistics', code: 'STAT 200', width: 42, height: 158 },
  { course: 28, title: 'Art History', code: 'ART 120', width: 56, height: 176 },
  { course: 14, title: 'Human Anatomy', code: 'ANAT 305', width: 46, height: 202 },
  { course: 20, title: 'Operating Systems', code: 'CS 340', width: 38, height: 168 },
  { course: 8, title: 'Microeconomics', code: 'ECON 101', width: 54, height: 184 },
  { course: 35, title: 'World Religions', code: 'REL 150', width: 34, height: 152 },
  { course: 26, title: 'Calculus III', code: 'MATH 251', width: 48, height: 196 },
  { course: 13, title: 'Psychology', code: 'PSY 100', width: 44, height: 170, lean: true },
  { course: 19, title: 'Signals & Systems', code: 'EE 260', width: 40, height: 190 },
  { course: 33, title: 'Genetics', code: 'BIO 240', width: 60, height: 160 },
  { course: 5, title: 'Discrete Maths', code: 'CS 150', width: 42, height: 182 },
  { course: 22, title: 'Philosophy of Mind', code: 'PHIL 210', width: 36, height: 174 },
  { course: 10, title: 'Fluid Mechanics', code: 'ME 330', width: 52, height: 198 },
  { course: 30, title: 'Accounting', code: 'ACC 201', width: 46, height: 156 },
  { course: 16, title: 'Neuroscience', code: 'NEUR 220', width: 38, height: 186 },
  { course: 3, title: 'Sociology', code: 'SOC 101', width: 50, height: 166 },
  { course: 27, title: 'Astronomy', code: 'ASTR 140', width: 44, height: 192 },
  { course: 12, title: 'Spanish II', code: 'SPAN 102', width: 34, height: 162 },
  { course: 36, title: 'Machine Learning', code: 'CS 470', width: 56, height: 188 },
  { course: 7, title: 'Film Studies', code: 'FILM 110', width: 40, height: 172 },
  { course: 24, title: 'Biochemistry', code: 'BCHM 301', width: 48, height: 200 },
]

/** Courses on a shelf, each in its own hue, as their cards' spines show it. An ornament: hidden from screen readers by its place. */
export function Shelf({ className }: { className?: string }) {
  return (
    <div className={cx('border-b-4 border-line-strong', className)}>
      <div className="flex h-52 items-end justify-center gap-0.5 overflow-hidden">
        {spines.map(spine => (
          <Book key={spine.code} {...spine} />
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
        lean && 'mr-3 ml-1 origin-bottom-right -rotate-4',
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
