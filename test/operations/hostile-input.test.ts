import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { dataOf } from '../support/answers.ts'
import { exampleOf, type Field, fieldsOf, type Rules } from '../support/field-rules.ts'
import { endClockMoves, type Given, isChange, makersOf, sampleRequest } from '../support/operation-samples.ts'
import { readRefusal } from '../support/refusals.ts'
import { createPayer, creditBody, type Reply, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let given: Given
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service, { balance: 1_000_000 })
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
})
afterEach(() => endClockMoves(service))
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

for (const operation of operations.filter(({ body }) => body)) {
  const { id } = operation
  test(`${id}: hostile text in any field is refused or stored unchanged`, async () => {
    const takeSample = async () => {
      const sample = await sampleRequest(operation, given)
      const fields = fieldsOf(operation.body as Rules, sample.body)
      return { ...sample, fields: new Map(fields.map((field) => [field.name, field])) }
    }
    let sample = await takeSample()
    const texts = [...sample.fields.values()].filter(isText)
    const send = ({ name }: Field, text: string, form: number) => {
      const { method, paths, fields } = sample
      return service.call(method, paths[form % paths.length]!, fields.get(name)!.put(text))
    }
    for (const [form, field] of texts.entries()) {
      for (const text of STORABLE) {
        const what = `${id}: ${field.name} is ${JSON.stringify(text)}`
        const reply = await send(field, text, form)
        const isRefused = assertRefusedOr(operation, reply, what)
        if (!isRefused && isChange(operation) && !isHidden(field, sample.body))
          assert.ok(holds(await lastWritten(operation, reply), text), `${what} is not what was written`)
        // A question or an invalid request has changed nothing, so its sample can be sent again.
        if (reply.status !== 400 && isChange(operation)) sample = await takeSample()
      }
      for (const text of FORBIDDEN) {
        const reply = await send(field, text, form)
        const what = `${id}: ${field.name} is ${JSON.stringify(text)}`
        assert.equal(reply.status, 400, `${what}: ${JSON.stringify(reply.body)}`)
        const { message } = readRefusal(operation, reply)
        assert.ok(message.includes(`${field.name} must not contain the character U+`), `${what}: ${message}`)
      }
    }
  })

  test(`${id}: deep JSON in any field, and 10,000 elements in any list, are refused with a short message`, async () => {
    const { method, paths, body } = await sampleRequest(operation, given)
    const ask = async (field: Field, value: unknown) => {
      const reply = await service.call(method, paths[0]!, field.put(value))
      assert.ok([400, 413].includes(reply.status), `${id}: ${field.name}: ${JSON.stringify(reply.body)}`)
      assertRefusedOr(operation, reply, `${id}: ${field.name}`)
    }
    const deep = JSON.parse(`${'['.repeat(40)}${']'.repeat(40)}`)
    for (const field of fieldsOf(operation.body as Rules, body)) {
      await ask(field, deep)
      if (!isList(field)) continue
      const { items = {} } = (field.rules.anyOf ?? [field.rules]).find((one) => one.items)!
      await ask(field, Array(10_000).fill(exampleOf(items)))
      await ask(field, Array(10_000).fill(null))
    }
  })
}

for (const operation of operations.filter(({ query, params }) => query ?? params)) {
  const { id, query, params } = operation
  test(`${id}: hostile text in any parameter of path and query is refused or finds nothing, and never causes a 500`, async () => {
    for (const [form, template] of operation.paths.entries()) {
      const { method, paths, body } = await sampleRequest(operation, given)
      const [path, asked = ''] = paths[form]!.split('?')
      // No record has such text, so a search must find nothing.
      for (const text of [
        ...STORABLE.map((one) => `${one} no`),
        "1' or '1'='1",
        '🏦'.repeat(20),
        '%00',
        '../..',
        '1;2',
        '١٢٣',
      ]) {
        const value = encodeURIComponent(text)
        for (const name of Object.keys((params as Rules | undefined)?.properties ?? {})) {
          const place = template.split('/').indexOf(`{${name}}`)
          const parts = path!.split('/').map((part, at) => (at === place ? value : part))
          const reply = await service.call(method, `${parts.join('/')}?${asked}`, body)
          assert.ok([400, 404].includes(reply.status), `${id}: ${name} is ${text}: ${JSON.stringify(reply.body)}`)
        }
        for (const name of Object.keys((query as Rules | undefined)?.properties ?? {})) {
          const changed = new URLSearchParams(asked)
          changed.set(name, text)
          const reply = await service.call(method, `${path}?${changed}`, body)
          assertRefusedOr(operation, reply, `${id}: ${name} is ${text}`)
          if (reply.status < 300 && Array.isArray(reply.body.data)) assert.deepEqual(reply.body.data, [], name)
        }
      }
    }
  })
}
