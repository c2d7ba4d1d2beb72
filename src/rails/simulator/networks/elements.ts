import { Temporal } from 'temporal-polyfill'
import { formatAmount } from '../../../kernel/money.ts'

/** Elements that the messages of the simulated networks share. */

export const ZONE = 'America/New_York'

/** BranchAndFinancialInstitutionIdentification6 of a routing number. */
export function participantElement(routingNumber: string) {
  return { FinInstnId: { ClrSysMmbId: { ClrSysId: { Cd: 'USABA' }, MmbId: routingNumber } } }
}

/** PartyIdentification135 of somebody in New York. */
export function partyElement(name: string | undefined) {
  const PstlAdr = {
    StrtNm: 'Main Street',
    BldgNb: '1',
    PstCd: '10001',
    TwnNm: 'New York',
    CtrySubDvsn: 'NY',
    Ctry: 'US',
  }
  return { Nm: name === undefined || name === '' ? 'UNKNOWN' : name.slice(0, 140), PstlAdr }
}

/** CashAccount38. */
export function accountElement(number: string | undefined) {
  return { Id: { Othr: { Id: number === undefined || number === '' ? 'UNKNOWN' : number } } }
}

export function amountElement(amount: bigint, currency: string) {
  return { Ccy: currency, value: formatAmount(amount, currency) }
}

/** The date in New York. */
export function easternDate(at: Temporal.Instant): Temporal.PlainDate {
  return at.toZonedDateTimeISO(ZONE).toPlainDate()
}

/** When the day of the Federal Reserve's services rolls. */
const ROLL = Temporal.PlainTime.from('19:00')

/** The date in New York, or the next one when the day has rolled. */
export function rolledDate(at: Temporal.Instant): Temporal.PlainDate {
  const isRolled = Temporal.PlainTime.compare(at.toZonedDateTimeISO(ZONE).toPlainTime(), ROLL) > 0
  return easternDate(at).add({ days: isRolled ? 1 : 0 })
}

/** ISODateTime with the offset of New York. */
export function easternTime(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(ZONE).toString({ timeZoneName: 'never', smallestUnit: 'second' })
}

/** ISONormalisedDateTime. */
export function utcTime(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: 'second' })
}

/** A date as part of an id: yyyymmdd. */
export const idDate = (day: Temporal.PlainDate): string => day.toString().replaceAll('-', '')
