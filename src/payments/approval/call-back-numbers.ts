import { Temporal } from 'temporal-polyfill'
import { isSameEmail, type Making } from '../../approvers/approvers.ts'
import { readLastRecords } from '../../audit/audit.ts'
import type { Connection } from '../../db/client.ts'
import { callBacksOf, type Institution } from '../../institution/institution.ts'
import { mayBeOnePerson, type Party, provenPartyOf } from '../../tokens/api-clients.ts'
import { findOfInstitution, type NumberHolder, readNumberHolders } from './call-back-numbers.store.ts'
import {
  isSameNumber,
  type NumberSet,
  type NumberStanding,
  numbersOf,
  standingOfNumber,
} from './domain/call-back-numbers.ts'

/** A telephone number of a customer, and whether it can be called about a payment. */
export interface CallBackNumber extends NumberSet {
  holder: NumberHolder
  standing: NumberStanding
  /** False if the holder has another number since. */
  isCurrent: boolean
}

/** How many changes of one customer, user or signatory are read. */
const MAX_RECORDS = 50

/** The payment, who made it, and who calls. */
export interface CallBack {
  customerId: bigint
  making: Making
  caller: Party
  /** The clock by which holds of clients end. */
  tokenNow: Temporal.Instant
  /** The number that was called; all are judged if it is absent. */
  called?: string
}

/**
 * The telephone numbers of a customer, and which of them can be called about a payment: none of its
 * makers, also under another record with their e-mail address, nor of who set the bank details of
 * its contact alone. The audit log says who set each of them, and when: a number that is younger
 * than the setting does not count, and the one before it does. The numbers of contacts are none of
 * the customer's.
 */
export async function readCallBackNumbers(
  db: Connection,
  institution: Institution,
  { customerId, making, caller, tokenNow, called }: CallBack,
  now: Temporal.Instant,
): Promise<CallBackNumber[]> {
  const { tenantId, legalEntityId: ownEntityId } = institution
  const agedAt = now.subtract({ hours: 24 * callBacksOf(institution.settings).minimumNumberAge })
  const holders = await readNumberHolders(db, tenantId, customerId)
  const records = await readLastRecords(db, tenantId, holders, MAX_RECORDS)
  const byHolder = Map.groupBy(records, ({ subjectKind, subjectId }) => `${subjectKind} ${subjectId}`)
  const asOf = Temporal.Instant.compare(making.madeAt, tokenNow) < 0 ? making.madeAt : tokenNow
  const asked = new Map<string, Promise<boolean>>()
  const mayBe = (one: Party, other: Party) => {
    const key = [one.clientId, one.userId, other.clientId, other.userId].join(' ')
    const known =
      asked.get(key) ??
      mayBeOnePerson(db, { tenantId, one: provenPartyOf(one), other: provenPartyOf(other), ownEntityId }, asOf)
    asked.set(key, known)
    return known
  }
  const mayBeAny = async (parties: readonly Party[], others: readonly Party[]) => {
    for (const one of parties) for (const other of others) if (await mayBe(one, other)) return true
    return false
  }
  // Who set the bank details of the contact would confirm their own account.
  const involved = [...making.makers, ...making.setters]
  const isConfirmed = async ({ setBy, confirmedBy }: NumberSet) => {
    const ofInstitution = await findOfInstitution(db, institution, [...setBy, ...confirmedBy])
    for (const one of ofInstitution) if (!(await mayBeAny([one], [caller, ...involved]))) return true
    return false
  }
  const isInvolved = ({ kind, id, email }: NumberHolder) =>
    involved.some((one) => (kind === 'user' && one.userId === id) || isSameEmail(one.email, email))
  const found: CallBackNumber[] = []
  for (const holder of holders) {
    const numbers = numbersOf(byHolder.get(`${holder.kind} ${holder.id}`) ?? [], agedAt)
    for (const number of numbers) {
      if (called !== undefined && !isSameNumber(number.phoneNumber, called)) continue
      const facts = {
        isOfMaker: isInvolved(holder),
        isConfirmed: await isConfirmed(number),
        isSetByMaker: await mayBeAny(number.setBy, involved),
        isSetterKnown: number.setBy.length > 0,
        isAged: Temporal.Instant.compare(number.since, agedAt) <= 0,
      }
      found.push({ ...number, holder, standing: standingOfNumber(facts), isCurrent: number === numbers.at(-1) })
    }
  }
  return found
}
