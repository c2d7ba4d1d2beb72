import { Temporal } from 'temporal-polyfill'
import { lockTenant } from '../db/advisory-locks.ts'
import type { Transaction } from '../db/client.ts'
import { recordChanges } from '../events/events.ts'
import type { Institution } from '../institution/institution.ts'
import { BANKING_DAYS } from '../kernel/business-calendar.ts'
import { newId } from '../kernel/id.ts'
import { dueAt, meetObligations, type ObligationKind, openObligations, ruleOf } from '../obligations/obligations.ts'
import { findDishonors, findSentEntries, judgeReturn, type SentEntry } from '../rails/rails.ts'
import { type Dishonor, dishonorReturns, receiveItems } from '../receipts/receipts.ts'
import { type AchAnswer, insertAnswers, knownAnswers } from './answers.store.ts'
import { bookReturns } from './book-returns.ts'
import { correctContacts } from './correct-contacts.ts'
import type { Answer } from './domain/answer.ts'
import { answeredDates, matchAnswer } from './domain/match-answer.ts'
import { applied, type Decided, needsPerson, noted } from './domain/outcome.ts'
import { ACTOR, type MatchedAnswer } from './matched-answer.ts'
import { renderAnswer } from './render-answer.ts'

/**
 * Books answers of other banks, each once: at most 500. Money that comes with an answer and belongs
 * to no payment is kept in suspense, as an item that a person decides on.
 */
export async function bookAnswers(
  tx: Transaction,
  institution: Institution,
  answers: readonly Answer[],
  now: Temporal.Instant,
): Promise<void> {
  const { tenantId } = institution
  if (answers.length === 0) return
  // Two files with the same answers are booked one after the other.
  await lockTenant(tx, { lock: 'receipts', tenantId }, 'exclusive')
  const fresh = await newOnes(tx, tenantId, answers)
  if (fresh.length === 0) return
  const matched = await matchAll(tx, institution, fresh, now)
  const of = (...kinds: Answer['kind'][]) => matched.filter(({ answer }) => kinds.includes(answer.kind))
  const decisions = new Map<string, Decided>([
    ...(await bookReturns(tx, institution, of('Return'), now)),
    ...(await correctContacts(tx, tenantId, of('Change'), now)),
    ...of('Acknowledgement').map((one) => [one.id, acknowledged(one)] as const),
    ...(await bookDishonors(tx, institution, of('DishonoredReturn'), now)),
    ...(await decideContests(tx, tenantId, of('ContestedReturn'))),
    ...of('RefusedChange').map((one) => [one.id, unexpected(one)] as const),
    ...of('Enrollment', 'Notice').map(({ id }) => [id, noted()] as const),
  ])
  const rows = matched.map((one) => rowOf(one, decisions.get(one.id)!))
  await insertAnswers(tx, tenantId, rows, now)
  const changes = rows.map((row, place) => ({
    ...{ tenantId, actor: ACTOR, action: 'ach.answerReceived', after: renderAnswer(row) },
    subject: { kind: 'achAnswer', id: row.id, customerId: customerOf(matched[place]!) },
  }))
  await recordChanges(tx, tenantId, changes, now)
  await keepMoney(tx, institution, matched, decisions, now)
  await startClocks(tx, institution, matched, decisions, now)
}

async function newOnes(tx: Transaction, tenantId: bigint, answers: readonly Answer[]): Promise<Answer[]> {
  const byIdentity = new Map(answers.toReversed().map((answer) => [answer.item.identity, answer]))
  const known = await knownAnswers(tx, tenantId, [...byIdentity.keys()])
  return answers.filter((answer) => byIdentity.get(answer.item.identity) === answer && !known.has(answer.item.identity))
}

