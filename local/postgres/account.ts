import { spawnSync } from 'node:child_process'
import { chownSync, statSync } from 'node:fs'

/** How to run PostgreSQL's programs: the prefix of the command, and the owner of their files. */
export type Account = { prefix: string[]; owner?: { uid: number; gid: number } }

const nobody = { uid: 65534, gid: 65534 }

/**
 * PostgreSQL refuses to run as root, so root runs it as `nobody`, or as the owner of existing data.
 *
 * That account can reach neither a checkout below /root (mode 700) nor a data folder in it. So it keeps one
 * of root's capabilities, the one to traverse folders, and nothing else. Containers often lack
 * dac_read_search; dac_override, which they have, is the broader second choice. The securebit makes access(2)
 * honor the capability for a user other than root, which initdb needs to find its own programs.
 */
export function chooseAccount(postgres: string, dataFolder: string): Account {
  if (process.getuid?.() !== 0) return runnable({ prefix: [] }, postgres)
  const owner = ownerOf(dataFolder) ?? nobody
  const identity = [
    'setpriv',
    `--reuid=${owner.uid}`,
    `--regid=${owner.gid}`,
    '--clear-groups',
    '--no-new-privs',
  ]
  const accounts = ['dac_read_search', 'dac_override'].map(capability => ({
    owner,
    prefix: [
      ...identity,
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
      `--bounding-set=-all,+${capability}`,
      '--securebits=+no_setuid_fixup',
    ],
  }))
  const chosen = [...accounts, { owner, prefix: identity }].find(account => !failure(account, postgres))
  if (chosen) return chosen
  throw new Error(
    `PostgreSQL does not run as root, and could not be run as another user here: ${failure({ owner, prefix: identity }, postgres)}\n` +
      'Run Ignite as an ordinary user, put the folder where every user can read it, or set DATABASE_URL.',
  )
}

/** Gives a file or folder to the account that PostgreSQL runs as. */
export function handOver(account: Account, path: string): void {
  if (account.owner) chownSync(path, account.owner.uid, account.owner.gid)
}

function ownerOf(folder: string): { uid: number; gid: number } | undefined {
  const found = statSync(folder, { throwIfNoEntry: false })
  return found && found.uid !== 0 ? { uid: found.uid, gid: found.gid } : undefined
}

function runnable(account: Account, postgres: string): Account {
  const fault = failure(account, postgres)
  if (fault)
    throw new Error(
      `PostgreSQL from npm does not run on this machine: ${fault}\nSet DATABASE_URL to a PostgreSQL 18 of your own.`,
    )
  return account
}

function failure(account: Account, postgres: string): string | undefined {
  const [program = '', ...args] = [...account.prefix, postgres, '--version']
  const result = spawnSync(program, args, { cwd: '/', encoding: 'utf8' })
  if (result.status === 0) return undefined
  return result.error?.message ?? (result.stderr.trim() || `exit code ${result.status}`)
}
