import { account } from '#shared/api/account.ts'
import type { Person } from '../harness/person.ts'
import { readZip } from './read-zip.ts'

/** The files of a person's finished export, by their names. */
export async function fetchArchive(person: Person): Promise<Map<string, Buffer>> {
  const { status, body, problem } = await person.call(account.downloadExport)
  if (status !== 200) throw new Error(problem.detail)
  const answer = await fetch(body.url)
  const type = answer.headers.get('content-type')
  if (type !== 'application/zip') throw new Error(`The export is of the type ${type}`)
  return readZip(Buffer.from(await answer.arrayBuffer()))
}
