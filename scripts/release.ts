/**
 * `npm run release`: checks that everything is ready, writes CHANGELOG.md from the commits since the last tag, sets the version,
 * commits and tags. It never pushes. A release with new migrations is at least a minor one, and any other is a patch
 * unless `-- minor` or `-- major` follows: so the number tells operators whether they can go back.
 *
 * npm sets the version. The rest is our own: changelogen, commit-and-tag-version and release-it take from a commit's
 * title what kind of change it is (`feat: …`), which ours don't say, and these and git-cliff know no migrations.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { firstRelease, releaseOf, withRelease } from './changelog.ts'

const root = resolve(import.meta.dirname, '..')
const folder = 'server/migrations'
const steps = ['major', 'minor', 'patch']
const [asked, ...others] = process.argv.slice(2)
if (others.length > 0 || (asked && !steps.includes(asked))) end('Usage: npm run release -- patch|minor|major')

const last = lastTag()
const present: string = JSON.parse(read('package.json')!).version
const migrations = git('ls-files', `${folder}/*.sql`).split('\n').filter(Boolean)
const released = last ? git('ls-tree', '--name-only', last, `${folder}/`).split('\n') : []
const added = migrations.filter(file => !released.includes(file))
const step = asked ?? (added.length > 0 ? 'minor' : 'patch')
const next = raise(present, step)

const faults = obstacles()
if (faults.length > 0) end(`Nothing is released:\n${faults.map(fault => `- ${fault}`).join('\n')}`)
if (spawnSync('npm', ['--silent', 'run', 'check'], { cwd: root, stdio: 'inherit' }).status !== 0)
  end('Nothing is released: npm run check failed.')

const texts = added.map(file => ({ name: basename(file, '.sql'), text: read(file)! }))
const release = last ? releaseOf(next, commitsSince(last), texts) : firstRelease(next, texts)
writeFileSync(join(root, 'CHANGELOG.md'), withRelease(read('CHANGELOG.md'), release))
run('npm', 'version', next, '--no-git-tag-version')
git('add', 'CHANGELOG.md', 'package.json', 'package-lock.json')
git('commit', '--quiet', `--message=Release ${next}`)
git('tag', '--annotate', `--message=Ignite ${next}`, `v${next}`)
console.log(`v${next} is tagged here. Nothing is pushed; do that with: git push --follow-tags`)

function obstacles(): string[] {
  const found: string[] = []
  const changed = git('status', '--porcelain')
  if (changed) found.push(`no commit has these changes:\n${changed}`)
  const branch = git('branch', '--show-current')
  if (branch !== 'main') found.push(`this is ${branch || 'no branch'}, and releases are made on main`)
  if (git('tag', '--list', `v${next}`)) found.push(`there is a tag v${next} already`)
  if (!last) {
    if (read('CHANGELOG.md'))
      found.push('CHANGELOG.md has releases, but no tag is here: get them with git fetch --tags')
    return found
  }
  if (last !== `v${present}`) found.push(`package.json says ${present}, but the last tag is ${last}`)
  if (git('rev-list', '--count', `${last}..HEAD`) === '0') found.push(`nothing has changed since ${last}`)
  const changes = git('diff', '--name-only', '--no-renames', '--diff-filter=a', last, 'HEAD', '--', folder)
  if (changes) found.push(`databases have run these migrations as they were in ${last}:\n${changes}`)
  const late = added.filter(file => released.some(other => file < other))
  if (late.length > 0) found.push(`${last} has later migrations than these:\n${late.join('\n')}`)
  if (step === 'patch' && added.length > 0)
    found.push(`nobody can go back from a release with migrations, so it’s no patch:\n${added.join('\n')}`)
  return found
}

function commitsSince(tag: string) {
  const log = git('log', '--no-merges', '--format=%x00%s', '--name-only', `${tag}..HEAD`)
  return log
    .split('\0')
    .slice(1)
    .map(commit => {
      const [title, ...files] = commit.split('\n').filter(Boolean)
      return { title: title!, files }
    })
}

function raise(version: string, by: string): string {
  const place = steps.indexOf(by)
  const numbers = version.split('.').map(Number)
  return numbers.map((number, n) => (n < place ? number : n === place ? number + 1 : 0)).join('.')
}

function lastTag(): string | undefined {
  const args = ['describe', '--tags', '--abbrev=0', '--match=v[0-9]*']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : undefined
}

function read(file: string): string | undefined {
  const path = join(root, file)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function git(...args: string[]): string {
  return run('git', ...args)
}

function run(program: string, ...args: string[]): string {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: root, encoding: 'utf8' })
  if (status !== 0) end(`${program} ${args.join(' ')} failed:\n${stderr}`)
  return stdout.trimEnd()
}

function end(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}
