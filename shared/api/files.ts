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
        z.lte(max, `At most ${max / 1024 / 1024} MiB can be uploaded.`),
      ),
  )

/**
 * A link to PUT one file to, with the headers that must go with it. It is good once, for ten minutes. It takes the size that was
 * named, or without one anything that may be uploaded.
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
    summary: 'A signed link to upload one document: a PDF or a picture. Office files are converted first.',
    access: 'login',
    body: z.object({
      name: line(fileLimits.nameLength, 'File name'),
      type: z.enum(keys(documentTypes), 'Only PDFs, office files and pictures can be shared.'),
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
      type: z.enum(keys(thumbnailTypes), 'A thumbnail is a PNG, JPEG or WebP picture.'),
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
      'A signed link to the document of a post or to one’s own upload, good for 60 seconds. Whoever reads on asks for the next one.',
    access: 'login',
    body: z.object({ key: fileKey }),
    output: z.object({ status: success, url: z.string(), expires_at: z.iso.datetime() }),
    errors: ['not_found'],
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
      'Get the converter ready, as an office file may come soon: it takes some seconds to start and stops after a rest.',
    access: 'login',
    output: z.object({ status: success }),
    errors: [],
    perMinute: 20,
  }),
  convert: defineCall({
    method: 'POST',
    path: '/api/convertor/new',
    summary: 'Make a PDF of the office file in the field `files`.',
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
