import { createInspector } from '#server/product/files/inspection/inspector.ts'

/** Checks the files of all stacks of a test worker, with which its processes end. */
export const inspector = createInspector()
