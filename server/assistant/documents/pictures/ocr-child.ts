import { constants, setPriority } from 'node:os'
import { serveJobs } from '#server/platform/sandbox/child.ts'
import { recognizePage } from './recognize-page.ts'

// Threads that start from here on have it too: they do the work.
setPriority(constants.priority.PRIORITY_LOW)
serveJobs(recognizePage)
