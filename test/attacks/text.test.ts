import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sealContents } from '../../src/db/content-digest.ts'
import { CONTACTS } from '../../src/db/digested-tables.ts'
import { operations } from '../../src/main/operations.ts'
import { assertRefused, dataOf } from '../support/answers.ts'
import { fieldsOf, type Rules } from '../support/field-rules.ts'
import {
  contactBody,
  createPayer,
  creditBody,
  customerBody,
  debitBody,
  type Payer,
  startTestService,
  type TestService,
} from '../support/test-service.ts'

let service: TestService
let payer: Payer
before(async () => {
  service = await startTestService()
  payer = await createPayer(service)
})
after(() => service.stop())

const createCustomer = (fields: object) => service.call('POST', '/v2/customers', customerBody(fields))
const createContact = (fields: object) =>
  service.call('POST', `/customers/${payer.customerUID}/contacts`, contactBody(fields))
const pay = (fields: object) => service.call('POST', '/payments/creditrequest', creditBody(payer, fields))

const HIDDEN: Record<string, string[]> = {
  'a control character': ['\u0000', '\u0007', '\t', '\r', '\u001b[2J', '\u007f', '\u0085', '\u009b'],
  'a character that reorders the text around it': [
    '\u202a',
    '\u202d',
    '\u202e',
    '\u2066',
    '\u2069',
    '\u200f',
    '\u061c',
  ],
  'a line or paragraph separator': ['\u2028', '\u2029'],
  'a character that nobody sees': ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u3164', '\u{e0041}'],
}

for (const [kind, texts] of Object.entries(HIDDEN))
  test(`a name or a note cannot hide ${kind}: the request is refused by its code point`, async () => {
    for (const text of texts) {
      const point = text.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
      const hidden = `Harbor${text}Coffee`
      const says = (field: string) => `${field} must not contain the character U+${point}`
      for (const field of ['legalName', 'shortName', 'note', 'costCenter'])
        assertRefused(await createCustomer({ [field]: hidden }), { status: 400, code: 'CUST001', says: says(field) })
      for (const field of ['name', 'templateName'])
        assertRefused(await createContact({ [field]: hidden }), { status: 400, code: 'CUST001', says: says(field) })
      for (const field of ['externalReferenceId', 'paymentNotes', 'ultimateSenderName'])
        assertRefused(await pay({ [field]: hidden }), { status: 400, code: 'PAYMENT002', says: says(field) })
    }
  })

test('a payment note cannot break into a second line, and a note about a customer can', async () => {
  assertRefused(await pay({ paymentNotes: 'Invoice 1\nAPPROVED' }), {
    status: 400,
    code: 'PAYMENT002',
    says: 'paymentNotes must not contain the character U+000A',
  })
  const note = 'Called at noon.\nWill send the form.'
  const { customerUID } = dataOf(await createCustomer({ note }))
  assert.equal(dataOf(await service.call('GET', `/v2/customers/${customerUID}`)).note, note)
})

test('only texts that people write in lines may contain a line feed', () => {
  const inLines = new Set(
    operations.flatMap(({ body }) =>
      fieldsOf((body ?? {}) as Rules, {})
        .filter(({ rules }) => 'x-multiline' in rules)
        .map(({ name }) => name),
    ),
  )
  assert.deepEqual([...inLines].sort(), [
    'additionalInfo.operationNote',
    'note',
    'notes',
    'notification.message',
    'returnNotes',
    'reversalNotes',
  ])
})

test('a query cannot hide a character either', async () => {
  const path = `/v2/customers?page=1&limit=1&legalName=${encodeURIComponent('a\u202eb')}`
  assertRefused(await service.call('GET', path), { status: 400, code: 'CUST001', says: 'legalName must not contain' })
})

test('an unknown field cannot smuggle a hidden character into the message of its refusal', async () => {
  const reply = await pay({ 'amount\u202e': 1 })
  assertRefused(reply, { status: 400, code: 'PAYMENT002', says: 'must not have the character U+202E in a field name' })
  assert.ok(!reply.body.message.includes('\u202e'))
})

test('accents, other scripts, emoji and joined marks are still names', async () => {
  for (const legalName of ['Åsa Öberg', 'Ольга', '李明', 'e\u0301 Café', '🏦❤\ufe0f'])
    dataOf(await createCustomer({ legalName }))
})

const UNWRITABLE = ['★', '...', '000', '٠٠', '🏦']

test('a contact at a US bank cannot have a name of which an ACH file carries nothing', async () => {
  for (const name of UNWRITABLE)
    assertRefused(await createContact({ name }), {
      status: 400,
      code: 'CUST001',
      says: 'name must have a letter or digit that an ACH file can carry',
    })
  for (const name of ['Zoë', '李明', 'Ольга', 'محمد', 'Øre']) dataOf(await createContact({ name }))
})

test('a replacement cannot give a contact such a name either', async () => {
  const path = `/customers/${payer.customerUID}/contacts/${payer.contactUID}`
  assertRefused(await service.call('PUT', path, contactBody({ name: '★' })), { status: 400, code: 'CUST001' })
})

test('a contact abroad keeps its name in any characters, and ACH still cannot pay it', async () => {
  const contactBank = { country: 'JP', accountNo: '7001002', accountCcy: 'JPY', name: 'Bank', swiftCode: 'BOTKJPJT' }
  dataOf(await createContact({ name: '★', contactBank }))
})

test('a payment or a debit to an older contact with such a name is refused before any money is held', async () => {
  const { tenantId } = service.tenant.institution
  await service.app.db.transaction(async (tx) => {
    const rows = await tx.query<{ id: bigint }>(`update contacts set name = '★' where tenant_id = $1 returning id`, [
      tenantId,
    ])
    await sealContents(tx, tenantId, CONTACTS, rows)
  })
  const says = "cannot carry the contact's name"
  assertRefused(await pay({}), { status: 400, code: 'PAYMENT002', says })
  const underwritten = { accountFeatures: { achFeature: { enableUnderWritten: true } } }
  const { body } = await service.call(
    'PATCH',
    `/v3/customers/${payer.customerUID}/accounts/${payer.accountUID}`,
    underwritten,
  )
  assert.equal(body.status, 'Success')
  const debit = await service.call('POST', '/v3/payments/debitrequest', debitBody(payer))
  assertRefused(debit, { status: 400, code: 'PAYMENT002', says })
})
