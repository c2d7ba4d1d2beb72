import type { Addenda } from './addenda.ts'
import type { BatchControl } from './batch-control.ts'
import type { IatBatchHeader, ServiceClass } from './batch-header.ts'
import {
  type IatBank,
  type IatEntryInput,
  type NachaBatchInput,
  type NachaEntryInput,
  toNachaDate,
} from './build-input.ts'
import type { NachaEntry } from './file.ts'
import { toNachaText } from './nacha-text.ts'
import { totalsOfEntries } from './totals.ts'

const WIDTH = 35
/** Both currencies are fixed in dollars, so there is no rate (IAT batch header 21-23). */
const NO_EXCHANGE = { foreignExchangeIndicator: 'FF', foreignExchangeReferenceIndicator: '3' } as const

export function iatBatchHeader(
  input: NachaBatchInput,
  { serviceClass, batchNumber }: { serviceClass: ServiceClass; batchNumber: number },
): IatBatchHeader {
  return {
    ...{ record: 'IAT batch header', serviceClass, iatIndicator: '', ...NO_EXCHANGE, foreignExchangeReference: '' },
    destinationCountry: input.entries[0]?.iat?.receivingBank.country ?? '',
    ...{ originatorIdentification: input.companyIdentification, secCode: 'IAT' },
    companyEntryDescription: toNachaText(input.companyEntryDescription, 10),
    ...{ originatingCurrency: 'USD', destinationCurrency: 'USD' },
    effectiveEntryDate: toNachaDate(input.effectiveEntryDate),
    ...{ settlementDate: '', originatorStatusCode: '1', originatingDfi: input.originatingDfi, batchNumber },
  }
}

export function iatBatchControl(
  { originatingDfi }: Pick<NachaBatchInput, 'originatingDfi'>,
  entries: readonly NachaEntry[],
  { serviceClass, batchNumber }: { serviceClass: ServiceClass; batchNumber: number },
): BatchControl {
  const blank = { companyIdentification: '', messageAuthenticationCode: '', reserved: '' }
  return { record: 'batch control', serviceClass, ...totalsOfEntries(entries), ...blank, originatingDfi, batchNumber }
}

/** The entry with its addenda: 10 to 16, 17 for `payment` of them, and 18 for a correspondent. */
export function iatEntryOf(input: NachaEntryInput, payment: readonly string[]): NachaEntry {
  const { iat, traceNumber, amountCents } = input
  if (!iat) throw new Error('an IAT entry needs its parties')
  const [reserved, entrySequenceNumber] = ['', traceNumber.slice(-7)]
  const addenda = [
    ...mandatoryAddenda(input, iat),
    ...payment.map((paymentRelatedInformation, at): Addenda => {
      return { record: 'addenda 17', paymentRelatedInformation, sequenceNumber: at + 1, entrySequenceNumber }
    }),
    ...(iat.correspondent ? [correspondentAddenda(iat.correspondent, entrySequenceNumber)] : []),
  ]
  return {
    detail: {
      ...{ record: 'IAT entry detail', transactionCode: input.transactionCode },
      ...{ receivingRouting: input.receivingRouting, addendaCount: addenda.length, reserved, amountCents },
      ...{ accountNumber: input.accountNumber, reservedAfterAccount: '', gatewayOfacScreening: '' },
      ...{ secondaryOfacScreening: '', addendaIndicator: '1', traceNumber },
    },
    addenda,
  }
}

function mandatoryAddenda(
  { amountCents, individualIdentification, traceNumber }: NachaEntryInput,
  { transactionType, originator, originatingBank, receiver, receivingBank }: IatEntryInput,
): Addenda[] {
  const end = { reserved: '', entrySequenceNumber: traceNumber.slice(-7) }
  return [
    {
      ...{ record: 'addenda 10', transactionType, foreignPaymentAmount: amountCents, foreignTraceNumber: '' },
      ...{ receiverName: textOf(receiver.name), ...end },
    },
    {
      ...{ record: 'addenda 11', originatorName: textOf(originator.name) },
      ...{ originatorStreetAddress: textOf(originator.street), ...end },
    },
    {
      ...{ record: 'addenda 12', originatorCityAndState: pairOf(originator.city, originator.state) },
      ...{ originatorCountryAndPostalCode: pairOf(originator.country, originator.postalCode), ...end },
    },
    {
      ...{ record: 'addenda 13', originatingDfiName: textOf(originatingBank.name) },
      ...{ originatingDfiQualifier: originatingBank.qualifier },
      ...{ originatingDfiIdentification: originatingBank.identification },
      ...{ originatingDfiBranchCountry: originatingBank.country, ...end },
    },
    {
      ...{ record: 'addenda 14', receivingDfiName: textOf(receivingBank.name) },
      ...{ receivingDfiQualifier: receivingBank.qualifier },
      ...{ receivingDfiIdentification: receivingBank.identification },
      ...{ receivingDfiBranchCountry: receivingBank.country, ...end },
    },
    {
      ...{ record: 'addenda 15', receiverIdentification: individualIdentification },
      ...{ receiverStreetAddress: textOf(receiver.street), ...end },
    },
    {
      ...{ record: 'addenda 16', receiverCityAndState: pairOf(receiver.city, receiver.state) },
      ...{ receiverCountryAndPostalCode: pairOf(receiver.country, receiver.postalCode), ...end },
    },
  ]
}

function correspondentAddenda(bank: IatBank, entrySequenceNumber: string): Addenda {
  return {
    ...{ record: 'addenda 18', correspondentBankName: textOf(bank.name), correspondentBankQualifier: bank.qualifier },
    ...{ correspondentBankIdentification: bank.identification, correspondentBankBranchCountry: bank.country },
    ...{ reserved: '', sequenceNumber: 1, entrySequenceNumber },
  }
}

const textOf = (text: string) => toNachaText(text, WIDTH)

/** Addenda 12 and 16: two texts, the first ended by an asterisk and the second by a backslash. */
function pairOf(first: string, second: string): string {
  const end = `*${plain(second)}\\`
  return `${plain(first)
    .slice(0, WIDTH - end.length)
    .trimEnd()}${end}`
}

/** Without the two characters that end a text. */
function plain(text: string): string {
  return toNachaText(text.replaceAll(/[*\\]/g, ' '), WIDTH)
}
