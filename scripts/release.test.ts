import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

test('the first release has a version, a tag and a changelog, and leaves nothing uncommitted', () => {
  const { release, git, read } = newRepository()
  expect(release()).toMatchObject({ code: 0, said: expect.stringContaining('v0.2.0 is tagged here') })
  expect(git('describe', '--exact-match')).toBe('v0.2.0')
  expect(git('log', '-1', '--format=%s')).toBe('Release 0.2.0')
  expect(git('status', '--porcelain')).toBe('')
  expect(JSON.parse(read('package.json')).version).toBe('0.2.0')
  expect(JSON.parse(read('package-lock.json'))).toMatchObject({
    version: '0.2.0',
    packages: { '': { version: '0.2.0' } },
  })
  expect(read('CHANGELOG.md')).toMatch(
    /^# Changelog\n\n.*\n\n## 0\.2\.0, \d{4}-\d\d-\d\d\n\nThe first release\./,
  )
})

test('a later release lists the commits since the one before, above it, by whom they are for', () => {
  const { release, commit, read } = newRepository()
  release()
  commit('Answer sooner', { 'server/answer.ts': '1' })
  commit('Let operators choose', { 'server/config/settings.ts': '1', 'server/answer.ts': '2' })
  commit('Test the answer', { 'server/answer.test.ts': '1' })
  expect(release().code).toBe(0)
  expect(headless(read('CHANGELOG.md'))).toEqual([
    '## 0.2.1, today',
    '### For operators',
    '- Let operators choose',
    '### In the product',
    '- Answer sooner',
    '### Tests, tools and documents',
    '- Test the answer',
    '## 0.2.0, today',
    'The first release. Its last migration is `0001_people`.',
  ])
})

test('a release with migrations names them and what they are for, and is a minor one', () => {
  const { release, commit, read } = newRepository()
  release()
  commit('Keep posts', {
    'server/migrations/0002_posts.sql': '-- What people\n-- share. Many.\ncreate table posts ();\n',
  })
  const { code, said } = release('patch')
  expect(code).toBe(1)
  expect(said).toContain('nobody can go back from a release with migrations')
  expect(said).toContain('server/migrations/0002_posts.sql')
  expect(release().code).toBe(0)
  expect(headless(read('CHANGELOG.md')).slice(0, 3)).toEqual([
    '## 0.3.0, today',
    '### Migrations, which the first new process runs',
    '- `0002_posts`: What people share.',
  ])
})

test('major and minor can be asked for, and nothing else', () => {
  const { release, commit, git } = newRepository()
  expect(release('major').code).toBe(0)
  expect(git('describe')).toBe('v1.0.0')
  commit('Answer sooner', { 'server/answer.ts': '1' })
  expect(release('minor').code).toBe(0)
  expect(git('describe')).toBe('v1.1.0')
  for (const words of [['2.0.0'], ['minor', 'please']])
    expect(release(...words)).toEqual({ code: 1, said: 'Usage: npm run release -- patch|minor|major\n' })
})

test('says by name all that stands in the way, and changes nothing', () => {
  const { release, commit, git, write } = newRepository()
  release()
  commit('Change old migrations', {
    'server/migrations/0001_people.sql': 'drop table people;',
    'server/migrations/0000_before.sql': 'create table before ();',
    'package.json': '{ "version": "0.5.0" }',
  })
  git('tag', 'v0.6.0', 'HEAD~1')
  git('switch', '--quiet', '--create', 'side')
  write('half.txt', 'done')
  const { code, said } = release()
  expect(code).toBe(1)
  expect(said).toContain('- no commit has these changes:\n?? half.txt\n')
  expect(said).toContain('- this is side, and releases are made on main')
  expect(said).toContain('- there is a tag v0.6.0 already')
  expect(said).toContain('- package.json says 0.5.0, but the last tag is v0.2.0')
  expect(said).toContain('as they were in v0.2.0:\nserver/migrations/0001_people.sql\n')
  expect(said).toContain('v0.2.0 has later migrations than these:\nserver/migrations/0000_before.sql\n')
  expect(git('log', '-1', '--format=%s')).toBe('Change old migrations')
  expect(git('status', '--porcelain')).toBe('?? half.txt')
})

test('nothing is released twice, nor without its tags, nor with a failed check', () => {
  const { release, git } = newRepository()
  release()
  expect(release().said).toContain('nothing has changed since v0.2.0')
  git('tag', '--delete', 'v0.2.0')
  expect(release().said).toContain('get them with git fetch --tags')
  const broken = newRepository()
  broken.commit('Break it', { 'check.mjs': 'console.log("lint: 1 failed"); process.exit(1)' })
  const { code, said } = broken.release()
  expect(code).toBe(1)
  expect(said).toBe('lint: 1 failed\nNothing is released: npm run check failed.\n')
  expect(broken.git('tag')).toBe('')
})

/** A repository on main with the script, one migration and a check that passes. */
function newRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'ignite release '))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Robin Park',
    GIT_AUTHOR_EMAIL: 'robin@example.edu',
    GIT_COMMITTER_NAME: 'Robin Park',
    GIT_COMMITTER_EMAIL: 'robin@example.edu',
  }
  const run = (program: string, args: string[]) =>
    spawnSync(program, args, { cwd: folder, env, encoding: 'utf8' })
  const git = (...args: string[]) => {
    const { status, stdout, stderr } = run('git', args)
    expect([status, stderr]).toEqual([0, ''])
    return stdout.trim()
  }
  const write = (file: string, text: string) => {
    mkdirSync(join(folder, file, '..'), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  const commit = (title: string, files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) write(file, text)
    git('add', '--all')
    git('commit', '--quiet', `--message=${title}`)
  }
  git('init', '--quiet', '--initial-branch=main')
  mkdirSync(join(folder, 'scripts'))
  for (const file of ['release.ts', 'changelog.ts'])
    copyFileSync(join(import.meta.dirname, file), join(folder, 'scripts', file))
  const named = { name: 'ignite', version: '0.1.0' }
  commit('Begin', {
    'package.json': JSON.stringify({ ...named, type: 'module', scripts: { check: 'node check.mjs' } }),
    'package-lock.json': JSON.stringify({ ...named, lockfileVersion: 3, packages: { '': named } }),
    'check.mjs': '',
    'server/migrations/0001_people.sql': 'create table people ();',
  })
  return {
    git,
    write,
    commit,
    read: (file: string) => readFileSync(join(folder, file), 'utf8'),
    release: (...words: string[]) => {
      const { status, stdout, stderr } = run(process.execPath, ['scripts/release.ts', ...words])
      return { code: status, said: stdout + stderr }
    },
  }
}

/** The lines of a changelog below what it begins with, whatever the day. */
function headless(changelog: string): string[] {
  const lines = changelog
    .replaceAll(/\d{4}-\d\d-\d\d/g, 'today')
    .split('\n')
    .filter(Boolean)
  return lines.slice(2)
}
