import * as z from 'zod/mini'
import { documentTypes, fileLimits, thumbnailTypes } from '../domain/file-types.ts'
import { defineCall } from './contract.ts'
import { fileKey, line, success } from './fields.ts'

const keys = <T extends Record<string, unknown>>(types: T) => Object.keys(types) as [keyof T & string]

const size = (max: number) =>
  z.optional(
    z
      .number()
      .check(
        z.int(),
        z.gte(1, 'This file is empty.'),
        z.lte(max, `Files can be up to ${max / 1024 / 1024} MB.`),
      ),
  )

/**
 * A link to PUT one file, with the headers to send. It works once, for ten minutes. It accepts exactly the
 * stated size, or any allowed size if none was stated.
 */
export const uploadLink = z.object({
  status: success,
  url: z.string(),
  headers: z.record(z.string(), z.string()),
  /** Names the upload in `POST /api/post`. */
  key: z.string(),
  expires_at: z.iso.datetime(),
})

export const files = {
  upload: defineCall({
    method: 'POST',
    path: '/api/bucket',
    summary: 'A signed link to upload one document: a PDF or an image. Office files are converted first.',
    access: 'login',
    body: z.object({
      name: line(fileLimits.nameLength, 'File name'),
      type: z.enum(keys(documentTypes), 'You can only share PDFs, Office files and images.'),
      size: size(fileLimits.documentBytes),
    }),
    output: uploadLink,
    errors: ['invalid', 'quota_exceeded'],
    perMinute: 60,
  }),
  thumbnail: defineCall({
    method: 'POST',
    path: '/api/bucket/thumbnail',
    summary: 'A signed link to upload the thumbnail of a document.',
    access: 'login',
    body: z.object({
      name: line(fileLimits.nameLength, 'File name'),
      type: z.enum(keys(thumbnailTypes), 'A thumbnail must be a PNG, JPEG or WebP image.'),
      size: size(fileLimits.thumbnailBytes),
    }),
    output: uploadLink,
    errors: ['invalid', 'quota_exceeded'],
    perMinute: 60,
  }),
  download: defineCall({
    method: 'POST',
    path: '/api/bucket/download',
    summary:
      'A signed link to the document of a post or to your own upload, valid for 60 seconds. Request another to read on.',
    access: 'login',
    body: z.object({ key: fileKey }),
    output: z.object({ status: success, url: z.string(), expires_at: z.iso.datetime() }),
    errors: ['not_found'],
  }),
  showFirstPage: defineCall({
    method: 'GET',
    path: '/api/bucket/first-page/{key}',
    summary: 'A picture of a document’s first page, to whoever may read the document.',
    access: 'login',
    params: z.object({ key: fileKey }),
    produces: 'image/webp',
    errors: ['not_found'],
  }),
  showPage: defineCall({
    method: 'GET',
    path: '/api/bucket/page/{key}',
    summary:
      'A small picture of a document’s page, to whoever may read the document. Pages that can’t be drawn have none.',
    access: 'login',
    params: z.object({ key: fileKey }),
    query: z.object({ page: z.coerce.number().check(z.int(), z.gte(1), z.lte(1_000_000)) }),
    produces: 'image/webp',
    errors: ['not_found', 'invalid', 'unavailable', 'upstream_unavailable'],
    perMinute: 300,
  }),
  showThumbnail: defineCall({
    method: 'GET',
    path: '/api/bucket/thumbnail/{key}',
    summary: 'The thumbnail of a post.',
    access: 'visitor',
    params: z.object({ key: fileKey }),
    produces: 'image/webp',
    errors: ['not_found'],
  }),
  expectOffice: defineCall({
    method: 'POST',
    path: '/api/convertor/ready',
    summary:
      'Start the converter, since an office file may come soon: it takes some seconds to start and stops when idle.',
    access: 'login',
    output: z.object({ status: success }),
    errors: [],
    perMinute: 20,
  }),
  convert: defineCall({
    method: 'POST',
    path: '/api/convertor/new',
    summary: 'Convert the office file in the field `files` to a PDF.',
    access: 'login',
    consumes: 'multipart/form-data',
    produces: 'application/pdf',
    errors: [
      'invalid',
      'too_large',
      'unsupported_type',
      'broken_file',
      'encrypted_file',
      'unsafe_file',
      'conversion_timeout',
      'unavailable',
      'upstream_unavailable',
    ],
    perMinute: 20,
  }),
}
