import { institutionFields } from './institution.ts'
import { moneyFields } from './money.ts'
import { partyFields } from './parties.ts'
import { paymentPartyFields } from './payment-parties.ts'

export const fields: Readonly<Record<string, string>> = {
  summary: 'All of it, not only this page.',
  ...partyFields,
  ...paymentPartyFields,
  ...moneyFields,
  ...institutionFields,
}