async function matchAll(
  tx: Transaction,
  institution: Institution,
  answers: readonly Answer[],
  now: Temporal.Instant,
): Promise<MatchedAnswer[]> {
  const traces = new Set(answers.flatMap(({ originalTraceNumber }) => originalTraceNumber ?? []))
  const byTrace = Map.groupBy(
    await findSentEntries(tx, institution.tenantId, [...traces], datesOf(answers)),
    ({ traceNumber }: SentEntry) => traceNumber,
  )
  return answers.map((answer) => {
    const sent = byTrace.get(answer.originalTraceNumber ?? '') ?? []
    const isTimely = (entry: SentEntry) => isTimelyReturn(answer, entry)
    return { id: newId(now), answer, matched: matchAnswer(answer, sent, isTimely) }
  })
}

/** The effective dates of the entries that any of the answers can be about. */
function datesOf(answers: readonly Answer[]): ReturnType<typeof answeredDates> {
  const days = answers.map(({ item }) => item.settlementDate).toSorted(Temporal.PlainDate.compare)
  return { from: answeredDates(days[0]!).from, to: answeredDates(days.at(-1)!).to }
}

/**
 * Whether the entry, if it settled on its effective date, can come back on the day of the return.
 */
function isTimelyReturn({ code, item }: Answer, { entryType, secCode, effectiveDate: settledOn }: SentEntry): boolean {
  const { settlementDate } = item
  const on = Temporal.PlainDate.compare(settlementDate, settledOn) < 0 ? settledOn : settlementDate
  return judgeReturn({ rail: 'ACH', entryType, secCode, settledOn }, code ?? '', on, BANKING_DAYS).ok
}

function acknowledged({ matched }: MatchedAnswer): Decided {
  return matched.ok ? noted() : needsPerson(matched.text)
}

/** A dishonored return opens its receipt again. If it answers no return of ours, a person looks. */
async function bookDishonors(
  tx: Transaction,
  institution: Institution,
  matched: readonly MatchedAnswer[],
  now: Temporal.Instant,
): Promise<[string, Decided][]> {
  const dishonors = matched.map((one) => ({ one, dishonor: dishonorOf(one.answer) }))
  const left = await dishonorReturns(
    tx,
    institution,
    dishonors.map(({ dishonor }) => dishonor),
    now,
  )
  return dishonors.map(({ one, dishonor }) => [one.id, left.includes(dishonor) ? unexpected(one) : applied()])
}

function dishonorOf({ item, ...answer }: Answer): Dishonor {
  const { traceNumber, amount, settlementDate, originatorRouting } = item
  return {
    ...{ returnTraceNumber: answer.returnTraceNumber ?? '', returnCode: answer.returnCode ?? '' },
    ...{ returnSettlementDay: answer.returnSettlementDay ?? '', code: answer.code ?? '' },
    ...{
      originalTraceNumber: answer.originalTraceNumber ?? '',
      traceNumber,
      amount,
      settlementDate,
      originatorRouting,
    },
  }
}

/**
 * A contested return ends what the rules give to us: its money waits for a person, who knows by the
 * reason which of our dishonored returns it is about.
 */
async function decideContests(
  tx: Transaction,
  tenantId: bigint,
  matched: readonly MatchedAnswer[],
): Promise<[string, Decided][]> {
  const traceNumbers = matched.flatMap(({ answer }) => answer.dishonorTraceNumber ?? [])
  const ours = new Map((await findDishonors(tx, tenantId, traceNumbers)).map((one) => [one.traceNumber, one]))
  return matched.map((one) => {
    const dishonor = ours.get(one.answer.dishonorTraceNumber ?? '')
    return [one.id, dishonor ? contested(one.answer, dishonor) : unexpected(one)]
  })
}

/** R74 corrects the return that had errors; the others say that it was right. */
function contested({ code }: Answer, { code: dishonored, receiptId, paymentId }: SentDishonor): Decided {
  const about = paymentId === null ? '' : ` of payment ${paymentId}`
  return needsPerson(
    `${code} contests our ${dishonored}${about} (receipt ${receiptId}): accept it, because it cannot be dishonored again`,
  )
}

