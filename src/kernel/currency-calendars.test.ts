import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Temporal } from 'temporal-polyfill'
import { currencyCalendars, RULED_CALENDARS, remarkOn } from './currency-calendars.ts'

/** The weekdays of a year on which a currency does not settle, such as `01-01`. */
function closedWeekdays(currency: string, year: number): string[] {
  const calendar = RULED_CALENDARS.of(currency)
  const first = new Temporal.PlainDate(year, 1, 1)
  return Array.from({ length: first.daysInYear }, (_, days) => first.add({ days }))
    .filter((date) => date.dayOfWeek <= 5 && !calendar.isBusinessDay(date))
    .map((date) => date.toString().slice(5))
}

const days = (text: string) => text.split(' ')

test('GBP: the bank holidays of England and Wales, with substitutes and proclaimed days', () => {
  assert.deepEqual(closedWeekdays('GBP', 2022), days('01-03 04-15 04-18 05-02 06-02 06-03 08-29 09-19 12-26 12-27'))
  assert.deepEqual(closedWeekdays('GBP', 2020), days('01-01 04-10 04-13 05-08 05-25 08-31 12-25 12-28'))
  assert.deepEqual(closedWeekdays('GBP', 2023), days('01-02 04-07 04-10 05-01 05-08 05-29 08-28 12-25 12-26'))
})

test('GBP: the jubilees, the royal wedding and the two VE Day anniversaries', () => {
  assert.deepEqual(closedWeekdays('GBP', 1995), days('01-02 04-14 04-17 05-08 05-29 08-28 12-25 12-26'))
  assert.deepEqual(closedWeekdays('GBP', 2002), days('01-01 03-29 04-01 05-06 06-03 06-04 08-26 12-25 12-26'))
  assert.deepEqual(closedWeekdays('GBP', 2011), days('01-03 04-22 04-25 04-29 05-02 05-30 08-29 12-26 12-27'))
  assert.deepEqual(closedWeekdays('GBP', 2012), days('01-02 04-06 04-09 05-07 06-04 06-05 08-27 12-25 12-26'))
})

test('CAD: the holidays of the Bank of Canada', () => {
  assert.deepEqual(
    closedWeekdays('CAD', 2023),
    days('01-02 04-07 05-22 07-03 08-07 09-04 10-02 10-09 11-13 12-25 12-26'),
  )
  assert.deepEqual(
    closedWeekdays('CAD', 2021),
    days('01-01 04-02 05-24 07-01 08-02 09-06 09-30 10-11 11-11 12-27 12-28'),
  )
})

test('CAD: September 30 is a holiday since 2021', () => {
  assert.ok(!closedWeekdays('CAD', 2020).includes('09-30'))
})

test('JPY: national holidays with substitutes, the Olympic years and the year-end', () => {
  assert.deepEqual(
    closedWeekdays('JPY', 2024),
    days('01-01 01-02 01-03 01-08 02-12 02-23 03-20 04-29 05-03 05-06 07-15 08-12 09-16 09-23 10-14 11-04 12-31'),
  )
  assert.deepEqual(
    closedWeekdays('JPY', 2021),
    days('01-01 01-11 02-11 02-23 04-29 05-03 05-04 05-05 07-22 07-23 08-09 09-20 09-23 11-03 11-23 12-31'),
  )
  assert.deepEqual(
    closedWeekdays('JPY', 2019),
    days(
      '01-01 01-02 01-03 01-14 02-11 03-21 04-29 04-30 05-01 05-02 05-03 05-06 07-15 08-12 09-16 09-23 10-14 10-22 11-04 12-31',
    ),
  )
})

test('JPY: the holidays moved for the Olympic Games of 2020', () => {
  assert.deepEqual(
    closedWeekdays('JPY', 2020),
    days(
      '01-01 01-02 01-03 01-13 02-11 02-24 03-20 04-29 05-04 05-05 05-06 07-23 07-24 08-10 09-21 09-22 11-03 11-23 12-31',
    ),
  )
})

test("JPY: the Emperor's Birthday was in December until 2018, and Mountain Day began in 2016", () => {
  assert.deepEqual(
    closedWeekdays('JPY', 2018),
    days('01-01 01-02 01-03 01-08 02-12 03-21 04-30 05-03 05-04 07-16 09-17 09-24 10-08 11-23 12-24 12-31'),
  )
  assert.deepEqual(
    closedWeekdays('JPY', 2016),
    days('01-01 01-11 02-11 03-21 04-29 05-03 05-04 05-05 07-18 08-11 09-19 09-22 10-10 11-03 11-23 12-23'),
  )
  assert.ok(!closedWeekdays('JPY', 2015).includes('08-11'))
})

