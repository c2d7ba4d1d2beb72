import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { xmlRegisterFsInputProviders } from 'libxml2-wasm/lib/nodejs.mjs'
import { Temporal } from 'temporal-polyfill'
import { readMessage } from '../../iso20022/read-message.ts'
import type { MessageRailName } from '../../network.ts'
import { SCRIPTS } from './scripts.ts'
import type { Answer, ToldPayment } from './told.ts'

const schemas = join(process.env['GIRO_RAIL_DATA'] ?? '', 'xsd')
const withSchemas = { skip: existsSync(schemas) ? false : 'GIRO_RAIL_DATA names no folder with xsd' }

const UETR = '8a562c67-ca16-48ba-b074-65581be6f001'
const participant = { name: 'Bank', routingNumber: '061099995', bic: 'GIRBUS33XXX', endpoint: '061099995A1' }
const at = Temporal.Instant.from('2026-07-01T14:00:00Z')
const stamp = { at, day: Temporal.PlainDate.from('2026-07-01'), number: 7 }

const MESSAGE_IDS = {
  FEDWIRE: '20260701GIROBANK000001',
  FEDNOW: '20260701061099995ABC1',
  RTP: 'M20260701061099995A1B1',
  SWIFT: 'ABC1',
}

function paymentOn(rail: MessageRailName): ToldPayment {
  const [sender, receiver] = rail === 'SWIFT' ? ['GIRBUS33XXX', 'DEUTDEFFXXX'] : ['061099995', '021000021']
  return {
    kind: 'payment',
    ...{ messageId: MESSAGE_IDS[rail], messageType: 'pacs.008.001.08', createdAt: '2026-07-01T09:59:59-04:00' },
    ...{ uetr: UETR, instructionId: '20260701061099995A1B1', endToEndId: 'E2E', sender, receiver },
    ...{ amount: 12_550n, currency: 'USD', settlesOn: '2026-07-01', returns: undefined },
    ...{ creditorName: 'Bo', creditorAccount: '700100200300', debtorName: 'Ada', debtorAccount: '1002003004' },
  }
}

function answersOn(rail: MessageRailName): Answer[] {
  const of = paymentOn(rail)
  const asked = { ...of, originalId: of.messageId, originalType: of.messageType, originalUetr: UETR }
  const statusRequest = { ...asked, kind: 'statusRequest', messageType: 'pacs.028.001.03' } as const
  const returnRequest = {
    ...asked,
    kind: 'returnRequest',
    messageType: 'camt.056.001.08',
    caseId: 'C1',
    code: 'DUPL',
  } as const
  const side = {
    ...{ amount: 100n, currency: 'USD', accountNumber: '1002003004', name: 'Ada', otherName: 'Bo' },
    ...{ otherAccount: '7001', otherBank: of.receiver, remittance: 'Invoice 42', settlesOn: '2026-07-01' },
  }
  const request = { ...of, messageType: 'pain.013.001.07' }
  const status = { kind: 'status', of, code: undefined, settledOn: undefined } as const
  return [
    { ...status, status: 'Accepted' },
    { ...status, status: 'Settled', settledOn: '2026-07-01' },
    { ...status, status: 'Rejected', code: 'AC04' },
    { kind: 'unknown', asked: statusRequest },
    { kind: 'return', of, amount: 12_550n, code: 'AC04', uetr: UETR },
    { kind: 'returnAnswer', of: returnRequest, original: of, isAccepted: true, code: 'DUPL' },
    { kind: 'returnAnswer', of: returnRequest, original: undefined, isAccepted: false, code: 'NOOR' },
    { kind: 'credit', credit: side, uetr: UETR },
    { kind: 'returnRequest', of, caseId: 'CASE1', code: 'DUPL' },
    { kind: 'paymentRequest', request: side, isDrawdown: rail === 'FEDWIRE', uetr: UETR },
    { kind: 'requestAnswer', of: request, isAccepted: true, code: undefined },
    { kind: 'requestAnswer', of: request, isAccepted: false, code: 'AC06' },
    { kind: 'refusal', messageId: '20260701095959061099995A1B1', code: 'E010', why: 'the message id is no IMAD' },
    { kind: 'participant', routingNumber: '021000021', isOn: false },
    { kind: 'gap', endpoint: 'GIROBANK', missing: [3, 4] },
  ]
}

for (const script of Object.values(SCRIPTS))
  test(`${script.rail}: everything that the simulated network says conforms to the schemas of the codec`, () => {
    for (const answer of answersOn(script.rail)) {
      const written = script.write(answer, participant, stamp)
      if (!written) continue
      const read = readMessage(written.content)
      assert.ok(read.ok, `${answer.kind}: ${JSON.stringify(read)}`)
      assert.equal(read.value.type, written.messageType)
      assert.ok(written.messageId.length <= 35)
    }
  })

/** Schemas of a network's own, by the type of a message. */
const OWN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  FEDWIRE: {
    'pacs.002.001.10': 'FedwireFundsPaymentStatus_pacs_002_001_10',
    'pacs.004.001.10': 'PaymentReturn_pacs_004_001_10',
    'pacs.008.001.08': 'CustomerCreditTransfer_pacs_008_001_08',
    'camt.056.001.08': 'ReturnRequest_camt_056_001_08',
    'camt.029.001.09': 'ReturnRequestResponse_camt_029_001_09',
    'pain.013.001.07': 'DrawdownRequest_pain_013_001_07',
    'pain.014.001.07': 'DrawdownResponse_pain_014_001_07',
    'admi.002.001.01': 'MessageReject_admi_002_001_01',
    'admi.004.001.02': 'FedwireFundsBroadcast_admi_004_001_02',
    'camt.052.001.08': 'EndpointGapReport_camt_052_001_08',
  },
}

/** What a schema finds wrong with an element of a message, or nothing. */
function faultBy(path: string, xml: string): string | undefined {
  using schema = XmlDocument.fromBuffer(readFileSync(path), { url: path })
  using validator = XsdValidator.fromDoc(schema)
  using document = XmlDocument.fromString(xml)
  try {
    validator.validate(document)
    return undefined
  } catch (error) {
    return String(error)
  }
}

for (const rail of ['FEDWIRE', 'FEDNOW', 'RTP'] as const)
  test(`${rail}: everything that it says conforms to the network's own schemas`, withSchemas, () => {
    xmlRegisterFsInputProviders()
    for (const answer of answersOn(rail)) {
      const written = SCRIPTS[rail].write(answer, participant, stamp)
      if (!written) continue
      const document = /<Document[\s\S]*<\/Document>/.exec(written.content)?.[0] ?? written.content
      const file =
        rail === 'FEDWIRE'
          ? join(schemas, 'fedwire', `${OWN[rail]![written.messageType]}.xsd`)
          : rail === 'RTP'
            ? join(schemas, 'rtp', 'messages.xsd')
            : join(schemas, 'fednow', 'iso', `${written.messageType}.xsd`)
      assert.equal(faultBy(file, document), undefined, `${answer.kind}: ${document}`)
    }
  })
