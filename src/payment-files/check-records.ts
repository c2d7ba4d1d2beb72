import { Temporal } from 'temporal-polyfill'
import { readAccountIdsOf } from '../accounts/accounts.ts'
import { findContactsByNumber, readContactIdsOf } from '../contacts/contacts.ts'
import type { CustomerRow } from '../customers/customers.ts'
import type { Transaction } from '../db/client.ts'
import { boundsErrors } from '../http/bounds.ts'
import { tolerantReader } from '../http/tolerance.ts'
import { compileSchema, describeValidation } from '../http/validation.ts'
import { atFirstUse } from '../kernel/at-first-use.ts'
import { accept, type Result, refuse } from '../kernel/result.ts'
import {
  type CreditRequest,
  CreditRequestBody,
  DebitRequestBody,
  parseCreditRequest,
  parseDebitRequest,
} from '../payments/payments.ts'
import type { Fault, FileRecord, NamedReceiver } from './domain/file-record.ts'

/** A payment of a file that can be submitted. */
export interface PaymentOfFile {
  record: number
  entryType: 'CREDIT' | 'DEBIT'
  /** The body of its request. */
  request: object
  /** In minor units. */
  amount: bigint
  currency: string
  /** What it pays, in one form whatever the file looks like. */
  content: string
}

const kinds = {
  CREDIT: { ...checkOf(CreditRequestBody), parse: parseCreditRequest, own: 'sender', other: 'receiver' },
  DEBIT: { ...checkOf(DebitRequestBody), parse: parseDebitRequest, own: 'creditor', other: 'debtor' },
} as const

/** Reads and checks a record as a request of its own would be. */
function checkOf(schema: typeof CreditRequestBody | typeof DebitRequestBody) {
  const read = atFirstUse(() => tolerantReader(schema, { isUpdate: false, isQuery: false }))
  return {
    boundsOf: (body: object) => boundsErrors(body, schema),
    read: (body: object) => read()(body, { unknown: [] }, ''),
    isValid: atFirstUse(() => compileSchema(schema)),
  }
}

/**
 * Checks every record by the rules of a payment request, and finds its parties: the account of the
 * customer that the record or the upload names, and the contact with its number. Returns every
 * fault of the file. What only the moment of the payment can tell, such as funds, is not checked; a
 * date that is over is.
 */
export async function checkRecords(
  tx: Transaction,
  customer: Pick<CustomerRow, 'tenantId' | 'id'>,
  records: readonly FileRecord[],
  { senderAccountUID, today }: { senderAccountUID: string | undefined; today: Temporal.PlainDate },
): Promise<Result<PaymentOfFile[], Fault[]>> {
  const contacts = await openContacts(tx, customer, records)
  const asked = records.map((record) => record.senderAccountUID ?? senderAccountUID)
  const isOwn = await openOwn(tx, customer, asked, readAccountIdsOf)
  const first = firstUses(records)
  const faults: Fault[] = []
  const payments = records.flatMap((record, at) => {
    const used = first.get(record.fields.externalReferenceId)!
    if (used < record.record) {
      faults.push({ record: record.record, field: 'externalReferenceId', reason: `record ${used} has it as well` })
      return []
    }
    const checked = checkRecord(record, { contacts, isOwn, today }, asked[at])
    if (checked.ok) return [checked.value]
    faults.push({ record: record.record, ...checked.refusal })
    return []
  })
  return faults.length > 0 ? refuse(faults) : accept(payments)
}

type FaultOfRecord = Omit<Fault, 'record'>

/** The first record with each reference. */
function firstUses(records: readonly FileRecord[]): Map<unknown, number> {
  return new Map(records.toReversed().map(({ record, fields }) => [fields.externalReferenceId, record]))
}

interface Parties {
  contacts(receiver: NamedReceiver): Result<string, FaultOfRecord>
  isOwn(accountUID: string): boolean
  today: Temporal.PlainDate
}