/** It answers nothing that the institution sent, so a person reads it. */
function unexpected({ answer: { kind, code } }: MatchedAnswer): Decided {
  const what = {
    DishonoredReturn: 'a return that the institution sent',
    ContestedReturn: 'a return that it dishonored',
  }
  return needsPerson(
    kind === 'RefusedChange'
      ? `${code} refuses a notification of change; the institution sends none by itself`
      : `${code} is about ${what[kind as keyof typeof what]}: decide within the time of the rule`,
  )
}

function rowOf({ id, answer, matched }: MatchedAnswer, decided: Decided): Omit<AchAnswer, 'tenantId' | 'createdAt'> {
  const { item, kind, code, originalTraceNumber, otherDfi, correctedData } = answer
  return {
    ...{ id, identity: item.identity, fileId: item.fileId, entryNumber: item.entryNumber, kind, code },
    ...{ originalTraceNumber, otherDfi, correctedData, traceNumber: item.traceNumber },
    ...{ settlementDate: item.settlementDate.toString(), direction: item.direction, amount: item.amount },
    ...{ outcome: decided.outcome, reason: decided.reason, answerCode: decided.answerCode },
    paymentId: matched.ok && matched.entry.kind !== 'Prenote' ? matched.entry.paymentId : null,
    prenoteId: matched.ok && matched.entry.kind === 'Prenote' ? matched.entry.paymentId : null,
    contactId: matched.ok && kind === 'Change' ? matched.entry.contactId : null,
  }
}

function customerOf({ matched }: MatchedAnswer): bigint | undefined {
  return matched.ok ? matched.entry.customerId : undefined
}

/**
 * The money of answers that no payment takes: it has moved between the banks all the same. A
 * notification of change that cannot be right moves none, and is kept to go back.
 */
async function keepMoney(
  tx: Transaction,
  institution: Institution,
  matched: readonly MatchedAnswer[],
  decisions: ReadonlyMap<string, Decided>,
  now: Temporal.Instant,
): Promise<void> {
  const kept = matched.flatMap(({ id, answer: { item, originalTraceNumber } }) => {
    const { outcome, answerCode } = decisions.get(id)!
    const held = { ...item, isPrenote: false, heldFor: 'AnswerOfNoPayment' as const }
    if (outcome === 'Exception' && item.amount > 0n) return [held]
    const isSentBack = outcome === 'Refused' && originalTraceNumber !== null
    return isSentBack ? [{ ...held, refusedWith: answerCode! }] : []
  })
  if (kept.length > 0) await receiveItems(tx, institution, kept, now)
}

/** The clock that a rule starts for an answer. A notification that is passed on meets its own. */
async function startClocks(
  tx: Transaction,
  institution: Institution,
  matched: readonly MatchedAnswer[],
  decisions: ReadonlyMap<string, Decided>,
  now: Temporal.Instant,
): Promise<void> {
  const clocks = matched.flatMap(({ id, answer: { kind, item } }) => {
    const { outcome } = decisions.get(id)!
    const started = CLOCKS[kind]
    const isStarted = started && (kind === 'Change' || outcome === 'Exception')
    return isStarted ? [{ started, id, from: item.settlementDate, isMet: outcome !== 'Exception' }] : []
  })
  const due = clocks.map(({ started, id, from }) => ({
    ...{ kind: started, subject: { kind: 'achAnswer', id } },
    ...{ dueAt: dueAt(started, from, institution), rule: ruleOf(started, from, institution) },
  }))
  await openObligations(tx, institution.tenantId, due, now)
  const met = due.filter((_, place) => clocks[place]!.isMet)
  await meetObligations(tx, institution.tenantId, met, ACTOR, now)
}

type SentDishonor = Awaited<ReturnType<typeof findDishonors>>[number]

const CLOCKS: Partial<Readonly<Record<Answer['kind'], ObligationKind>>> = {
  Return: 'DishonoredReturn',
  DishonoredReturn: 'ContestedReturn',
  Change: 'NotificationOfChange',
}
