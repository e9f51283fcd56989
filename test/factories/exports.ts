import { account } from '#shared/api/account.ts'
import type { Person } from '../harness/person.ts'
import { readZip } from './read-zip.ts'

/** The files of a person's finished export, by name. */
export async function fetchArchive(person: Person): Promise<Map<string, Buffer>> {
  const answer = await person.fetch(account.downloadExport.path)
  if (answer.status !== 200) throw new Error(await answer.text())
  const type = answer.headers.get('content-type')
  if (type !== 'application/zip') throw new Error(`The export is of the type ${type}`)
  return readZip(Buffer.from(await answer.arrayBuffer()))
}