test('JPY: a day between two holidays is a holiday, as in September 2026', () => {
  assert.deepEqual(
    closedWeekdays('JPY', 2026).filter((day) => day.startsWith('09')),
    days('09-21 09-22 09-23'),
  )
})

test('MXN: the bank closing days, with the presidential inauguration in October', () => {
  assert.deepEqual(
    closedWeekdays('MXN', 2024),
    days('01-01 02-05 03-18 03-28 03-29 05-01 09-16 10-01 11-18 12-12 12-25'),
  )
  assert.ok(!closedWeekdays('MXN', 2025).includes('10-01'))
  assert.ok(closedWeekdays('MXN', 2026).includes('11-02'))
  assert.ok(closedWeekdays('MXN', 2030).includes('10-01'))
  assert.ok(!closedWeekdays('MXN', 2018).includes('10-01'))
})

test('MXN: the president took office on December 1 every six years until 2018', () => {
  const changes = Array.from({ length: 50 }, (_, years) => 1994 + years).filter((year) =>
    closedWeekdays('MXN', year).includes('12-01'),
  )
  // In 2012 and 2018, December 1 was a Saturday.
  assert.deepEqual(changes, [1994, 2000, 2006])
})

test('KWD: the weekend is Friday and Saturday, and holidays follow both calendars', () => {
  const calendar = RULED_CALENDARS.of('KWD')
  const open = (date: string) => calendar.isBusinessDay(Temporal.PlainDate.from(date))
  assert.deepEqual(['2025-07-17', '2025-07-18', '2025-07-19', '2025-07-20'].map(open), [true, false, false, true])
  assert.deepEqual(
    closedWeekdays('KWD', 2025).filter((day) => Temporal.PlainDate.from(`2025-${day}`).dayOfWeek !== 5),
    days('01-01 01-27 02-25 02-26 03-31 04-01 06-05 06-26 09-04'),
  )
})

test('KWD: the last day of a feast is a holiday, even on a Sunday', () => {
  const calendar = RULED_CALENDARS.of('KWD')
  const open = (date: string) => calendar.isBusinessDay(Temporal.PlainDate.from(date))
  assert.deepEqual(['2025-03-30', '2025-06-08', '2025-06-15'].map(open), [false, false, true])
})

test('TRY: Democracy and National Unity Day is a holiday since 2017', () => {
  assert.deepEqual(
    closedWeekdays('TRY', 2024),
    days('01-01 04-10 04-11 04-12 04-23 05-01 06-17 06-18 06-19 07-15 08-30 10-29'),
  )
  assert.ok(!closedWeekdays('TRY', 2016).includes('07-15'))
})

test('PHP: both Hijri feasts, the days of a proclamation, and the Immaculate Conception since 2018', () => {
  assert.deepEqual(
    closedWeekdays('PHP', 2026),
    days('01-01 02-17 03-20 04-02 04-03 04-09 05-01 05-27 06-12 08-21 08-31 11-02 11-30 12-08 12-24 12-25 12-30 12-31'),
  )
  assert.ok(!closedWeekdays('PHP', 2017).includes('12-08'))
})

test('TRY and PHP: Hijri feasts and national holidays', () => {
  assert.deepEqual(closedWeekdays('TRY', 2025), days('01-01 03-31 04-01 04-23 05-01 05-19 06-06 06-09 07-15 10-29'))
  // The second feast of 2024 falls on a Sunday.
  assert.deepEqual(
    closedWeekdays('PHP', 2024),
    days('01-01 03-28 03-29 04-09 04-10 05-01 06-12 08-21 08-26 11-01 12-25 12-30 12-31'),
  )
})

const on = (date: string) => Temporal.PlainDate.from(date)

test('of: weekends by currency, also of those without holidays, each from its day', () => {
  const { of } = RULED_CALENDARS
  // A Thursday, a Friday, a Saturday and a Sunday in March 2026.
  const week = (code: string) =>
    ['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08']
      .map((date) => (of(code).isBusinessDay(on(date)) ? 'o' : '-'))
      .join('')
  for (const code of [
    'SAR',
    'QAR',
    'BHD',
    'OMR',
    'JOD',
    'EGP',
    'BDT',
    'ILS',
    'KWD',
    'DZD',
    'IQD',
    'LYD',
    'MVR',
    'SDG',
    'SYP',
    'YER',
  ])
    assert.equal(week(code), 'o--o', code)
  for (const code of ['AED', 'CHF', 'INR', 'USD']) assert.equal(week(code), 'oo--', code)
  assert.equal(week('NPR'), 'oo-o')
  for (const [code, lastOld, firstNew] of [
    ['AED', '2021-12-31', '2022-01-07'],
    ['SAR', '2013-06-27', '2013-07-04'],
  ] as const) {
    assert.equal(of(code).isWeekend(on(lastOld)), true, code)
    assert.equal(of(code).isWeekend(on(firstNew)), false, code)
  }
  assert.deepEqual([on('2021-12-31').dayOfWeek, on('2013-07-04').dayOfWeek], [5, 4])
})

