import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import fc from '../../../../test/support/fast-check.ts'
import { defaultSettings } from '../../../institution/settings.ts'
import type { BusinessDayConvention } from '../../../kernel/business-calendar.ts'
import { railOf, type Speed } from '../../../kernel/rail.ts'
import { railCalendar } from '../../../rails/timetable.ts'
import { paymentDays } from './payment-days.ts'
import { FREQUENCIES, nominalDate } from './recurrence.ts'

const OWN_BANK = '061099995'
const day = (text: string) => Temporal.PlainDate.from(text)

/** Maps nominal dates to dates of payment, as text. */
function moving({
  speed = 'Economy',
  currencies = ['USD'],
  nationalCode = '021000021',
  businessDays,
  closedDays = [],
}: Moving) {
  const settings = defaultSettings({ sandbox: true, currency: 'USD' })
  const recurrence = businessDays && { businessDays }
  const institution = {
    routingNumber: OWN_BANK,
    settings: { ...settings, closedDays, ...(recurrence && { recurrence }) },
  }
  const payOn = paymentDays(institution, { speed, currencies, nationalCode })
  return (nominal: string) => payOn(day(nominal)).toString()
}
interface Moving {
  speed?: Speed
  currencies?: string[]
  nationalCode?: string
  businessDays?: BusinessDayConvention
  closedDays?: string[]
}

/** The Federal Reserve's published holidays that fall on weekdays. */
const FEDERAL_HOLIDAYS = new Set(
  `2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25
   2028-01-17 2028-02-21 2028-05-29 2028-06-19 2028-07-04 2028-09-04 2028-10-09 2028-11-23 2028-12-25
   2029-01-01 2029-01-15 2029-02-19 2029-05-28 2029-06-19 2029-07-04 2029-09-03 2029-10-08 2029-11-12 2029-11-22 2029-12-25
   2030-01-01 2030-01-21 2030-02-18 2030-05-27`.split(/\s+/),
)

/** The same rule, written independently with Date and the list above. */
function expectedDay(nominal: string, direction: 1 | -1): string {
  const at = new Date(`${nominal}T00:00:00Z`)
  const text = () => at.toISOString().slice(0, 10)
  while (at.getUTCDay() === 0 || at.getUTCDay() === 6 || FEDERAL_HOLIDAYS.has(text()))
    at.setUTCDate(at.getUTCDate() + direction)
  return text()
}

for (const [businessDays, direction] of [
  ['following', 1],
  ['preceding', -1],
] as const)
  for (const frequency of FREQUENCIES)
    for (const start of ['2027-01-29', '2027-01-30', '2027-01-31', '2028-02-29'])
      test(`${frequency} from ${start}: two years of ACH dates skip weekends and holidays, ${businessDays}`, () => {
        const payOn = moving({ businessDays })
        const schedule = { frequency, startDate: day(start), until: { payUntil: 'Cancelled' } } as const
        const end = day(start).add({ years: 2 })
        for (let n = 1; Temporal.PlainDate.compare(nominalDate(schedule, n), end) <= 0; n++) {
          const nominal = nominalDate(schedule, n).toString()
          assert.equal(payOn(nominal), expectedDay(nominal, direction), nominal)
        }
      })

test('dates move to the next business day by default', () => {
  assert.equal(moving({})('2027-07-03'), '2027-07-06') // Saturday, Sunday, Independence Day observed on Monday
  assert.equal(moving({ businessDays: 'preceding' })('2027-07-05'), '2027-07-02')
  assert.equal(moving({ businessDays: 'modifiedFollowing' })('2027-01-31'), '2027-01-29')
})

test("the institution's closed days are not business days, except on rails that are always open", () => {
  const closedDays = ['2027-12-24', '2027-12-27']
  assert.equal(moving({ closedDays })('2027-12-24'), '2027-12-28')
  assert.equal(moving({ closedDays, speed: 'SPOT', currencies: ['EUR'] })('2027-12-24'), '2027-12-28')
  assert.equal(moving({ closedDays, speed: 'Instant' })('2027-12-24'), '2027-12-24')
})

test('dates that move to the same day remain separate payments', () => {
  const payOn = moving({})
  assert.deepEqual(['2027-01-30', '2027-01-31', '2027-02-01'].map(payOn), ['2027-02-01', '2027-02-01', '2027-02-01'])
})

test('dates of book transfers and of rails that are always open never move', () => {
  for (const way of [{ speed: 'Instant' }, { nationalCode: OWN_BANK }] as const)
    for (const date of ['2027-01-30', '2027-12-25']) assert.equal(moving(way)(date), date)
})

test('Fedwire follows the days of the Federal Reserve, SWIFT those of its currencies', () => {
  const goodFriday = '2027-03-26'
  const columbusDay = '2027-10-11'
  assert.equal(moving({ speed: 'Express' })(columbusDay), '2027-10-12')
  assert.equal(moving({ speed: 'SPOT', currencies: ['USD'] })(columbusDay), '2027-10-12')
  assert.equal(moving({ speed: 'SPOT', currencies: ['EUR'] })(columbusDay), columbusDay)
  assert.equal(moving({ speed: 'SPOT', currencies: ['EUR'] })(goodFriday), '2027-03-30') // Easter Monday is closed too
  assert.equal(moving({ speed: 'ON', currencies: ['GBP'] })('2027-03-27'), '2027-03-30') // Easter Monday in London
})

test('for any date and rail: the result is a business day on the right side of the date, and order is kept', () => {
  const date = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-12-31'), noInvalidDate: true })
  const way = fc.record({
    speed: fc.constantFrom<Speed>('Economy', 'Express', 'Instant', 'SPOT'),
    currencies: fc.subarray(['USD', 'EUR', 'GBP'], { minLength: 1 }),
    businessDays: fc.constantFrom<BusinessDayConvention>('following', 'preceding'),
  })
  fc.assert(
    fc.property(date, way, (at, way) => {
      const nominal = at.toISOString().slice(0, 10)
      const moved = moving(way)(nominal)
      assert.ok(railCalendar({ ...way, rail: railOf(way.speed, 'RTP') }, { closedDays: [] }).isBusinessDay(day(moved)))
      assert.ok(way.businessDays === 'following' ? moved >= nominal : moved <= nominal)
      assert.ok(moving(way)(day(nominal).add({ days: 1 }).toString()) >= moved)
    }),
  )
})
