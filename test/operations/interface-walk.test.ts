import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { operations } from '../../src/main/operations.ts'
import { assertSucceeded, dataOf } from '../support/answers.ts'
import { interfaceForms, notBuilt, pathForms } from '../support/interface-forms.ts'
import { committedForms, formKey, readDocument, readForms, walkForm } from '../support/interface-walk.ts'
import { type Given, makersOf, sampleRequest } from '../support/operation-samples.ts'
import { createPayer, creditBody, startTestService, type TestService } from '../support/test-service.ts'

let service: TestService
let given: Given
before(async () => {
  service = await startTestService()
  const payer = await createPayer(service)
  const paid = await service.call('POST', '/payments/creditrequest', creditBody(payer))
  given = { ...payer, paymentUID: dataOf(paid).paymentUID, ...(await makersOf(service, service.tenant)) }
})
after(() => service.stop())

const notBuiltKeys = new Set(
  notBuilt.flatMap((form) => {
    const [method, path] = form.split(' ') as [string, string]
    return pathForms(path).map((one) => formKey({ method, path: one }))
  }),
)

for (const section of Object.keys(interfaceForms))
  test(`${section}: every method and path of the interface is documented and gets a reply`, async () => {
    const document = await readDocument(service.baseUrl)
    const { baseUrl, tenant } = service
    const problems: string[] = []
    for (const form of committedForms.filter((one) => one.section === section)) {
      const problem = await walkForm(form, document, { baseUrl, token: tenant.client.token })
      const isMissing = notBuiltKeys.has(formKey(form))
      if (problem && !isMissing) problems.push(problem)
      if (!problem && isMissing) problems.push(`${formKey(form)} is built: take it off notBuilt in interface-forms.ts`)
    }
    assert.deepEqual(problems, [])
  })

test('every built form leads to an operation whose sample succeeds on this path', async () => {
  for (const form of committedForms) {
    if (form.section === 'Token' || notBuiltKeys.has(formKey(form))) continue
    const place = ({ method, paths }: (typeof operations)[number]) =>
      paths.findIndex((path) => formKey({ method, path }) === formKey(form))
    const operation = operations.find((one) => place(one) >= 0)
    assert.ok(operation, `${formKey(form)} is no path of an operation`)
    const { method, paths, body } = await sampleRequest(operation, given)
    assertSucceeded(await service.call(method, paths[place(operation)]!, body), operation)
  }
})

test('notBuilt names only forms of the interface', () => {
  const known = new Set(committedForms.map(formKey))
  assert.deepEqual(
    [...notBuiltKeys].filter((key) => !known.has(key)),
    [],
  )
})

test('a document is parsed by its tables: bracketed older paths, search as POST and GET, nothing from other tables', () => {
  const markdown = [
    '## Endpoints',
    '### Things',
    '| Method | Path | Payload |',
    '|---|---|---|',
    '| GET | `/v1/things` (older: `/things`) | query `page`; data of `/v1/none` |',
    '| search | `{base_url}/things/search` | |',
    '## Errors',
    '| Status | Meaning |',
    '|---|---|',
    '| 404 | `/v1/other` |',
  ].join('\n')
  assert.deepEqual(
    readForms(markdown).map(({ section, method, path }) => `${section}: ${method} ${path}`),
    ['Things: GET /v1/things', 'Things: GET /things', 'Things: POST /things/search', 'Things: GET /things/search'],
  )
})

test('the committed forms include every form of the interface document', async (t) => {
  const file = process.env['GIRO_INTERFACE']
  if (!file) return t.skip('GIRO_INTERFACE names no interface document')
  const forms = readForms(await readFile(file, 'utf8'))
  assert.ok(forms.length > 30, `${forms.length} forms in the document`)
  const known = new Set(committedForms.map((form) => `${form.section}: ${formKey(form)}`))
  assert.deepEqual(
    forms.map((form) => `${form.section}: ${formKey(form)}`).filter((form) => !known.has(form)),
    [],
  )
})
