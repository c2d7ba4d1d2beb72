import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { dataOf } from '../support/answers.ts'
import { exampleOf, type Field, fieldsOf, type Rules } from '../support/field-rules.ts'
import {
  dropSample,
  type Given,
  isChange,
  makersOf,
  refusedSample,
  sampleRequest,
} from '../support/operation-samples.ts'
import { readRefusal } from '../support/refusals.ts'
import { type Changed, callChanged, checkOf, refuserOf } from '../support/request-checks.ts'
import { createPayer, creditBody, type Reply, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let given: Given
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service, { balance: 1_000_000 })
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
})
after(() => service.stop())

/**
 * Texts that can break a database, a terminal, a browser or a byte count. They are short enough to
 * fit most fields.
 */
const STORABLE = ["');--🏦%_\\", '<b>"&amp;']
const FORBIDDEN = ['a\u0000b', '\ud800', 'x\udc00', '\u001b[31m', '\u0085', 'a\u202eb', 'a\u200bb', 'a\u2028b']

const isText = ({ rules }: Field) => (rules.anyOf ?? [rules]).some(({ type }) => [type].flat().includes('string'))
const isList = ({ rules }: Field) => (rules.anyOf ?? [rules]).some(({ items }) => items)

/**
 * Fields that are stored but never shown, or only in a file, or aliases of a field that takes
 * precedence in the sample.
 */
const isHidden = ({ name }: Field, body: object | undefined) =>
  name === 'externalAccount.externalAuthToken' ||
  name === 'basicAuthentication.password' ||
  name.startsWith('entries.') ||
  (name.startsWith('address.') && 'Address' in (body ?? {}))

function assertRefusedOr(operation: Operation, reply: Reply, what: string): boolean {
  assert.ok(reply.status < 500, `${what}: ${JSON.stringify(reply.body)}`)
  if (reply.status < 300) return false
  const { message } = readRefusal(operation, reply)
  assert.ok(message.length < 5_000, `${what}: an answer of ${message.length} characters`)
  return true
}

/** The record of the last change: its audit records, or the payment itself. */
async function lastWritten({ id }: Operation, reply: Reply): Promise<unknown> {
  if (/^create(CreditPayment|DebitPayment|BookTransfer)$/.test(id))
    return service.query('select * from payments where id = $1', [reply.body.data.paymentUID])
  // By transaction: the time stands, and so does not tell which came last.
  return service.query(
    'select after from audit_log where xmin::text::bigint = (select max(xmin::text::bigint) from audit_log)',
  )
}

function holds(value: unknown, text: string): boolean {
  if (typeof value === 'string') return value === text
  return value !== null && typeof value === 'object' && Object.values(value).some((part) => holds(part, text))
}

/** The next of these: the suite tries each, and no operation all. */
function inTurn<T>(all: readonly T[]): () => T {
  let place = 0
  return () => all[place++ % all.length]!
}

const nextStorable = inTurn(STORABLE)
const ALL_STORABLE = STORABLE.join('')

/** All that can be stored, or a part of it in a field that is too short. */
function storableIn(rules: Rules): string {
  const longest = Math.max(...(rules.anyOf ?? [rules]).map(({ maxLength }) => maxLength ?? 0))
  return longest < ALL_STORABLE.length ? nextStorable() : ALL_STORABLE
}

