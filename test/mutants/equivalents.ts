/**
 * A mutant that no test can detect, because the program behaves the same with it. A run fails if
 * the mutant of an entry no longer exists.
 */
export interface Equivalent {
  /** The name of the file, without its folder. */
  file: string
  /** The line as it is in the source, without its indentation. */
  line: string
  was: string
  becomes: string
  reason: string
}

const EQUAL_VALUES = 'Of two equal values either may be chosen.'
const WEEKEND = 'The holiday of the year in between fell on a weekend.'
const ALREADY_CLOSED = 'The day is closed either way, between two holidays or as the substitute of one.'
const RETURNED = 'Points on the value date itself have been returned before.'
const NO_SEC_CODE = 'No list of SEC codes has an empty one.'
const NO_LOSS = 'Without a loss, there is no gain to pay or to keep either.'

export const equivalents: readonly Equivalent[] = [
  {
    file: 'dual-approval.ts',
    line: 'return settings.paymentDualApproval === true || PAYMENT_FIGURES.some((figure) => (settings[figure] ?? 0) > 0)',
    was: 'settings[figure] ?? 0',
    becomes: 'settings[figure]',
    reason: 'A missing figure is not above zero either.',
  },
  {
    file: 'forward-points.ts',
    line: 'if (node.days < 0 && (!before || node.days > before.days)) before = node',
    was: '<',
    becomes: '<=',
    reason: RETURNED,
  },
  {
    file: 'forward-points.ts',
    line: 'if (node.days > 0 && (!after || node.days < after.days)) after = node',
    was: '>',
    becomes: '>=',
    reason: RETURNED,
  },
  {
    file: 'accept-payment.ts',
    line: "if (isDomestic(rail) && !isRoutingNumber(counterparty.nationalCode ?? ''))",
    was: "counterparty.nationalCode ?? ''",
    becomes: 'counterparty.nationalCode',
    reason: 'Null is no routing number either.',
  },
  {
    file: 'calculate-fee.ts',
    line: 'if (minimum !== null && charge < minimum) return minimum',
    was: '<',
    becomes: '<=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'calculate-fee.ts',
    line: 'if (maximum !== null && charge > maximum) return maximum',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'reserve.ts',
    line: 'const left = set.amount > used ? set.amount - used : 0n',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'approver-limits.ts',
    line: 'const left = perDay > today ? perDay - today : 0n',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'approver-limits.ts',
    line: 'return limits.toSorted((a, b) => (a! < b! ? -1 : 1))[0]',
    was: '<',
    becomes: '<=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'approver-limits.ts',
    line: 'return limits.toSorted((a, b) => (a < b ? 1 : -1))[0]',
    was: '<',
    becomes: '<=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'application-limits.ts',
    line: 'return values.map(hundredthsOf).sort((a, b) => (a < b ? -1 : 1))[0]',
    was: '<',
    becomes: '<=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'amount-range.ts',
    line: 'const larger = (a: bigint, b: bigint) => (a > b ? a : b)',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'amount-range.ts',
    line: 'const smaller = (a: bigint, b: bigint) => (a < b ? a : b)',
    was: '<',
    becomes: '<=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'value-date.ts',
    line: 'const later = Temporal.PlainDate.compare(one!, two!) > 0 ? one! : two!',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'bookings.ts',
    line: 'return amount < 0n',
    was: '<',
    becomes: '<=',
    reason: 'An amount of zero is left out of the bookings, whichever account it would credit.',
  },
  {
    file: 'bookings.ts',
    line: 'return amount < 0n',
    was: '0n',
    becomes: '1n',
    reason: 'An amount of zero is left out of the bookings, whichever account it would credit.',
  },
  {
    file: 'forward-points.ts',
    line: 'if (node.days < 0 && (!before || node.days > before.days)) before = node',
    was: '0',
    becomes: '1',
    reason: 'A node on the value date itself has been returned before.',
  },
  {
    file: 'pair.ts',
    line: 'return isBase < 0 ? { baseCcy: one, quoteCcy: other } : { baseCcy: other, quoteCcy: one }',
    was: '<',
    becomes: '<=',
    reason: 'Two different currencies never rank alike.',
  },
  {
    file: 'pair.ts',
    line: 'return isBase < 0 ? { baseCcy: one, quoteCcy: other } : { baseCcy: other, quoteCcy: one }',
    was: '0',
    becomes: '1',
    reason: 'Ranks are whole numbers, and two different currencies never rank alike.',
  },
  {
    file: 'pair.ts',
    line: "if (code === 'JPY') return precedence.length + 1",
    was: '1',
    becomes: '2',
    reason: 'The yen ranks last either way.',
  },
  {
    file: 'recurrence.ts',
    line: 'const n = Math.floor(months / step.months) + 1',
    was: 'floor',
    becomes: 'ceil',
    reason: 'The next line takes one off if that occurrence is after the day.',
  },
  {
    file: 'retries.ts',
    line: 'const whole = Math.min(INITIAL_WAIT_MS * 2 ** Math.min(count - 1, 30), MAX_WAIT_MS)',
    was: '30',
    becomes: '31',
    reason: 'From the eleventh attempt on every wait is the longest one.',
  },
  {
    file: 'currency-calendars.ts',
    line: '[8, 8],',
    was: '8',
    becomes: '9',
    reason: ALREADY_CLOSED,
  },
  {
    file: 'currency-calendars.ts',
    line: '[7, 23],',
    was: '23',
    becomes: '24',
    reason: ALREADY_CLOSED,
  },
  {
    file: 'currency-calendars.ts',
    line: '[7, 24],',
    was: '24',
    becomes: '25',
    reason: ALREADY_CLOSED,
  },
  {
    file: 'currency-calendars.ts',
    line: '...(year <= 2018 && (2018 - year) % 6 === 0 ? days(year, [12, 1]) : []),',
    was: '<=',
    becomes: '<',
    reason: WEEKEND,
  },
  {
    file: 'currency-calendars.ts',
    line: '...(year >= 2018 ? days(year, [12, 8]) : []), // Immaculate Conception, Republic Act 10966',
    was: '>=',
    becomes: '>',
    reason: WEEKEND,
  },
  {
    file: 'currency-calendars.ts',
    line: '...(year >= 2017 ? days(year, [7, 15]) : []), // Democracy and National Unity',
    was: '>=',
    becomes: '>',
    reason: WEEKEND,
  },
  {
    file: 'ledger.ts',
    line: 'if (applied.length === 0) return',
    was: 'applied.length === 0',
    becomes: 'false',
    reason: 'Without transfers no account has changed, and the statements write no row.',
  },
  {
    file: 'ledger.ts',
    line: 'const changedBooks = changed.filter(({ overdraft }) => overdraft).map(({ id }) => id)',
    was: 'changed.filter(({ overdraft }) => overdraft)',
    becomes: 'changed',
    reason: 'Accounts without overdraft were locked when the books were opened.',
  },
  {
    file: 'reserve.ts',
    line: 'if (levels.every(({ limits }) => limits.size === 0)) return []',
    was: 'levels.every(({ limits }) => limits.size === 0)',
    becomes: 'false',
    reason: 'Without limits, no key has one. Most payments have none, and save the search for their keys.',
  },
  {
    file: 'margin.ts',
    line: 'return margin > 0n ? margin : 0n',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'line.ts',
    line: 'exposure: parts.reduce((sum, { loss }) => sum + (loss > 0n ? loss : 0n), 0n),',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'drawdown.ts',
    line: 'return ofContract < ofLeft ? ofContract : ofLeft',
    was: '<',
    becomes: '<=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'drawdown.ts',
    line: 'return ofContract < left.sellAmount && ofContract > ofLeft ? ofContract : ofLeft',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'settle-close-out.ts',
    line: 'const kept = least(keeps[gains] > 0n ? keeps[gains] : 0n, -loss)',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'settle-close-out.ts',
    line: 'return one < other ? one : other',
    was: '<',
    becomes: '<=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'settle-close-out.ts',
    line: "if (loss >= 0n) return { loss: least(inSold(loss, 'up'), sellAmount), gain: 0n, kept: 0n }",
    was: '>=',
    becomes: '>',
    reason: NO_LOSS,
  },
  {
    file: 'settle-close-out.ts',
    line: "if (loss >= 0n) return { loss: least(inSold(loss, 'up'), sellAmount), gain: 0n, kept: 0n }",
    was: '0n',
    becomes: '1n',
    reason: NO_LOSS,
  },
  {
    file: 'return-rules.ts',
    line: "if (rule.secCodes && !rule.secCodes.includes(secCode ?? ''))",
    was: "secCode ?? ''",
    becomes: 'secCode',
    reason: NO_SEC_CODE,
  },
  {
    file: 'return-rules.ts',
    line: "const isConsumer = entryType === 'DEBIT' && (CONSUMER_DEBITS as readonly string[]).includes(secCode ?? '')",
    was: "secCode ?? ''",
    becomes: 'secCode',
    reason: NO_SEC_CODE,
  },
  {
    file: 'return-rules.ts',
    line: "case 'byAgreement':",
    was: "case 'byAgreement':\n      return undefined",
    becomes: '',
    reason: 'Without the case, nothing is returned either.',
  },
  {
    file: 'timetable.ts',
    line: 'return Temporal.PlainDate.compare(a, b) > 0 ? a : b',
    was: 'Temporal.PlainDate.compare(a, b) > 0',
    becomes: 'true',
    reason: 'The days until today have ended, and are passed over one by one.',
  },
  {
    file: 'timetable.ts',
    line: 'return Temporal.PlainDate.compare(a, b) > 0 ? a : b',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'timetable.ts',
    line: 'return Temporal.Instant.compare(a, b) > 0 ? a : b',
    was: '>',
    becomes: '>=',
    reason: EQUAL_VALUES,
  },
  {
    file: 'prove-day.ts',
    line: "const itemized = closings.filter(({ account }) => ['clearing', 'suspense'].includes(kinds.get(account) ?? ''))",
    was: "kinds.get(account) ?? ''",
    becomes: 'kinds.get(account)',
    reason: 'An account without a kind is neither.',
  },
]
