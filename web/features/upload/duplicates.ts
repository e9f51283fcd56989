import { toast } from '#web/ui/toast.ts'
import type { Duplicate } from './uploads.ts'

/** Says what became of files that have the name of one already there. */
export function sayDuplicates(duplicates: readonly Duplicate[]): void {
  const names = (outcome: Duplicate['outcome']) =>
    duplicates.filter(duplicate => duplicate.outcome === outcome).map(({ name }) => name)
  const skipped = names('skipped')
  const kept = names('kept-both')
  if (skipped.length === 1) toast.message(`${skipped[0]} is here already, so it was skipped.`)
  if (skipped.length > 1) toast.message(`${skipped.length} files are here already, so they were skipped.`)
  for (const name of kept) {
    toast.message(`${name} differs from the one already here. Both are kept; remove the one you don’t want.`)
  }
}
