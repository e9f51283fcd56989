import { toast } from '#web/ui/toast.ts'
import type { Duplicate } from './uploads.ts'

/** Says what happened to files with the name of an existing one. */
export function sayDuplicates(duplicates: readonly Duplicate[]): void {
  const names = (outcome: Duplicate['outcome']) =>
    duplicates.filter(duplicate => duplicate.outcome === outcome).map(({ name }) => name)
  const skipped = names('skipped')
  const kept = names('kept-both')
  if (skipped.length === 1) toast.message(`${skipped[0]} is already here, so we skipped it.`)
  if (skipped.length > 1) toast.message(`${skipped.length} files are already here, so we skipped them.`)
  for (const name of kept) {
    toast.message(
      `${name} is different from the one already here. We kept both. Remove the one you don’t want.`,
    )
  }
}
