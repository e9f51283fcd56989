import { access, constants } from 'node:fs/promises'
import type { Config } from '#server/config/config.ts'
import { bubblewrapWorks } from '#server/platform/sandbox/bubblewrap.ts'
import type { Converter } from './conversion.ts'
import { createGotenberg } from './gotenberg.ts'
import { createLibreOffice } from './libreoffice.ts'
import { createWasmOffice } from './wasm-office.ts'

/**
 * The best available converter: a Gotenberg by its address, or this machine's LibreOffice, or the one from
 * npm. An office suite runs strangers' content, so LibreOffice is used only where bubblewrap can enclose it
 * (security F-9).
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
