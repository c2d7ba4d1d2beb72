import Type from 'typebox'

const MAX_REVIEWED = 1_000_000_000

export const ReceiptsField = Type.Object(
  {
    matchNames: Type.Optional(
      Type.Boolean({
        description:
          'Whether the receiver named in an incoming entry must be the customer of the account. An entry with another name waits in suspense, where a person decides.',
      }),
    ),
    reviewCreditsFrom: Type.Optional(
      Type.Union([Type.Null(), Type.Integer({ minimum: 0, maximum: MAX_REVIEWED })], {
        description:
          'The amount, in whole units of its currency, from which a person reviews an incoming credit before it is posted; null to review none.',
      }),
    ),
    reviewInternational: Type.Optional(
      Type.Boolean({
        description:
          'Whether a person screens each incoming international entry (IAT) before it is posted, as the rules of OFAC ask. If false, only those in which a gateway found a possible match. Default: true.',
      }),
    ),
  },
  { additionalProperties: false, description: 'How what comes in is posted.' },
)

export const ReceiptsReply = Type.Object(
  {
    matchNames: Type.Boolean({ description: 'Whether an incoming entry must name the customer of its account.' }),
    reviewCreditsFrom: Type.Union([Type.Null(), Type.Integer()], {
      description: 'From which amount on a person reviews an incoming credit; null to review none.',
    }),
    reviewInternational: Type.Boolean({ description: 'Whether a person screens each incoming international entry.' }),
  },
  { description: 'How what comes in is posted.' },
)
