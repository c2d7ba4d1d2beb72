import type { Connection } from '../../db/client.ts'
import { type StoredContent, storedContent, type WithContent, whyAltered } from '../../db/content-digest.ts'
import { PAYMENT_APPROVALS, PAYMENTS } from '../../db/digested-tables.ts'
import { type Keyring, UnknownKey } from '../../db/keyring.ts'
import { CONTENT } from '../../db/payment-content.ts'
import { requireInPlace } from '../../db/places.ts'
import { openDocument } from '../../db/sealed-columns.ts'
import { isSealed } from '../../kernel/sealed-text.ts'
import { CannotOpen } from '../../kernel/sealer.ts'
import type { LedgerDifference } from '../../ledger/verify-ledger.ts'

/** The states of payments that have not left yet. */
const WAITING = ['PENDING_APPROVAL', 'PARTIALLY_APPROVED', 'FUTURE_DATED', 'HELD', 'VALIDATED', 'READY_TO_TRANSMIT']
const PAGE_ROWS = 500
const MAX_NAMED = 100

/** A payment that waits, with its contact and the last record of the contact, as stored. */
interface WaitingRow extends WithContent {
  rail: string
  id: string
  number: string
  numberIndex: string | null
  contactId: bigint | null
  receiverAccountId: bigint | null
  contactNumber: string | null
  contactIndex: string | null
  nationalCode: string | null
  swiftCode: string | null
  auditId: string | null
  recorded: unknown
  /** The approvals that it was given. */
  approvals: StoredContent[] | null
}

/**
 * Opens the number that each waiting payment goes to, and that of its contact. Each must be sealed
 * for its place and be the one of its blind index, and the contact must have the number and the
 * bank that the audit log recorded last: nothing but a change that is recorded gives it others.
 * What the payment instructs, and who approved it, must be what the service stored.
 */
export async function verifySeals(db: Connection, tenantId: bigint): Promise<LedgerDifference[]> {
  const found = new Map<string, LedgerDifference>()
  for (const status of WAITING) {
    let after: WaitingRow | undefined
    do {
      const rows: WaitingRow[] = await readWaiting(db, tenantId, status, after)
      for (const row of rows)
        for (const one of differencesOf(db.keyring, tenantId, row)) found.set(`${one.what} ${one.id}`, one)
      after = rows.length < PAGE_ROWS ? undefined : rows.at(-1)
    } while (after && found.size < MAX_NAMED)
  }
  return [...found.values()].slice(0, MAX_NAMED)
}

function readWaiting(
  db: Connection,
  tenantId: bigint,
  status: string,
  after: WaitingRow | undefined,
): Promise<WaitingRow[]> {
  return db.query<WaitingRow>(
    `select s.rail, p.id, ${CONTENT}, p.receiver_account_number as number, p.receiver_account_number_index as number_index,
       p.contact_id, p.receiver_account_id, k.account_number as contact_number, k.account_number_index as contact_index,
       k.national_code, k.swift_code, a.id as audit_id, a.after as recorded,
       (select jsonb_agg(${storedContent(PAYMENT_APPROVALS, 'd')}) from payment_approvals d
        where d.tenant_id = $1 and d.payment_id = p.id and d.decision = 'Approved') as approvals
     from payment_states s join payments p on p.tenant_id = $1 and p.id = s.payment_id
       left join contacts k on k.tenant_id = $1 and k.id = p.contact_id
       left join lateral (
         select id, after from audit_log
         where tenant_id = $1 and subject_kind = 'contact' and subject_id = k.id::text and after ? 'sealed'
         order by at desc, id desc limit 1) a on true
     where s.tenant_id = $1 and s.status = $2 and (s.rail, s.payment_id) > ($3, $4::uuid)
     order by s.rail, s.payment_id limit ${PAGE_ROWS}`,
    [tenantId, status, after?.rail ?? '', after?.id ?? '00000000-0000-0000-0000-000000000000'],
    { isOpened: false },
  )
}

function* differencesOf(keyring: Keyring, tenantId: bigint, row: WaitingRow): Generator<LedgerDifference> {
  const { contactId, receiverAccountId, contactNumber, contactIndex, auditId } = row
  const home =
    contactId === null ? `accounts.account_number:${receiverAccountId}` : `contacts.account_number:${contactId}`
  const number = { table: 'payments', column: 'receiver_account_number', place: home, value: row.number }
  const wrong = whyWrong(keyring, tenantId, number, row.numberIndex)
  if (wrong) yield { what: 'the number of a waiting payment is not one of its contact', id: row.id, detail: wrong }
  const notMade = whyAltered(keyring, tenantId, PAYMENTS, row.content)
  if (notMade) yield { what: 'a waiting payment is not one that the service made', id: row.id, detail: notMade }
  for (const approval of row.approvals ?? []) {
    const forged = whyAltered(keyring, tenantId, PAYMENT_APPROVALS, approval)
    if (forged) yield { what: 'an approval of a waiting payment was altered', id: row.id, detail: forged }
  }
  if (contactNumber === null) return
  const ofContact = { table: 'contacts', column: 'account_number', place: home, value: contactNumber }
  const wrongContact =
    whyWrong(keyring, tenantId, ofContact, contactIndex) ??
    (auditId === null ? undefined : whyNotRecorded(keyring, tenantId, { ...row, auditId }))
  if (wrongContact)
    yield {
      what: 'the account of a contact is not the one that was recorded',
      id: String(contactId),
      detail: wrongContact,
    }
}

type Placed = Parameters<typeof requireInPlace>[2] & { value: string }

/** Why a number is not what its index and its place say; undefined if it is. */
function whyWrong(keyring: Keyring, tenantId: bigint, placed: Placed, index: string | null): string | undefined {
  return problemOf(() => {
    requireInPlace(keyring, tenantId, placed)
    const { value } = placed
    const plain = isSealed(value) ? keyring.open(tenantId, 'account_number', value) : value
    if (index !== null && index !== keyring.indexOf(tenantId, 'account_number', plain))
      return 'its blind index is that of another number'
    return undefined
  })
}

function whyNotRecorded(
  keyring: Keyring,
  tenantId: bigint,
  { auditId, recorded, contactIndex, nationalCode, swiftCode }: WaitingRow & { auditId: string },
): string | undefined {
  return problemOf(() => {
    requireInPlace(keyring, tenantId, {
      ...{ table: 'audit_log', column: 'after', place: `audit_log.after:${auditId}`, value: recorded },
    })
    const after = openDocument(recorded, (text) => keyring.open(tenantId, 'audit_content', text)) as {
      contactBank?: { accountNo: string; nationalCode?: string; swiftCode?: string }
    }
    const bank = after.contactBank
    if (!bank || contactIndex === null) return undefined
    if (contactIndex !== keyring.indexOf(tenantId, 'account_number', bank.accountNo))
      return `audit record ${auditId} has another number`
    const isSameBank = (bank.nationalCode ?? null) === nationalCode && (bank.swiftCode ?? null) === swiftCode
    return isSameBank ? undefined : `audit record ${auditId} has another bank`
  })
}

/** What a check says, or why a value cannot be opened. A missing key says nothing about a value. */
function problemOf(check: () => string | undefined): string | undefined {
  try {
    return check()
  } catch (error) {
    if (error instanceof UnknownKey || !(error instanceof CannotOpen)) throw error
    return error.message
  }
}
