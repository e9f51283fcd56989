import url from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** The address of pdf.js's worker, apart from pdf.js itself, so that it can be prefetched. */
export const pdfWorkerUrl = url
