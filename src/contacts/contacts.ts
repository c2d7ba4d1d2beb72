/** The public face of the slice: what other slices may use. */
import './contacts.errors.ts'

export { contactApprovals } from './approve-contact.ts'
export { createContact } from './create-contacts.ts'
