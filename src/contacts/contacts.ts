/** The public face of the slice: what other slices may use. */
import './contacts.errors.ts'

export { contactApprovals } from './approve-contact.ts'
export {
  ACCOUNT_TYPES,
  AccountNumberField,
  CONTACT_TYPES,
  type ContactBody,
  type ContactSpelling,
  parseContact,
} from './contacts.schema.ts'
export {
  type ContactData,
  type ContactRow,
  findContact,
  findContactsByNumber,
  type PaymentContact,
  readContactIdsOf,
  readTemplateNames,
  takeContactIds,
  templateNameOf,
} from './contacts.store.ts'
export { type ContactCorrection, correctContact } from './correct-contact.ts'
export { createContact } from './create-contacts.ts'
export { type DetailsSetter, setterOf, settersOf, settersOfNew } from './details-setters.ts'
export { openBanksOf, requireKnownBanks } from './known-banks.ts'
export { messageDetailsIndex, messageDetailsOf } from './message-details.ts'
export { isContactNameTaken, writePaymentContacts } from './payment-contacts.ts'
export { verifyContacts } from './verify-contacts.ts'
