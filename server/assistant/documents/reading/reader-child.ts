import { serveJobs } from '#server/platform/sandbox/child.ts'
import { readPages } from './read-pages.ts'

serveJobs(readPages)
