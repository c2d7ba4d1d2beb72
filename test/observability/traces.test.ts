import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { readEnvironment } from '../../src/main/config.ts'
import { traceSweeps } from '../../src/main/tracing/traces.jobs.ts'
import { dataOf } from '../support/answers.ts'
import { movingClock } from '../support/clocks.ts'
import { type CollectedSpan, type Collector, openCollector } from '../support/collector.ts'
import { eventually } from '../support/eventually.ts'
import { createPayer, creditBody, type Payer, startTestService, type TestService } from '../support/test-service.ts'
import { openReceiver, type Receiver } from '../support/webhook-receiver.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

let collector: Collector
let receiver: Receiver
let service: TestService
let payer: Payer
before(async () => {
  collector = await openCollector()
  receiver = await openReceiver()
  const { tracing } = readEnvironment({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret, x-tenant = bank',
    OTEL_SERVICE_NAME: 'giro-test',
  })
  service = await startTestService({ worker: true, clock: movingClock(), webhookNetworks: ['loopback'], tracing })
  payer = await createPayer(service, { balance: 10_000 })
})
after(async () => {
  await service.stop()
  await receiver.close()
  await collector.close()
})

async function pay(headers: Record<string, string> = {}, fields: object = {}) {
  const { status, body } = await service.call('POST', '/payments/creditrequest', creditBody(payer, fields), { headers })
  return { status, paymentUID: body.data?.paymentUID as string }
}

const named = (spans: readonly CollectedSpan[], name: string) => spans.find((span) => span.name === name)!

test('one trace leads from the request over batch, decision, release and collection to the file and the webhook', async () => {
  const hook = { url: receiver.url, eventTypes: ['payment.status.changed'] }
  dataOf(await service.call('POST', '/v1/institution/webhooks', hook), 201)
  const { status, paymentUID } = await pay({ traceparent: `00-${TRACE}-${CALLER}-01` })
  assert.equal(status, 200)
  const names = [
    'ach file',
    'createCreditPayment',
    'ledger decision',
    'payment READY_TO_TRANSMIT',
    'payment VALIDATED',
    'payment batch',
    'webhook delivery',
  ]
  const spans = await eventually(
    'all spans arrive',
    () => {
      const ofTrace = collector.spans.filter(({ traceId }) => traceId === TRACE)
      return names.every((name) => ofTrace.some((span) => span.name === name)) && ofTrace
    },
    { withinMs: 30_000 },
  )
  const request = named(spans, 'createCreditPayment')
  assert.equal(request.parentSpanId, CALLER)
  assert.equal(request.kind, 2)
  assert.equal(request.service, 'giro-test')
  assert.equal(request.attributes['http.route'], '/payments/creditrequest')
  assert.equal(request.attributes['http.response.status_code'], 200)
  const batch = named(spans, 'payment batch')
  assert.equal(batch.parentSpanId, request.spanId)
  assert.equal(batch.attributes['giro.batch.size'], 1)
  assert.equal(named(spans, 'ledger decision').parentSpanId, batch.spanId)
  for (const name of ['payment VALIDATED', 'payment READY_TO_TRANSMIT', 'ach file', 'webhook delivery']) {
    const span = named(spans, name)
    assert.equal(span.parentSpanId, request.spanId, name)
    assert.ok(span.endMs >= span.startMs, name)
  }
  const file = named(spans, 'ach file')
  assert.match(String(file.attributes['giro.file.name']), /\w/)
  assert.equal(file.attributes['giro.payment.id'], paymentUID)
  assert.ok(named(spans, 'payment READY_TO_TRANSMIT').startMs >= named(spans, 'payment VALIDATED').startMs)
  const [message] = receiver.take().filter(({ event }) => event.subjectId === paymentUID)
  const [, trace, parent] = String(message!.headers['traceparent']).split('-')
  assert.equal(trace, TRACE)
  assert.ok(spans.some(({ name, spanId }) => name === 'webhook delivery' && spanId === parent))
  assert.ok(
    collector.headers.every((headers) => headers.authorization === 'Bearer secret' && headers['x-tenant'] === 'bank'),
  )
})