for (const operation of operations.filter(({ body }) => body)) {
  const { id } = operation
  const sampleOf = async () => {
    const sample = await refusedSample(operation, given)
    return { sample, fields: fieldsOf(operation.body as Rules, sample.body) }
  }

  test(`${id}: deep JSON in any field, and 10,000 elements in any list, are refused with a short message`, async () => {
    const { sample, fields } = await sampleOf()
    const send = refuserOf(service, operation, sample)
    const ask = async (field: Field, value: unknown) => {
      const reply = await send({ body: field.put(value) })
      assert.ok([400, 413].includes(reply.status), `${id}: ${field.name}: ${JSON.stringify(reply.body)}`)
      assertRefusedOr(operation, reply, `${id}: ${field.name}`)
    }
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)
    for (const field of fields) {
      await ask(field, deep)
      if (!isList(field)) continue
      const { items = {} } = (field.rules.anyOf ?? [field.rules]).find((one) => one.items)!
      await ask(field, Array(10_000).fill(exampleOf(items)))
      await ask(field, Array(10_000).fill(null))
    }
  })

  test(`${id}: a forbidden character in any field is refused by its name`, async () => {
    const { sample, fields } = await sampleOf()
    const ask = refuserOf(service, operation, sample)
    for (const field of fields.filter(isText))
      for (const text of FORBIDDEN) {
        const reply = await ask({ body: field.put(text) })
        const what = `${id}: ${field.name} is ${JSON.stringify(text)}`
        assert.equal(reply.status, 400, `${what}: ${JSON.stringify(reply.body)}`)
        const { message } = readRefusal(operation, reply)
        assert.ok(message.includes(`${field.name} must not contain the character U+`), `${what}: ${message}`)
      }
  })

  test(`${id}: hostile text in any field is refused or stored unchanged`, async () => {
    for (const { name, rules } of (await sampleOf()).fields.filter(isText)) {
      const text = storableIn(rules)
      const { sample, fields } = await sampleOf()
      const field = fields.find((one) => one.name === name)!
      const what = `${id}: ${name} is ${JSON.stringify(text)}`
      const changed = { body: field.put(text) }
      const reply = checkOf(operation, sample)(changed) ?? (await callChanged(service, operation, sample, changed))
      const isRefused = assertRefusedOr(operation, reply, what)
      if (!isRefused && isChange(operation) && !isHidden(field, sample.body))
        assert.ok(holds(await lastWritten(operation, reply), text), `${what} is not what was written`)
      // A question or an invalid request has changed nothing, so its sample can be sent again.
      if (reply.status !== 400 && isChange(operation)) dropSample(given)
    }
  })
}

const HOSTILE_PARAMETERS = [
  // No record has such text, so a search must find nothing.
  ...STORABLE.map((one) => `${one} no`),
  ...["1' or '1'='1", '🏦'.repeat(20), '%00', '../..', '1;2', '١٢٣'],
]

for (const operation of operations.filter(({ query, params }) => query ?? params)) {
  const { id, query, params } = operation
  test(`${id}: hostile text in any parameter of path and query is refused or finds nothing, and never causes a 500`, async () => {
    const sample = await refusedSample(operation, given)
    const check = checkOf(operation, sample)
    const ask = async (changed: Changed) => check(changed) ?? (await callChanged(service, operation, sample, changed))
    for (const text of HOSTILE_PARAMETERS) {
      for (const name of Object.keys((params as Rules | undefined)?.properties ?? {})) {
        const reply = await ask({ params: { [name]: text } })
        assert.ok([400, 404].includes(reply.status), `${id}: ${name} is ${text}: ${JSON.stringify(reply.body)}`)
      }
      for (const name of Object.keys((query as Rules | undefined)?.properties ?? {})) {
        const changed = new URLSearchParams(sample.paths[0]!.split('?')[1])
        changed.set(name, text)
        const reply = await ask({ query: changed })
        assertRefusedOr(operation, reply, `${id}: ${name} is ${text}`)
        if (reply.status < 300 && Array.isArray(reply.body.data)) assert.deepEqual(reply.body.data, [], name)
      }
    }
  })
}

test('hostile text in a path or a query is refused over HTTP as by the check of requests', async () => {
  const operation = operations.find(({ query, params }) => query && params)!
  const sample = await sampleRequest(operation, given)
  const check = checkOf(operation, sample)
  for (const text of HOSTILE_PARAMETERS) {
    const [name] = Object.keys((operation.params as Rules).properties!)
    const changed = { params: { [name!]: text }, query: new URLSearchParams({ limit: text }) }
    const { status, body } = await callChanged(service, operation, sample, changed)
    const refused = check(changed)
    assert.deepEqual([status, body], [refused?.status, refused?.body])
  }
})
