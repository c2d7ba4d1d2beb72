import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { SERVICE_METRICS, WORK_METRICS } from '../../src/main/observability/catalogue.ts'
import { createInstruments } from '../../src/main/observability/registry.ts'
import { WAITING_STATES } from '../../src/payments/payments.ts'

const fileOf = (path: string) => new URL(`../../${path}`, import.meta.url)
const read = (path: string) => readFile(fileOf(path), 'utf8')
const CATALOGUE = { ...SERVICE_METRICS, ...WORK_METRICS }

/** The metrics that a text of PromQL names, without the endings of histograms. */
function metricsIn(text: string): Set<string> {
  const names = text.match(/\b(giro|nodejs|process)_[a-z0-9_]+/g) ?? []
  return new Set(names.map((name) => (name in CATALOGUE ? name : name.replace(/_(bucket|sum|count)$/, ''))))
}

async function knownMetrics(): Promise<Set<string>> {
  const { registry } = createInstruments(CATALOGUE)
  return new Set(registry.getMetricsAsArray().map(({ name }) => name))
}

interface Rule {
  alert: string
  expr: string
  severity: string
  summary: string
  do: string
  runbook: string
}

/** The rules of the file: it is written in a form that needs no parser of YAML. */
async function rules(): Promise<Rule[]> {
  const text = await read('ops/prometheus/giro-alerts.yml')
  return text
    .split('      - alert: ')
    .slice(1)
    .map((rule) => {
      const field = (name: string) => new RegExp(`^\\s+${name}: (?:\\|\\n\\s+)?(.*)$`, 'm').exec(rule)?.[1] ?? ''
      return {
        alert: rule.split('\n')[0]!,
        expr: field('expr'),
        severity: /severity: (\w+)/.exec(rule)?.[1] ?? '',
        summary: field('summary'),
        do: field('do'),
        runbook: field('runbook'),
      }
    })
}

test('the alerts and the dashboard ask only for metrics that exist', async () => {
  const known = await knownMetrics()
  const dashboard = JSON.parse(await read('ops/grafana/giro-dashboard.json')) as {
    panels: { title: string; targets: { expr: string }[] }[]
  }
  const asked = dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const))
  for (const { alert, expr } of await rules()) asked.push([alert, expr])
  assert.ok(asked.length > 35)
  for (const [where, expr] of asked)
    for (const name of metricsIn(expr)) assert.ok(known.has(name), `${where} asks for ${name}, which does not exist`)
})

test('every alert says what is wrong, what to do, and where more is written', async () => {
  const all = await rules()
  assert.ok(all.length >= 15)
  for (const { alert, expr, severity, summary, do: todo, runbook } of all) {
    assert.ok(expr.length > 5, `${alert} has an expression`)
    assert.match(severity, /^(page|ticket)$/, alert)
    assert.match(summary, /\w.*\."$/, alert)
    assert.match(todo, /\w.*\."$/, alert)
    const [file, heading] = runbook.split('#') as [string, string]
    const headings = (await read(file)).match(/^#+ .*$/gm) ?? []
    const anchors = headings.map((line) =>
      line
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    assert.ok(anchors.includes(heading), `${alert}: ${runbook} does not exist`)
  }
})

test('label values in alerts are those that the service sets', async () => {
  for (const { alert, expr } of await rules())
    for (const [, state] of expr.matchAll(/state="(\w+)"/g))
      assert.ok((WAITING_STATES as readonly string[]).includes(state!), `${alert}: ${state}`)
})

test('docs/metrics.md has a row for every metric', async () => {
  const page = await read('docs/metrics.md')
  for (const [name, { type, help }] of Object.entries(CATALOGUE)) {
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))
    assert.ok(row?.includes(`| ${type} |`) && row.includes(help), name)
  }
})

test('promtool accepts the alert rules', (t) => {
  const checked = spawnSync('promtool', ['check', 'rules', fileURLToPath(fileOf('ops/prometheus/giro-alerts.yml'))])
  if (checked.error) return t.skip('promtool is not installed')
  assert.equal(checked.status, 0, String(checked.stdout) + String(checked.stderr))
})
