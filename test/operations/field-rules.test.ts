import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Operation } from '../../src/http/operation.ts'
import { operations } from '../../src/main/operations.ts'
import { dataOf } from '../support/answers.ts'
import { breachesOf, exampleOf, type Field, fieldsOf, type Rules } from '../support/field-rules.ts'
import { type Given, makersOf, refusedSample } from '../support/operation-samples.ts'
import { codesOfInvalid, readRefusal } from '../support/refusals.ts'
import { refuserOf } from '../support/request-checks.ts'
import { createPayer, creditBody, type Reply, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let given: Given
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
})
after(() => service.stop())

/**
 * Asserts a 400 with a code of the operation for invalid fields, and a message that names the
 * field.
 */
function assertNames(operation: Operation, reply: Reply, names: string[], what: string): void {
  assert.equal(reply.status, 400, `${what}: ${JSON.stringify(reply.body)}`)
  const { codes, message } = readRefusal(operation, reply)
  for (const code of codes) assert.ok(codesOfInvalid(operation).includes(code), `${what}: ${code}`)
  for (const name of names) assert.ok(isNamed(message, name), `${what}: "${message}" names ${name}`)
}

/**
 * Whether the message names exactly this field: `shortName` and `contactBank.name` do not name
 * `name`.
 */
function isNamed(message: string, name: string): boolean {
  return new RegExp(`(: |; )${name.replaceAll('.', '\\.')} (is|must)`).test(message)
}

const show = (value: unknown) => {
  const text = typeof value === 'symbol' ? 'absent' : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 80)}…` : text
}

test('every text and every list of a request has a maximum length', () => {
  for (const { id, body, query, params } of operations)
    for (const schema of [body, query, params].filter((part) => part !== undefined) as Rules[])
      for (const { name, rules } of fieldsOf(schema, exampleOf(schema)))
        for (const rule of rules.anyOf ?? [rules]) {
          const types = [rule.type].flat()
          const isFixed = rule.pattern ?? rule.format ?? rule['x-names'] ?? rule.enum
          if (types.includes('string')) assert.ok(rule.maxLength ?? isFixed, `${id}: ${name} may be of any length`)
          if (types.includes('array')) assert.ok(rule.maxItems, `${id}: ${name} may have any number of elements`)
        }
})

for (const operation of operations) {
  const { id, body, query, params } = operation
  const sampleOf = () => refusedSample(operation, given)

  if (body)
    test(`${id}: a body that breaks one rule of one field is refused by its name`, async () => {
      const sample = await sampleOf()
      const ask = refuserOf(service, operation, sample)
      for (const field of fieldsOf(body as Rules, sample.body))
        for (const { rule, value, names = field.name } of breachesOf(field, 'body')) {
          const reply = await ask({ body: field.put(value) })
          assertNames(operation, reply, [names], `${id}: ${field.name} breaks ${rule} as ${show(value)}`)
        }
    })

  if (body)
    test(`${id}: all fields that break a rule are named at once`, async () => {
      const sample = await sampleOf()
      const ask = refuserOf(service, operation, sample)
      const top = fieldsOf(body as Rules, sample.body).filter(({ name }) => !name.includes('.'))
      const broken = top.flatMap((field) => {
        const [breach] = breachesOf(field, 'body').filter(({ rule }) => rule !== 'required')
        return breach ? [{ name: field.name, value: breach.value }] : []
      })
      // A message names at most twenty errors, and a field can have several.
      for (let first = 0; first < broken.length; first += 5) {
        const some = broken.slice(first, first + 5)
        const fields = Object.fromEntries(some.map(({ name, value }) => [name, value]))
        const reply = await ask({ body: { ...sample.body, ...fields } })
        const names = some.map(({ name }) => name)
        assertNames(operation, reply, names, `${id}: ${names.join(', ')} all fail`)
      }
    })

  if (query)
    test(`${id}: a query that breaks one rule of one parameter is refused by its name`, async () => {
      const sample = await sampleOf()
      const ask = refuserOf(service, operation, sample)
      const sampleQuery = new URLSearchParams(sample.paths[0]!.split('?')[1])
      for (const field of fieldsOf(query as Rules, Object.fromEntries(sampleQuery))) {
        for (const { rule, value } of breachesOf(field, 'query')) {
          const changed = new URLSearchParams(field.put(value) as Record<string, string>)
          const what = `${id}: ${field.name} breaks ${rule} as ${show(value)}`
          assertNames(operation, await ask({ query: changed }), [field.name], what)
        }
        const twice = new URLSearchParams(sampleQuery)
        twice.delete(field.name)
        for (const one of [String(exampleOf(field.rules)), 'x']) twice.append(field.name, one)
        assertNames(operation, await ask({ query: twice }), [field.name], `${id}: ${field.name} stands there twice`)
      }
    })

  if (params)
    test(`${id}: a path that breaks one rule of one parameter is refused by its name`, async () => {
      const ask = refuserOf(service, operation, await sampleOf())
      for (const [name, rules] of Object.entries((params as Rules).properties ?? {})) {
        const field: Field = { name, rules, isRequired: true, put: (value) => value }
        for (const { rule, value } of breachesOf(field, 'params').filter((breach) => breach.value !== '')) {
          const reply = await ask({ params: { [name]: String(value) } })
          assertNames(operation, reply, [name], `${id}: ${name} breaks ${rule} as ${show(value)}`)
        }
      }
    })
}
