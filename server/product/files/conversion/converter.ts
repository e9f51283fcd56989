import { access, constants } from 'node:fs/promises'
import type { Config } from '#server/config.ts'
import { bubblewrapWorks } from '#server/platform/sandbox/bubblewrap.ts'
import type { PlainOfficeExtension } from '#shared/domain/file-types.ts'
import { createGotenberg } from './gotenberg.ts'
import { createLibreOffice } from './libreoffice.ts'
import { createWasmOffice } from './wasm-office.ts'

export type Conversion = {
  input: string
  extension: PlainOfficeExtension
  /** Where the PDF goes. */
  output: string
  signal?: AbortSignal | undefined
}

/** Makes a PDF of an office file, or throws a JobFailure. What it makes is not yet known to be a PDF. */
export type Converter = {
  name: string
  convert(conversion: Conversion): Promise<void>
  /** Gets ready ahead of the first conversion. */
  warm(): Promise<void>
  close(): Promise<void>
}

/** Conversions that may wait; who comes then is asked to come back. */
export const maxWaiting = 20

/**
 * The best converter there is: a Gotenberg by its address, else this machine's LibreOffice, else the one from npm. An
 * office suite runs what strangers wrote, so LibreOffice is used only where bubblewrap can enclose it (security F-9).
 */
export async function chooseConverter(settings: Config['conversion']): Promise<Converter> {
  if (settings.gotenbergUrl) return createGotenberg({ ...settings, url: settings.gotenbergUrl })
  const soffice = await findOffice()
  return soffice && (await bubblewrapWorks())
    ? createLibreOffice({ ...settings, soffice })
    : createWasmOffice(settings)
}

async function findOffice(): Promise<string | undefined> {
  for (const path of ['/usr/bin/soffice', '/usr/local/bin/soffice', '/usr/bin/libreoffice']) {
    const found = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (found) return path
  }
  return undefined
}
