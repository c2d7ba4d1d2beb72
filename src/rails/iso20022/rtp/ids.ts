import type { Temporal } from 'temporal-polyfill'
import { type Institution, networkSettingsOf } from '../../../institution/institution.ts'
import { uniqueText } from '../instant/unique-text.ts'

export const RTP_TIME_ZONE = 'America/New_York'

/** The participant id of the RTP system, to which every message goes. */
export const RTP_SYSTEM = '990000001S1'

/** The participant id of a bank: the agreed one, else its routing number with the suffix A1. */
export function participantId(bank: Pick<Institution, 'routingNumber' | 'sandbox' | 'settings'>): string {
  return networkSettingsOf(bank, 'RTP')?.connectionParty ?? `${bank.routingNumber}A1`
}

/** Messages that a bank makes, not the RTP system, have this letter after the participant id. */
const MADE_BY_BANK = 'B'

/** The ids of one message of RTP. */
export interface RtpIds {
  /** GrpHdr/MsgId, Assgnmt/Id. */
  messageId: string
  /** AppHdr/BizMsgIdr. */
  businessId: string
  /** PmtId/InstrId, PmtInfId: RTP has it without a letter in front. */
  instructionId: string
}

/**
 * The ids of a message: a letter, the date, the participant id, and what belongs to its subject
 * alone. A message is never sent with the ids of another.
 */
export function rtpIds(participant: string, subject: string, now: Temporal.Instant): RtpIds {
  const date = rtpDate(now).toString().replaceAll('-', '')
  const common = `${date}${participant}${MADE_BY_BANK}${uniqueText(subject, 14)}`
  return { messageId: `M${common}`, businessId: `B${common}`, instructionId: common }
}

/** The ids of an administrative message have the time as well. */
export function rtpAdminId(participant: string, subject: string, now: Temporal.Instant): string {
  const eastern = now.toZonedDateTimeISO(RTP_TIME_ZONE)
  const date = eastern.toPlainDate().toString().replaceAll('-', '')
  const time = eastern.toPlainTime().toString({ smallestUnit: 'second' }).replaceAll(':', '')
  return `${date}${time}${participant}${uniqueText(subject, 10)}`
}

/** RTP settles on the day of the calendar, Eastern. */
export function rtpDate(now: Temporal.Instant): Temporal.PlainDate {
  return now.toZonedDateTimeISO(RTP_TIME_ZONE).toPlainDate()
}

/** GrpHdr/CreDtTm: Eastern, without an offset. */
export function rtpTime(now: Temporal.Instant): string {
  return now.toZonedDateTimeISO(RTP_TIME_ZONE).toPlainDateTime().toString({ smallestUnit: 'second' })
}

/** AppHdr/CreDt: UTC (ISONormalisedDateTime). */
export function rtpHeaderTime(now: Temporal.Instant): string {
  return now.toString({ smallestUnit: 'millisecond' })
}

const MESSAGE_ID = /^M\d{8}[A-Z0-9]{11}.{0,15}$/

export function isRtpMessageId(text: string): boolean {
  return MESSAGE_ID.test(text)
}
