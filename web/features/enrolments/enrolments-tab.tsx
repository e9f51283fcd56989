import { zoneName } from '#shared/domain/zone-name.ts'
import { useViewerZone } from '#web/lib/viewer-zone.ts'
import { ComingList } from './coming-list.tsx'

/** The sessions that the person is in or teaches: unpaid and upcoming ones. */
export function EnrolmentsTab() {
  const zone = useViewerZone()
  return (
    <div className="group/list">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-22">Your learning enrollments</h2>
          <p className="mt-0.5 text-14 text-ink-soft">Pay to join</p>
        </div>
        <p className="text-12 text-ink-faint group-has-data-empty/list:hidden">
          Times are in {zoneName(zone)}.
        </p>
      </div>
      <ComingList zone={zone} />
    </div>
  )
}
