import type { Temporal } from 'temporal-polyfill'
import type { Transaction } from '../db/client.ts'
import type { Institution } from '../institution/institution.ts'
import { BANKING_DAYS } from '../kernel/business-calendar.ts'
import { type NetworkReturn, type ReturnObjection, returnFromNetwork, returnPrenotes } from '../payments/payments.ts'
import { judgeReturn, type SentEntry } from '../rails/rails.ts'
import type { Answer } from './domain/answer.ts'
import type { Mismatch } from './domain/match-answer.ts'
import { applied, type Decided, needsPerson, noted } from './domain/outcome.ts'
import { ACTOR, type MatchedAnswer } from './matched-answer.ts'

/**
 * The code with which the institution can dishonor a return (Nacha Operating Rules, Appendix Four).
 */
const DISHONORED_AS: Readonly<Record<Mismatch | ReturnObjection['why'], string | null>> = {
  trace: 'R61',
  bank: 'R69',
  amount: 'R69',
  account: 'R69',
  ambiguous: null,
  alreadyReturned: 'R67',
  untimely: 'R68',
  breaksRule: 'R69',
  notReturnable: null,
}

/**
 * Books the returns of payments. What is not booked waits for a person, with the rule it breaks.
 */
export async function bookReturns(
  tx: Transaction,
  institution: Institution,
  returns: readonly MatchedAnswer[],
  now: Temporal.Instant,
): Promise<Map<string, Decided>> {
  const decisions = new Map<string, Decided>()
  const prenotes: ReturnedPrenote[] = []
  const booked = new Map<string, { id: string; networkReturn: NetworkReturn }>()
  for (const { id, answer, matched } of returns) {
    if (!matched.ok) decisions.set(id, needsPerson(matched.text, DISHONORED_AS[matched.why]))
    else if (matched.entry.kind === 'Prenote') prenotes.push({ id, answer, entry: matched.entry })
    else if (matched.entry.kind === 'Reversal')
      decisions.set(id, needsPerson('a reversing entry came back: pay the amount to the debtor in another way'))
    else if (booked.has(matched.entry.paymentId))
      decisions.set(id, needsPerson('the payment comes back twice', DISHONORED_AS.alreadyReturned))
    else booked.set(matched.entry.paymentId, { id, networkReturn: returnOf(matched.entry.paymentId, answer) })
  }
  const wanted = Array.from(booked.values(), ({ networkReturn }) => networkReturn)
  const objections = await returnFromNetwork(tx, institution, wanted, ACTOR, now)
  for (const [paymentId, { id }] of booked) {
    const objection = objections.get(paymentId)
    decisions.set(id, objection ? needsPerson(objection.text, DISHONORED_AS[objection.why]) : applied())
  }
  return new Map([...decisions, ...(await bookPrenotes(tx, institution, prenotes, now))])
}

interface ReturnedPrenote {
  id: string
  answer: Answer
  entry: SentEntry
}

/**
 * Books the returns of prenotifications. A late one counts as well: it moves no money, and the
 * account is what it says. Each comes back once, with a code for entries like it.
 */
async function bookPrenotes(
  tx: Transaction,
  { tenantId }: Institution,
  prenotes: readonly ReturnedPrenote[],
  now: Temporal.Instant,
): Promise<[string, Decided][]> {
  const judged = prenotes.map(({ id, answer, entry }) => {
    const { paymentId: prenoteId, entryType, secCode, effectiveDate: settledOn } = entry
    const code = answer.code!
    const rule = judgeReturn({ rail: 'ACH', entryType, secCode, settledOn }, code, settledOn, BANKING_DAYS)
    return { id, prenoteId, code, objection: rule.ok ? undefined : rule.refusal }
  })
  const wanted = judged.filter(({ objection }) => objection === undefined)
  const returned = await returnPrenotes(tx, tenantId, wanted, now)
  const first = new Map(wanted.toReversed().map(({ id, prenoteId }) => [prenoteId, id]))
  return judged.map(({ id, prenoteId, objection }) => {
    if (objection !== undefined) return [id, needsPerson(objection)]
    if (returned.has(prenoteId) && first.get(prenoteId) === id) return [id, applied()]
    return [id, noted('the prenotification came back before, or another one of the account stands')]
  })
}

function returnOf(paymentId: string, { code, notes, item }: Answer): NetworkReturn {
  return {
    ...{ paymentId, achReturnCode: code!, returnNotes: notes, returnedOn: item.settlementDate },
    source: { fileUID: item.fileId, returnTraceNumber: item.traceNumber },
  }
}
