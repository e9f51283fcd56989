import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Below this a request costs one packet anyway. */
const worthIt = 1024
/** Above this the best compression takes seconds for a percent or two. */
const large = 512 * 1024

/**
 * Writes a brotli and a gzip version of each text file of the built client, so that no request waits for
 * compression.
 */
export function compressed(): Plugin {
  let outDir = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    async closeBundle() {
      const names = await readdir(outDir, { recursive: true })
      await Promise.all(
        names.filter(name => /\.(js|mjs|css|svg|html)$/.test(name)).map(name => compress(join(outDir, name))),
      )
    },
  }
}

async function compress(path: string) {
  const content = await readFile(path)
  if (content.length < worthIt) return
  const [small, older] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: { [constants.BROTLI_PARAM_QUALITY]: content.length > large ? 8 : 11 },
    }),
    promisify(gzip)(content),
  ])
  await Promise.all([writeFile(`${path}.br`, small), writeFile(`${path}.gz`, older)])
}
