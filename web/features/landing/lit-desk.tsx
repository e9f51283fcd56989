import { courseHue } from '#shared/domain/course-hue.ts'
import { Chip } from '#web/ui/chip.tsx'

/** A document under the lamp, with what waits beside it: what the product is, as a picture. */
export function LitDesk() {
  return (
    <div aria-hidden="true" className="relative mx-auto h-105 w-full max-w-120 select-none">
      <div className="glow absolute -inset-x-24 -top-28 -bottom-24 sm:-inset-x-48" />
      <Sheet course={9} className="top-24 left-2 -rotate-5 opacity-70" />
      <Sheet course={23} className="top-20 right-2 rotate-4 opacity-70" />
      <DeskLamp />
      <article
        className="course-tint absolute inset-x-0 top-26 mx-auto flex h-76 w-76 overflow-hidden rounded-10 border border-line bg-sheet shadow-floating"
        style={{ '--hue': courseHue(4) }}
      >
        <span className="w-2 bg-course" />
        <div className="flex min-w-0 flex-1 flex-col p-5">
          <p className="font-serif text-18 leading-6 font-semibold">Red–black trees, slowly</p>
          <p className="mt-2 flex gap-1.5">
            <Chip tone="course">CS 201</Chip>
            <Chip className="figures">CRN 40512</Chip>
          </p>
          <Tree />
          <span className="h-1.5 w-full rounded-full bg-sunken" />
          <span className="mt-2 h-1.5 w-5/6 rounded-full bg-lamp" />
          <span className="mt-2 h-1.5 w-11/12 rounded-full bg-sunken" />
          <p className="mt-auto flex justify-between text-12 text-ink-faint">
            <span>Maya Chen</span>
            <span className="figures">12 / 48</span>
          </p>
        </div>
      </article>
    </div>
  )
}

function Sheet({ course, className }: { course: number; className: string }) {
  return (
    <div
      className={`course-tint absolute flex h-64 w-52 overflow-hidden rounded-10 border border-line bg-sheet ${className}`}
      style={{ '--hue': courseHue(course) }}
    >
      <span className="w-1.5 bg-course" />
      <div className="flex flex-1 flex-col gap-2 p-4">
        <span className="h-3 w-3/4 rounded-full bg-course-wash" />
        {[92, 100, 84, 96, 60, 0, 88, 100, 72].map((width, line) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a drawing never change places
          <span key={line} className="h-1.5 rounded-full bg-sunken" style={{ width: `${width}%` }} />
        ))}
      </div>
    </div>
  )
}

function DeskLamp() {
  return (
    <svg aria-hidden="true" viewBox="0 0 220 110" className="absolute inset-x-0 top-0 mx-auto w-64">
      <path d="M110 0 V34" className="stroke-ink" strokeWidth="2.5" />
      <path d="M92 40 q0 -12 18 -12 t18 12 l34 46 H58 Z" className="fill-accent" />
      <path d="M96 40 q0 -8 14 -9 L72 86 H58 Z" className="fill-sheet opacity-15" />
      <ellipse cx="110" cy="86" rx="52" ry="7" className="fill-lamp" />
      <ellipse cx="110" cy="86" rx="30" ry="4" className="fill-lamp-wash" />
    </svg>
  )
}

const nodes: [x: number, y: number, red: boolean][] = [
  [110, 14, false],
  [62, 42, true],
  [158, 42, false],
  [36, 72, false],
  [88, 72, false],
  [184, 72, true],
]

function Tree() {
  return (
    <svg aria-hidden="true" viewBox="0 0 220 86" className="my-3 w-full">
      <path
        d="M110 14 L62 42 L36 72 M62 42 L88 72 M110 14 L158 42 L184 72"
        fill="none"
        className="stroke-line-strong"
        strokeWidth="1.5"
      />
      {nodes.map(([x, y, red]) => (
        <circle key={`${x}`} cx={x} cy={y} r="9" className={red ? 'fill-negative' : 'fill-ink'} />
      ))}
    </svg>
  )
}
