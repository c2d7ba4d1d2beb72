import { Temporal } from 'temporal-polyfill'
import { uniqueText } from '../instant/unique-text.ts'

export const FEDNOW_TIME_ZONE = 'America/New_York'

/** The routing number of the FedNow Service, to which every message goes. */
export const FEDNOW_SERVICE = '021150706'

/** The funds-transfer business day rolls at 19:00 Eastern, on every day of the week. */
const ROLL = Temporal.PlainTime.from('19:00')

/**
 * A message id of FedNow: the date of its creation, the routing number of the sender, and up to 18
 * letters and digits. It is the MsgId of the group header, the id of a case assignment, and the
 * BizMsgIdr. It is never used again, not on another day either.
 */
export function fedNowMessageId(routingNumber: string, subject: string, now: Temporal.Instant): string {
  const date = now.toZonedDateTimeISO(FEDNOW_TIME_ZONE).toPlainDate().toString().replaceAll('-', '')
  return `${date}${routingNumber}${uniqueText(subject, 18)}`
}

/**
 * Whether a text has the form of a message id: of the bank with the routing number, if it is given.
 */
export function isFedNowMessageId(text: string, routingNumber?: string): boolean {
  const parts = /^(\d{4})(\d{2})(\d{2})(\d{9})[a-zA-Z0-9]{1,18}$/.exec(text)
  if (!parts) return false
  const [, year, month, day, sender] = parts
  return (routingNumber === undefined || routingNumber === sender) && isDate(`${year}-${month}-${day}`)
}

function isDate(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text
  } catch {
    return false
  }
}

/** The funds-transfer business day of a moment: IntrBkSttlmDt of what is sent then. */
export function fedNowBusinessDay(now: Temporal.Instant): Temporal.PlainDate {
  const eastern = now.toZonedDateTimeISO(FEDNOW_TIME_ZONE)
  const isRolled = Temporal.PlainTime.compare(eastern.toPlainTime(), ROLL) >= 0
  return eastern.toPlainDate().add({ days: isRolled ? 1 : 0 })
}

/** A time stamp as FedNow writes it: Eastern, with its offset. */
export function fedNowTime(now: Temporal.Instant): string {
  const eastern = now.toZonedDateTimeISO(FEDNOW_TIME_ZONE)
  return eastern.toString({ smallestUnit: 'millisecond', timeZoneName: 'never' })
}