function checkRecord(
  { record, entryType, receiver, fields, senderAccountUID }: FileRecord,
  { contacts, isOwn, today }: Parties,
  accountUID: string | undefined,
): Result<PaymentOfFile, FaultOfRecord> {
  if (accountUID === undefined)
    return refuse({ field: 'senderAccountUID', reason: 'neither the record nor the upload names the account' })
  if (!isOwn(accountUID))
    return refuse({ field: 'senderAccountUID', reason: 'the customer has no account with this accountUID' })
  const contact = contacts(receiver)
  if (!contact.ok) return contact
  const kind = kinds[entryType]
  const body = { ...fields, [kind.own]: { accountUID }, [kind.other]: { accountUID: contact.value } }
  const outOfBounds = kind.boundsOf(body)
  if (outOfBounds.length > 0) return refuse(faultOf(describeValidation(outOfBounds)))
  const request = kind.read(body) as object
  const isValid = kind.isValid()
  if (!isValid(request)) return refuse(faultOf(describeValidation(isValid.errors!)))
  const parsed = kind.parse(request as never) as Result<CreditRequest, { detail?: string; reason: string }>
  if (!parsed.ok) return refuse(faultOf(parsed.refusal.detail ?? parsed.refusal.reason))
  const { amount, currency, paymentDate } = parsed.value
  if (paymentDate && Temporal.PlainDate.compare(paymentDate, today) < 0)
    return refuse({ field: 'paymentDate', reason: `${paymentDate} is before today, ${today}` })
  const {
    [kind.own]: _own,
    [kind.other]: _other,
    paymentAmount: _amount,
    ...others
  } = request as Record<string, unknown>
  const content = JSON.stringify([entryType, senderAccountUID, contact.value, String(amount), others])
  return accept({ record, entryType, request, amount, currency, content })
}

/** The columns of fields that have another name in a request. */
const COLUMN_OF: Readonly<Record<string, string>> = {
  paymentAmount: 'amount',
  paymentCurrency: 'currency',
  'additionalInfo.secCode': 'secCode',
}

/** The text of a refusal begins with its field. The file names it as its column. */
function faultOf(text: string): FaultOfRecord {
  const [, field = 'record', reason = text] = /^([A-Za-z.]+):? (.+)$/s.exec(text) ?? []
  return { field: COLUMN_OF[field] ?? field, reason }
}

const UID = /^\d{1,18}$/

/** Finds with one statement which of these belong to the customer. */
async function openOwn(
  tx: Transaction,
  { tenantId, id }: Pick<CustomerRow, 'tenantId' | 'id'>,
  uids: readonly (string | undefined)[],
  readIdsOf: typeof readAccountIdsOf,
): Promise<(uid: string) => boolean> {
  const asked = new Set(uids.filter((uid) => uid !== undefined && UID.test(uid)))
  const own = new Set(
    asked.size > 0
      ? await readIdsOf(
          tx,
          tenantId,
          id,
          [...asked].map((uid) => BigInt(uid!)),
        )
      : [],
  )
  return (uid) => UID.test(uid) && own.has(BigInt(uid))
}

/** Finds the contacts that records name, with one statement for each way to name them. */
async function openContacts(
  tx: Transaction,
  { tenantId, id }: Pick<CustomerRow, 'tenantId' | 'id'>,
  records: readonly FileRecord[],
): Promise<(receiver: NamedReceiver) => Result<string, FaultOfRecord>> {
  const numbered = records.flatMap(({ receiver }) => ('accountNumber' in receiver ? [receiver] : []))
  const found = await findContactsByNumber(tx, tenantId, id, {
    numbers: [...new Set(numbered.map(({ accountNumber }) => accountNumber))],
    nationalCodes: [...new Set(numbered.map(({ routingNumber }) => routingNumber))],
  })
  const named = records.flatMap(({ receiver }) => ('contactUID' in receiver ? [receiver.contactUID] : []))
  const isOwn = await openOwn(tx, { tenantId, id }, named, readContactIdsOf)
  return (receiver) => {
    if ('contactUID' in receiver)
      return isOwn(receiver.contactUID)
        ? accept(String(BigInt(receiver.contactUID)))
        : refuse({ field: 'contactUID', reason: 'the customer has no contact with this contactUID' })
    const { routingNumber, accountNumber, accountType } = receiver
    const [contact, another] = found.filter(
      (one) =>
        one.accountNumber === accountNumber &&
        one.nationalCode === routingNumber &&
        (accountType === undefined || one.accountType === accountType),
    )
    if (another)
      return refuse({ field: 'receiver', reason: 'several contacts have this account: name one by contactUID' })
    if (!contact)
      return refuse({ field: 'receiver', reason: 'no contact of the customer has this account: add it first' })
    return accept(String(contact.id))
  }
}
