import Type from 'typebox'

/** Beside a value date, if it is not certain. */
export const DATE_REMARK_FIELDS = {
  valueDateIsEstimate: Type.Optional(
    Type.Boolean({
      description: 'Whether the calendar of a currency is not known for the value date. Absent if it is known.',
    }),
  ),
  valueDateRemark: Type.Optional(
    Type.String({
      description: 'Why the value date is an estimate, or that it is closed by now and when it settles instead.',
    }),
  ),
}
