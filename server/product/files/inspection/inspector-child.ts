import { serveJobs } from '#server/platform/sandbox/child.ts'
import type { Inspection } from './inspection.ts'

// Each check's library is loaded when first needed: a process that only ever sees images doesn't carry pdf.js.
serveJobs(async (job: Inspection) => {
  switch (job.kind) {
    case 'pdf':
      return (await import('./check-pdf.ts')).checkPdf(job)
    case 'image':
      return (await import('./render-image.ts')).renderImage(job)
    case 'office':
      return (await import('./check-office.ts')).checkOffice(job)
  }
})