test('a span has no account number, name or amount', async () => {
  const text = JSON.stringify(collector.spans)
  assert.ok(collector.spans.length > 0)
  for (const secret of [payer.accountNumber, '2468013579', 'Highland', '"10"'])
    assert.ok(!text.includes(secret), secret)
})

test('without traceparent, or with one that is not valid, a request begins a trace of its own', async () => {
  for (const traceparent of ['', `00-${'0'.repeat(32)}-${CALLER}-01`, "00-'; drop table payments; --"]) {
    const { paymentUID } = await pay(traceparent ? { traceparent } : {})
    const [row] = await service.query<{ traceId: string }>(
      'select trace_id from payment_traces where tenant_id = $1 and payment_id = $2',
      [service.tenant.institution.tenantId, paymentUID],
    )
    assert.match(row!.traceId, /^[0-9a-f]{32}$/)
    const span = await eventually('its span arrives', () =>
      collector.spans.find(({ traceId, name }) => traceId === row!.traceId && name === 'createCreditPayment'),
    )
    assert.ok(!span.parentSpanId)
  }
})

test('a refused request has a span, and keeps no trace of a payment', async () => {
  const traceId = 'f'.repeat(32)
  const { status } = await pay({ traceparent: `00-${traceId}-${CALLER}-00` }, { paymentAmount: 1_000_000 })
  const span = await eventually('its span arrives', () =>
    collector.spans.find((one) => one.traceId === traceId && one.name === 'createCreditPayment'),
  )
  assert.equal(span.attributes['http.response.status_code'], status)
  assert.ok(status >= 400, `${status}`)
  assert.deepEqual(await service.query('select from payment_traces where trace_id = $1', [traceId]), [])
})

test('two workers show each step once', async () => {
  const shown: string[] = []
  const [sweep] = traceSweeps({
    begin: (name, start) => void shown.push(`${name} ${String(start?.attributes?.['giro.payment.id'])}`),
  })
  const { paymentUID } = await pay()
  // The span of the last step: nothing of this payment is left to show.
  await eventually('the service shows it', () =>
    collector.spans.some(
      ({ attributes, name }) => attributes['giro.payment.id'] === paymentUID && name === 'payment TRANSMITTED',
    ),
  )
  await Promise.all(Array.from({ length: 4 }, () => sweep!.run(service.app, service.tenant.institution)))
  assert.deepEqual(
    shown.filter((line) => line.endsWith(paymentUID)),
    [],
    'the worker has shown it',
  )
  const own = collector.spans.filter(({ attributes }) => attributes['giro.payment.id'] === paymentUID)
  assert.equal(new Set(own.map(({ name }) => name)).size, own.length)
})

test('the settings have the names of OpenTelemetry, and mistakes are named', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'https://otel.bank.example/base/'
  assert.equal(readEnvironment({}).tracing, undefined)
  assert.deepEqual(readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT }).tracing, {
    url: 'https://otel.bank.example/base/v1/traces',
    headers: {},
    ratio: 1,
    serviceName: 'giro',
  })
  for (const [name, text] of [
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=100%'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-price=5%zz,x-tenant=bank'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x-price=%E2%82%AC'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'x(price)=5'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'otel.bank.example'],
  ] as const)
    assert.throws(
      () => readEnvironment({ OTEL_EXPORTER_OTLP_ENDPOINT, [name]: text }),
      new RegExp(`^StartupError: ${name}`),
    )
})

test('without tracing, none of its libraries is loaded', async () => {
  const loaded = async (...modules: string[]) => {
    const script = `
      import { registerHooks } from 'node:module'
      const urls = []
      registerHooks({ load: (url, context, next) => (urls.push(url), next(url, context)) })
      for (const module of process.argv.slice(1)) await import(module)
      console.log(urls.some((url) => /opentelemetry.(sdk-trace|exporter)/.test(url)))`
    const paths = modules.map((module) => join(import.meta.dirname, '../../src/main', module))
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      script,
      '--',
      ...paths,
    ])
    return stdout.trim()
  }
  assert.equal(await loaded('service.ts'), 'false')
  assert.equal(await loaded('tracing/open-telemetry.ts'), 'true')
})