test('traded: only the currencies whose holidays have a rule', () => {
  for (const code of ['USD', 'EUR', 'GBP', 'CAD', 'JPY', 'MXN', 'KWD', 'PHP', 'TRY'])
    assert.ok(RULED_CALENDARS.traded(code), code)
  for (const code of ['SAR', 'AED', 'CHF', 'XYZ']) assert.equal(RULED_CALENDARS.traded(code), undefined, code)
  const known = currencyCalendars([{ currency: 'SAR', confirmedUntil: '2027-12-31' }])
  assert.equal(known.traded('SAR'), undefined, 'nor by what an institution knows of it')
})

test('PHP: the days that a proclamation added to the year', () => {
  for (const date of ['2026-02-17', '2026-11-02', '2026-12-24'])
    assert.equal(RULED_CALENDARS.of('PHP').isBusinessDay(on(date)), false, date)
  assert.equal(RULED_CALENDARS.of('PHP').isBusinessDay(on('2026-12-23')), true)
})

test('currencyCalendars: closed and open days, weekends from a day on, and other currencies as they were', () => {
  const { of } = currencyCalendars([
    { currency: 'KWD', closedDays: ['2026-12-03'], openDays: ['2026-02-25', '2026-12-04'] },
    { currency: 'SAR', weekends: [{ from: '2027-01-01', days: ['Saturday', 'Sunday'] }] },
  ])
  assert.equal(of('KWD').isBusinessDay(on('2026-12-03')), false)
  assert.equal(of('KWD').isBusinessDay(on('2026-02-25')), true, 'a holiday of the rules')
  assert.equal(of('KWD').isBusinessDay(on('2026-12-04')), false, 'a Friday stays a weekend')
  assert.equal(of('SAR').isBusinessDay(on('2026-12-25')), false)
  assert.equal(of('SAR').isBusinessDay(on('2027-01-01')), true, 'a Friday')
  assert.equal(of('SAR').isBusinessDay(on('2027-01-03')), false, 'a Sunday')
  assert.equal(of('USD'), RULED_CALENDARS.of('USD'))
})

test('whyEstimate: holidays by the moon and unknown ones, until the institution has confirmed them', () => {
  const why = (code: string, date: string, confirmedUntil?: string) =>
    currencyCalendars(confirmedUntil ? [{ currency: code, confirmedUntil }] : undefined)
      .of(code)
      .whyEstimate(on(date))
  for (const code of ['USD', 'EUR', 'GBP', 'CAD', 'JPY', 'MXN']) assert.equal(why(code, '2027-05-05'), undefined, code)
  assert.match(why('PHP', '2027-05-05')!, /^the calendar of PHP is an estimate: .* the moon or a proclamation/)
  assert.match(why('SAR', '2027-05-05')!, /its holidays have no rule here/)
  assert.match(why('CHF', '2027-05-05')!, /neither its weekends nor its holidays/)
  assert.equal(why('PHP', '2027-12-31', '2027-12-31'), undefined)
  assert.match(why('PHP', '2028-01-01', '2027-12-31')!, /estimate/)
})

test('remarkOn: nothing of a certain date, why it is an estimate, and when a closed one settles instead', () => {
  assert.deepEqual(remarkOn(on('2026-12-10'), ['USD', 'EUR'], RULED_CALENDARS), {})
  const philippine = remarkOn(on('2026-12-10'), ['USD', 'PHP', 'USD'], RULED_CALENDARS)
  assert.equal(philippine.valueDateIsEstimate, true)
  const closed = currencyCalendars([{ currency: 'EUR', closedDays: ['2026-12-10', '2026-12-11'] }])
  assert.deepEqual(remarkOn(on('2026-12-10'), ['USD', 'EUR'], closed), {
    valueDateRemark: 'EUR does not settle on 2026-12-10 by now: the money settles on 2026-12-14',
  })
})
