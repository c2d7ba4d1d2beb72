import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { type Correspondent, defaultSettings, type Institution } from '../../src/institution/institution.ts'
import { toAscii } from '../../src/kernel/ascii-text.ts'
import { instructionOf } from '../../src/payments/worker/instructions.ts'
import { CARRIED_FIELDS, type CarriedField, type PaymentInformation } from '../../src/rails/domain/carried-fields.ts'
import { objectionToInformation } from '../../src/rails/domain/information.ts'
import { writeFedNow } from '../../src/rails/iso20022/fednow/envelope.ts'
import { fedNowMessageId } from '../../src/rails/iso20022/fednow/ids.ts'
import { transferOf as fedNowTransfer } from '../../src/rails/iso20022/fednow/transfers.ts'
import {
  bankTransfer,
  creditTransfer,
  isBankTransfer,
  objectionTo,
} from '../../src/rails/iso20022/fedwire/credit-transfer.ts'
import { writeChecked } from '../../src/rails/iso20022/fedwire/pay.ts'
import { objectionToInstruction } from '../../src/rails/iso20022/instant/instruction.ts'
import { readMessage } from '../../src/rails/iso20022/read-message.ts'
import { writeRtp } from '../../src/rails/iso20022/rtp/envelope.ts'
import { participantId, rtpIds } from '../../src/rails/iso20022/rtp/ids.ts'
import { objectionToParties } from '../../src/rails/iso20022/rtp/parties.ts'
import { transferOf as rtpTransfer } from '../../src/rails/iso20022/rtp/transfers.ts'
import { identifierText } from '../../src/rails/iso20022/swift/character-sets.ts'
import { checkTransfer, customerTransfer } from '../../src/rails/iso20022/swift/credit-transfer.ts'
import { writeSwift } from '../../src/rails/iso20022/swift/envelope.ts'
import { breachOf } from '../../src/rails/iso20022/swift/usage-rules.ts'
import type { Instruction, MessageRailName } from '../../src/rails/network.ts'
import fc from '../support/fast-check.ts'
import { assertValid, withSchemas } from '../support/iso20022/schemas.ts'

const now = Temporal.Instant.from('2026-07-01T15:00:00Z')
const today = Temporal.PlainDate.from('2026-07-01')
const correspondent: Correspondent = {
  ...{ currency: 'EUR', bic: 'DEUTDEFF', accountNumber: 'DE89370400440532013000', settlementMethod: 'Serial' },
  ...{ charges: ['OUR', 'SHA', 'BEN'], answerDays: 2 },
}
const bank = {
  ...{ tenantId: 1n, code: 'acme', name: 'Zoë Bank', timeZone: 'America/New_York', currency: 'USD', version: 1n },
  ...{ routingNumber: '061099995', bic: 'ACMEUS33', sandbox: true, dualControl: false, legalEntityId: 1n },
  settings: { ...defaultSettings({ sandbox: true, currency: 'USD' }), correspondents: [correspondent] },
} as unknown as Institution
const fedwire = {
  routingNumber: '061099995',
  endpoint: 'GIROSBOX',
  connectionParty: '061099995',
  service: 'TEST',
} as const

/** The XML of an instruction, as the network sends it. An instruction that it refuses fails. */
const WRITERS: Readonly<Record<MessageRailName, (instruction: Instruction) => string>> = {
  FEDWIRE: (instruction) => {
    assert.equal(objectionTo(instruction), undefined)
    const sending = { messageId: '20260701GIROSBOX000001', cycleDate: today, now }
    const written = isBankTransfer(instruction)
      ? writeChecked('pacs.009.001.08', bankTransfer(instruction, sending, bank.routingNumber), sending, fedwire)
      : writeChecked('pacs.008.001.08', creditTransfer(instruction, sending, bank.routingNumber), sending, fedwire)
    assert.ok(written.ok, JSON.stringify(written))
    return written.value
  },
  FEDNOW: (instruction) => {
    assert.equal(objectionToInstruction(instruction, 'FEDNOW', today), undefined)
    const messageId = fedNowMessageId(bank.routingNumber, 'any', now)
    const document = fedNowTransfer(instruction, messageId, now)
    const written = writeFedNow('pacs.008.001.08', document, { messageId, us: bank, now })
    assert.ok(written.ok, JSON.stringify(written))
    return written.value
  },
  RTP: (instruction) => {
    assert.equal(objectionToInstruction(instruction, 'RTP', today) ?? objectionToParties(instruction), undefined)
    const participant = participantId(bank)
    const { messageId } = rtpIds(participant, 'any', now)
    const document = rtpTransfer(instruction, { messageId, now })
    const written = writeRtp('pacs.008.001.08', document, { messageId, participant, now })
    assert.ok(written.ok, JSON.stringify(written))
    return written.value
  },
  SWIFT: (instruction) => {
    const way = checkTransfer(bank, instruction)
    assert.ok(way.ok, JSON.stringify(way))
    const transfer = { institution: bank, instruction, ...way.value, messageId: 'AAAAAAAAAAAAAAA1', now }
    const outgoing = customerTransfer(transfer)
    assert.equal(breachOf(outgoing.document), undefined)
    return writeSwift(bank, outgoing, now)
  },
}

