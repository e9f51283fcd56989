import { type PointerEvent, useId, useState } from 'react'
import { formatDollars } from '#shared/domain/money.ts'
import { cx } from '#web/ui/cx.ts'
import { centsOf, signedDollarsText } from './amounts.ts'
import { chartScale } from './chart-scale.ts'
import type { WalletView } from './queries.ts'

type Month = WalletView['months'][number]

/**
 * The earnings of the last months. One is shown in numbers above: the latest, unless another is chosen or
 * hovered.
 */
export function EarningsChart({ months }: { months: readonly Month[] }) {
  const title = useId()
  const group = useId()
  const [chosen, setChosen] = useState<string | null>(null)
  const [pointed, setPointed] = useState<string | null>(null)
  const earned = months.map(month => centsOf(month.earned))
  const empty = earned.every(cents => cents === 0)
  const read = months.find(({ month }) => month === (pointed ?? chosen)) ?? months.at(-1)
  /** A month is narrower than a finger, which may slide to the one it means. */
  const point = ({ currentTarget, clientX, pointerType }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    const place = Math.floor(((clientX - left) / width) * months.length)
    const month = months.at(Math.max(0, Math.min(months.length - 1, place)))!.month
    if (pointerType === 'touch') setChosen(month)
    else setPointed(month)
  }
  return (
    <section
      aria-labelledby={title}
      className="relative min-w-0 rounded-16 border border-line bg-sheet p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-32">
          <h2 id={title} className="text-18">
            Earnings
          </h2>
          <p className="text-14 text-ink-soft">
            {empty ? 'Earnings from each month’s meetings,' : `${totalText(earned)} in twelve months,`} minus
            refunds to students.
          </p>
        </div>
        {!empty && read && (
          <p aria-hidden="true" className="shrink-0 text-right">
            <span className="block text-12 text-ink-faint">{monthText(read.month, 'long')}</span>
            <span className="font-serif text-22 font-semibold lining-nums tabular-nums">
              {signedDollarsText(read.earned)}
            </span>
          </p>
        )}
      </div>
      <div className="relative mt-5 h-44">
        {empty ? (
          <p className="absolute inset-0 flex items-center justify-center border-b border-line-strong px-6 text-center text-14 text-ink-faint">
            Your earnings show up here after your first meeting.
          </p>
        ) : (
          <div className="absolute inset-y-0 right-0 left-12">
            <fieldset
              className="absolute inset-0 flex touch-pan-y"
              onPointerMove={point}
              onPointerLeave={() => setPointed(null)}
            >
              <legend className="sr-only">Choose a month</legend>
              {months.map(({ month, earned: amount }) => (
                <label
                  key={month}
                  // Filled by a contrast theme, the chosen month would look like a bar.
                  className="relative flex-1 rounded-6 transition-colors has-checked:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-sunken forced-colors:has-checked:bg-transparent! forced-colors:has-checked:outline-1"
                >
                  <input
                    type="radio"
                    name={group}
                    checked={month === (chosen ?? months.at(-1)?.month)}
                    onChange={() => setChosen(month)}
                    aria-label={`${monthText(month, 'long')}: ${signedDollarsText(amount)}`}
                    className="absolute inset-0 cursor-pointer appearance-none rounded-6 outline-none"
                  />
                </label>
              ))}
            </fieldset>
            <Bars earned={earned} />
          </div>
        )}
      </div>
      <div
        aria-hidden="true"
        className={cx('mt-1.5 flex tiny:hidden text-12 text-ink-faint', !empty && 'ml-12')}
      >
        {months.map(({ month }) => (
          <span key={month} className="flex-1 text-center">
            <span className="sm:hidden">{monthText(month, 'narrow')}</span>
            <span className="max-sm:hidden">{monthText(month, 'short')}</span>
          </span>
        ))}
      </div>
      {!empty && (
        // Around the table, which would keep its own height.
        <div className="sr-only">
          <MonthsTable months={months} />
        </div>
      )}
    </section>
  )
}

/**
 * Bars from the zero line, up for earnings and down for deductions. Pointer events pass through to the
 * months.
 */
function Bars({ earned }: { earned: number[] }) {
  const { top, bottom, lines } = chartScale(earned)
  const percent = (cents: number) => (cents / (top - bottom)) * 100
  const zero = percent(top)
  const column = 100 / earned.length
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full overflow-visible">
      {lines.map(cents => (
        <g key={cents}>
          <text
            x="-8"
            y={`${percent(top - cents)}%`}
            textAnchor="end"
            dominantBaseline="central"
            className="fill-ink-faint text-12 tabular-nums forced-colors:fill-[CanvasText]"
          >
            {roundDollars.format(cents / 100).replace('-', '−')}
          </text>
          {cents !== 0 && (
            <line
              x1="0"
              x2="100%"
              y1={`${percent(top - cents)}%`}
              y2={`${percent(top - cents)}%`}
              strokeDasharray="2 4"
              className="stroke-line-strong"
            />
          )}
        </g>
      ))}
      {earned.map((cents, index) => {
        // One cent is still visible.
        const height = cents === 0 ? 0 : Math.max(1.5, percent(Math.abs(cents)))
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
            key={index}
            x={`${(index + 0.22) * column}%`}
            y={`${cents > 0 ? zero - height : zero}%`}
            width={`${0.56 * column}%`}
            height={`${height}%`}
            rx="3"
            // A contrast theme leaves a drawing its colors.
            className="fill-accent forced-colors:fill-[CanvasText]"
          />
        )
      })}
      <line x1="0" x2="100%" y1={`${zero}%`} y2={`${zero}%`} className="stroke-line-strong" />
    </svg>
  )
}

/** "$20", "$1.5K": as short as the chart's margin. */
const roundDollars = new Intl.NumberFormat('en-US', {
  ...{ style: 'currency', currency: 'USD', notation: 'compact' },
  maximumFractionDigits: 2,
})

function totalText(earned: readonly number[]): string {
  const total = earned.reduce((sum, cents) => sum + cents, 0)
  return formatDollars(total)
}

function MonthsTable({ months }: { months: readonly Month[] }) {
  return (
    <table>
      <caption>Earnings by month</caption>
      <thead>
        <tr>
          <th scope="col">Month</th>
          <th scope="col">Earned</th>
        </tr>
      </thead>
      <tbody>
        {months.map(({ month, earned }) => (
          <tr key={month}>
            <th scope="row">{monthText(month, 'long')}</th>
            <td>{signedDollarsText(earned)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Formats '2026-11' as "November 2026", "Nov" or "N". */
function monthText(month: string, style: 'long' | 'short' | 'narrow'): string {
  return new Date(`${month}-15T12:00:00Z`).toLocaleDateString('en-US', {
    month: style,
    year: style === 'long' ? 'numeric' : undefined,
    timeZone: 'UTC',
  })
}
