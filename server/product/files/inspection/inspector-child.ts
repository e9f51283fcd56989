import { serveJobs } from '#server/platform/sandbox/child.ts'
import type { Inspection } from './inspection.ts'

// Loads each check's library on first use: a process that only sees images doesn't load pdf.js.
serveJobs(async (job: Inspection) => {
  switch (job.kind) {
    case 'pdf':
      return (await import('./check-pdf.ts')).checkPdf(job)
    case 'image':
      return (await import('./render-image.ts')).renderImage(job)
    case 'page-picture':
      return (await import('./draw-page-picture.ts')).drawPagePicture(job)
    case 'office':
      return (await import('./check-office.ts')).checkOffice(job)
  }
})
