/**
 * `npm run licenses`: writes sbom.cdx.json, a list of all packages that the product is made of (CycloneDX), prints
 * how many have which license, and fails if one has a license that isn't listed here.
 */

import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod/mini'

const root = resolve(import.meta.dirname, '..')

/** They let a closed product use a package as it comes from its author, if the license's text stays with it. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  // It asks us to share changes to its files, and we make none.
  'MPL-2.0',
  'OFL-1.1',
  'Unlicense',
  'Zlib',
])

/** Other packages that we may use, by the reason. */
const exceptions: Record<string, string> = {
  '@img/sharp-libvips-': 'LGPL: a library of its own that sharp loads, which anyone can replace',
  'libheif-js': 'LGPL: a module of its own that heic-decode loads, which anyone can replace',
  khroma: 'its package doesn’t name a license; the file `license` in it has the text of MIT',
}

const named = z.union([
  z.object({ expression: z.string() }),
  z.object({ license: z.union([z.object({ id: z.string() }), z.object({ name: z.string() })]) }),
])
const bom = z.object({
  components: z.array(
    z.object({ name: z.string(), version: z.string(), licenses: z.optional(z.array(named)) }),
  ),
})

type Package = { name: string; version: string; license: string }

if (import.meta.main) {
  const made = makeBom()
  const packages = packagesIn(made)
  writeFileSync(join(root, 'sbom.cdx.json'), made)
  const byLicense = Map.groupBy(packages, ({ license }) => license)
  for (const [license, all] of [...byLicense].sort(([, a], [, b]) => b.length - a.length)) {
    console.log(`${String(all.length).padStart(5)}  ${license}`)
  }
  const refused = packages.filter(one => !mayUse(one))
  for (const { name, version, license } of refused)
    console.error(`We may not use ${name} ${version}: ${license}`)
  console.log(
    `${packages.length} packages in sbom.cdx.json, ${refused.length} of them with a license we may not use`,
  )
  if (refused.length > 0) process.exitCode = 1
}

/** What npm knows about the installed packages, without those that only build or test the product. */
export function makeBom(): string {
  // Without the last option, npm refuses: the board's library asks for an older React than it works with.
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--legacy-peer-deps']
  const { status, stdout, stderr } = spawnSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 50_000_000,
  })
  if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`)
  return stdout
}

/** The packages in npm's list (CycloneDX). If one names several licenses, all of them apply. */
export function packagesIn(made: string): Package[] {
  return bom.parse(JSON.parse(made)).components.map(({ name, version, licenses }) => ({
    name,
    version,
    license: (licenses ?? []).map(nameOf).join(' AND ') || 'none named',
  }))
}

function nameOf(one: z.infer<typeof named>): string {
  if ('expression' in one) return one.expression
  return 'id' in one.license ? one.license.id : one.license.name
}

/** Whether its license is allowed: one of "A OR B", both of "A AND B". */
export function mayUse({ name, license }: Pick<Package, 'name' | 'license'>): boolean {
  if (
    Object.keys(exceptions).some(known => name === known || (known.endsWith('-') && name.startsWith(known)))
  )
    return true
  return license
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some(choice => choice.split(' AND ').every(part => allowed.has(part)))
}