/** Checks a message by the network's schemas; CBPR+ publishes none, so by those of ISO 20022. */
function assertConforms(rail: MessageRailName, xml: string): void {
  if (withSchemas.skip) return
  if (rail !== 'SWIFT') {
    assertValid(xml, { network: rail.toLowerCase() as 'fedwire' | 'fednow' | 'rtp' })
    return
  }
  const [header, document, end] = ['<AppHdr', '<Document', '</Envelope>'].map((part) => xml.indexOf(part)) as [
    number,
    number,
    number,
  ]
  for (const part of [xml.slice(header, document), xml.slice(document, end)]) assertValid(part, { network: 'base' })
}

/** Letters, signs that XML escapes, and what is spelled as one character, several, or none. */
const CHARACTERS = [...'abcXYZ0189 -/&<>"\'éБ€ßæ李🏦\t']
const anyText = (maxLength: number) =>
  fc.oneof(
    fc.string({ unit: fc.constantFrom(...CHARACTERS), minLength: 1, maxLength }),
    fc.string({ unit: fc.constantFrom(...'abc é-'), minLength: maxLength, maxLength }),
    fc.integer({ min: 1, max: maxLength }).map((length) => 'x'.repeat(length)),
  )
/** A text of a customer's or a contact's data, which fits the element once it is spelled. */
const plainText = (maxLength: number) =>
  fc
    .oneof(
      ...[1, maxLength].map((minLength) => fc.string({ unit: fc.constantFrom(...'aX9 é-&<'), minLength, maxLength })),
    )
    .map((text) => `x${text.slice(1)}`)

const contactAddress = fc.record(
  {
    ...{ addressLine1: plainText(70), addressLine2: plainText(70) },
    ...{ city: plainText(35), state: plainText(35), postalCode: plainText(16), countryCode: fc.constant('US') },
  },
  { requiredKeys: ['addressLine1', 'city', 'state', 'postalCode', 'countryCode'] },
)

const party = (prefix: string, text: typeof anyText) => ({
  ...{ [`${prefix}Address1`]: text(70), [`${prefix}Address2`]: text(70), [`${prefix}City`]: text(35) },
  ...{ [`${prefix}State`]: text(35), [`${prefix}Zip`]: text(16), [`${prefix}Country`]: fc.constant('US') },
})

/** Parts of what a request says. The door is asked about each together with those before it. */
const parts: fc.Arbitrary<PaymentInformation[]> = fc
  .tuple(
    fc.record({ receiverIdentificationNumber: anyText(35) }),
    fc.record({ referenceForBeneficiary: anyText(16) }),
    fc.oneof(fc.record({ originatortoBeneficiary: anyText(140) }), fc.record({ paymentRemittanceNotes: anyText(140) })),
    fc.record({ remittanceMethod: fc.constantFrom('EMAL', 'other') }),
    fc.record({ senderToReceiverNotes: anyText(210) }),
    fc.record({ transactionTypeCode: anyText(35) }),
    fc.record({ localInstruments: fc.oneof(fc.constantFrom('CTRC', 'BTRC'), anyText(35)) }),
    fc.record({ proprietaryCode: anyText(35) }),
    fc.record({ fboName: anyText(140) }),
    fc.record({ fboTaxId: anyText(35) }),
    fc.record(party('fbo', anyText)),
    fc.record(party('fbo', anyText), { requiredKeys: ['fboCity', 'fboCountry'] }),
  )
  .chain((all) => fc.shuffledSubarray(all as PaymentInformation[], { minLength: 0 }))

interface Said {
  information: PaymentInformation
  sender: { name: string; address: unknown }
  receiver: { name: string; address: unknown }
  ultimate: Record<string, string> | undefined
  isExchanged: boolean
  deducted: bigint | null
}

function acceptedOf(rail: MessageRailName, all: readonly PaymentInformation[]): PaymentInformation {
  let accepted: PaymentInformation = {}
  for (const part of all) {
    const more = { ...accepted, ...part }
    if (objectionToInformation(rail, more) === undefined) accepted = more
  }
  return accepted
}

const said = (rail: MessageRailName): fc.Arbitrary<Said> =>
  fc.record({
    information: parts.map((all) => acceptedOf(rail, all)),
    sender: fc.record({ name: plainText(140), address: contactAddress }),
    receiver: fc.record({ name: plainText(140), address: contactAddress }),
    ultimate: fc.option(
      fc.record({
        ...party('ultimateReceiver', plainText),
        ...{ ultimateReceiverName: plainText(140), ultimateReceiverTaxId: plainText(35) },
      }) as fc.Arbitrary<Record<string, string>>,
      { nil: undefined },
    ),
    isExchanged: fc.boolean(),
    deducted: fc.option(fc.constant(15_00n)),
  })

