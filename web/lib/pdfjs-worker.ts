import url from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'

/** Where the code of pdf.js's worker is, apart from pdf.js itself, so that it can be fetched before. */
export const pdfWorkerUrl = url
