import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadConfig } from '#server/config/config.ts'
import { healthRoutes } from '#server/platform/http/health.ts'
import { metricsRoutes } from '#server/platform/http/metrics.ts'
import { leastSettings } from '../harness/settings.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

type Rule = { alert: string; expr: string; annotations: Record<string, string> }
type Panel = { title: string; targets: { expr: string }[] }

const rules: Rule[] = parse(read('deploy/monitoring/alerts.yaml')).groups[0].rules
const panels: Panel[] = JSON.parse(read('deploy/monitoring/dashboard.json')).panels
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
]
const operations = read('docs/operations.md')

/** What the server prints when its store is away. */
let printed = ''

beforeAll(async () => {
  const app = fastify()
  const metricsToken = 'a token for this test'
  const whole = async () => false
  const lastArchived = async () => Temporal.Instant.from('2026-11-25T14:03:00Z')
  const watched = { whole, lastArchived, jobFailures: new Map([['support-mail', 3]]) }
  metricsRoutes(app, { metricsToken, production: true }, watched)
  healthRoutes(app, whole)
  await app.inject('/health/ready')
  printed = (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${metricsToken}` } })).body
  await app.close()
})

/** Prometheus itself adds `up`, and these labels. */
function known() {
  const metrics = new Set(['up'])
  for (const [, name, type] of printed.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const parts = type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']
    for (const part of parts) metrics.add(`${name}${part}`)
  }
  const labels = new Set(['job', 'instance', 'le'])
  for (const [, label] of printed.matchAll(/[{,](\w+)="/g)) labels.add(label!)
  return { metrics, labels }
}

/** The metrics that an expression names: what is left of its words without labels, functions and keywords. */
function metricsIn(expr: string): string[] {
  const rest = expr
    .replaceAll(/\{[^}]*\}|\[[^\]]*\]|"[^"]*"|\boffset \w+/g, ' ')
    .replaceAll(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  return [...rest.matchAll(/[a-zA-Z_]\w*\b(?!\s*\()/g)]
    .map(([word]) => word)
    .filter(word => !/^(by|without|on|or|and|unless|e\d+|sum|count|topk)$/.test(word))
}

/** The labels that an expression selects or groups by. */
function labelsIn(expr: string): string[] {
  const selected = [...expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, label]) => label!)
  const grouped = [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, list]) =>
    list!.split(',').map(one => one.trim()),
  )
  return [...selected, ...grouped]
}

test('the alerts and the dashboard name metrics and labels that the server prints', () => {
  const { metrics, labels } = known()
  expect(expressions.length).toBeGreaterThan(25)
  for (const [where, expr] of expressions) {
    expect(metricsIn(expr)).not.toEqual([])
    expect([where, metricsIn(expr).filter(name => !metrics.has(name))]).toEqual([where, []])
    expect([where, labelsIn(expr).filter(label => !labels.has(label))]).toEqual([where, []])
  }
})

test('a server without its store raises an alert', () => {
  expect(rules.find(({ alert }) => alert === 'IgniteNotReady')!.expr).toContain('ignite_ready')
  expect(printed).toContain('ignite_ready 0\n')
})

test('everything is about the servers that Prometheus is told to watch', () => {
  const [{ job_name, static_configs }] = parse(read('deploy/monitoring/prometheus.yaml')).scrape_configs
  const { port } = loadConfig(leastSettings)
  expect(static_configs[0].targets).toEqual([`app-1:${port}`, `app-2:${port}`])
  for (const [where, expr] of expressions) {
    const selectors = [...expr.matchAll(/\{([^}]*)\}/g)].map(([, inside]) => inside!)
    expect([
      where,
      selectors.length > 0 && selectors.every(one => one.includes(`job="${job_name}"`)),
    ]).toEqual([where, true])
  }
})

test('an alert that counts what was added also counts what begins, which increase() doesn’t see', () => {
  const counting = rules.filter(({ expr }) => expr.includes('increase('))
  expect(counting.map(({ alert }) => alert)).toEqual(['IgniteBug', 'IgniteJobsFail'])
  for (const { expr } of counting) {
    const [, series, time] = /increase\((\w+\{[^}]*\})\[(\w+)\]\)/.exec(expr)!
    expect(expr.replaceAll(/\s+/g, ' ')).toContain(`${series} unless ${series} offset ${time})`)
  }
})

test('each alert is on the page about operations, and has its own tests', () => {
  const alerts = rules.map(({ alert }) => alert)
  expect(new Set(alerts).size).toBe(alerts.length)
  expect([...operations.matchAll(/^- `(Ignite\w+)`: /gm)].map(([, name]) => name)).toEqual(alerts)
  expect(operations).toMatch(/^### Alerts$/m)
  for (const { annotations } of rules) expect(annotations.runbook).toBe('docs/operations.md#alerts')
  const [quiet, trouble] = parse(read('deploy/monitoring/alerts.test.yaml')).tests
  const silent = quiet.alert_rule_test.map(({ alertname }: { alertname: string }) => alertname)
  const raised = trouble.promql_expr_test[0].exp_samples.map(
    ({ labels }: { labels: string }) => /alertname="(\w+)"/.exec(labels)![1],
  )
  expect(silent).toEqual(alerts)
  expect(raised).toEqual(alerts)
})