function instructed(rail: MessageRailName, { information, sender, receiver, ultimate, ...terms }: Said): Instruction {
  const isInstant = rail === 'RTP' || rail === 'FEDNOW'
  const isSwift = rail === 'SWIFT'
  const currency = isSwift ? 'EUR' : 'USD'
  const id = '019a2f51-6b1e-7cc4-8f3a-2b8f3c1d9e77'
  const exchange = {
    sellAmount: 500_00n,
    sellCurrency: isSwift ? 'USD' : 'EUR',
    buyAmount: 123_45n,
    buyCurrency: currency,
  }
  const receiverBankCode = isSwift ? 'COBADEFF' : '091000019'
  const row = {
    ...{ id, rail, externalReferenceId: 'Zoë-7', details: { ultimateParties: { ...ultimate, ...information } } },
    ...{ senderName: sender.name, senderProfile: { legalAddress: sender.address }, senderAccountNumber: '111222333' },
    ...{ receiverName: receiver.name, contactDetails: { address: receiver.address }, receiverAccountNumber: '5555' },
    ...{ receiverBankCode, receiverBankName: 'Other Bank', receiverNationalCode: receiverBankCode },
    receiverSwiftCode: receiverBankCode,
  }
  const ready = {
    ...{ id, rail, amount: 123_45n, currency, information, valueDate: today, chargeBearer: 'SHAR' },
    deductedAmount: isInstant ? null : terms.deducted,
  }
  const given = { ready, row, exchange: !isInstant && terms.isExchanged ? exchange : undefined }
  return instructionOf(bank, given as unknown as Parameters<typeof instructionOf>[1], today)
}

/** The element below CdtTrfTxInf that says a field. Fedwire has one for both instructions. */
const ELEMENTS: Readonly<Partial<Record<CarriedField, string>>> = {
  ...{ receiverIdentificationNumber: 'Cdtr', referenceForBeneficiary: 'PmtId', proprietaryCode: 'Purp' },
  ...{ originatortoBeneficiary: 'RmtInf', paymentRemittanceNotes: 'RmtInf', remittanceMethod: 'RltdRmtInf' },
  ...{ senderToReceiverNotes: 'InstrFor', transactionTypeCode: 'PmtTpInf', localInstruments: 'PmtTpInf' },
}

/** The text below the elements of this name, without the spaces at which texts are divided. */
function textOf(transaction: object, name: string): string {
  const leaves = (value: unknown): string[] =>
    typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value ?? '')]
  const below = Object.entries(transaction).filter(
    ([tag]) => tag === name || (name === 'InstrFor' && tag.startsWith(name)),
  )
  return withoutSpaces(leaves(below.map(([, value]) => value)).join(''))
}
const withoutSpaces = (text: string) => toAscii(text).replaceAll(' ', '')

function transactionIn(xml: string): object {
  const read = readMessage(xml)
  assert.ok(read.ok, JSON.stringify(read))
  const { type, document } = read.value
  if (type === 'pacs.009.001.08') return document.FICdtTrf.CdtTrfTxInf[0]!
  assert.ok(type === 'pacs.008.001.08', type)
  return document.FIToFICstmrCdtTrf.CdtTrfTxInf[0]!
}

/** What each network carries of a request besides the parties: the others are refused. */
const CARRIED: Readonly<Record<MessageRailName, number>> = { FEDWIRE: 17, SWIFT: 16, FEDNOW: 12, RTP: 11 }

for (const rail of ['FEDWIRE', 'FEDNOW', 'RTP', 'SWIFT'] as const)
  test(`${rail}: what the door accepts leaves in a message that the network takes, and nothing of it is lost`, (context) => {
    const seen = new Set<CarriedField>()
    const property = fc.property(said(rail), (request) => {
      const xml = WRITERS[rail](instructed(rail, request))
      assertConforms(rail, xml)
      const transaction = transactionIn(xml)
      for (const field of CARRIED_FIELDS) {
        const text = request.information[field]
        if (text === undefined) continue
        const isReference = rail === 'SWIFT' && field === 'referenceForBeneficiary'
        const spelled = withoutSpaces(isReference ? identifierText(text)! : text)
        const element = ELEMENTS[field] ?? 'UltmtDbtr'
        assert.ok(textOf(transaction, element).includes(spelled), `${field}: ${spelled} is not in ${element}: ${xml}`)
        seen.add(field)
      }
      if (request.information.localInstruments === 'BTRC') return
      for (const [element, { name, address }] of [
        ['Dbtr', request.sender],
        ['Cdtr', request.receiver],
        ['UltmtCdtr', { name: request.ultimate?.['ultimateReceiverName'] ?? '', address: request.ultimate ?? {} }],
      ] as const)
        for (const text of [name, ...Object.values(address as Record<string, string>)])
          assert.ok(textOf(transaction, element).includes(withoutSpaces(text)), `${text} is not in ${element}: ${xml}`)
    })
    fc.assert(property, { numRuns: 150 })
    assert.equal(seen.size, CARRIED[rail], [...seen].join(', '))
    if (withSchemas.skip) context.diagnostic(`not checked by schemas: ${withSchemas.skip}`)
  })
