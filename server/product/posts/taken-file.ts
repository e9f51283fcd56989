import { DatabaseError } from 'pg'
import { problem } from '#server/platform/http/problem.ts'

/** A file belongs to one post, and one that was removed meanwhile to none. */
export const fileTaken = () =>
  problem('conflict', 'This file was used for another post or has been deleted. Upload it again.')

/** Makes a 409 of the database's refusal of such a file. */
export function refuseTaken(error: unknown): never {
  const taken = [
    'posts_document_id_key',
    'posts_thumbnail_id_key',
    'posts_document_id_fkey',
    'posts_thumbnail_id_fkey',
  ]
  if (error instanceof DatabaseError && taken.includes(error.constraint ?? '')) throw fileTaken()
  throw error
}
