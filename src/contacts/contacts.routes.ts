import './contacts.errors.ts'
import Type from 'typebox'
import { requireCustomer } from '../customers/customers.ts'
import { etagOf } from '../http/etag.ts'
import { defineOperation } from '../http/operation.ts'
import { describePage } from '../http/paging.ts'
import { refuseUnreachable } from '../institution/institution.ts'
import { plainAccountNumber } from '../kernel/iban.ts'
import { accept } from '../kernel/result.ts'
import {
  ContactBody,
  ContactListItem,
  ContactParams,
  ContactReply,
  ContactResult,
  ContactsParams,
  ContactsQuery,
  exampleContact,
  renderContact,
  renderContactListItem,
  renderContactResult,
} from './contacts.schema.ts'
import { findContact, searchContacts, type WrittenContact } from './contacts.store.ts'
import { createContact, createContacts } from './create-contacts.ts'
import { updateContact } from './write-contact.ts'

const exampleResult = { customerContactUID: '100217', externalReferenceId: 'supplier-88' }
const { emailAddress: email, ...exampleRest } = exampleContact

const conflicts = { contacts_template_name: { reason: 'contactConflict' } } as const

const approvalRule = "If the customer's beneDualApproval is on, a second person must approve it first."

function written(contact: WrittenContact) {
  return { data: renderContactResult(contact), etag: etagOf(contact.contact) }
}

export const contactOperations = [
  defineOperation({
    id: 'createContact',
    method: 'POST',
    paths: ['/v2/customers/{customerUID}/contacts', '/customers/{customerUID}/contacts'],
    tag: 'Contacts',
    summary: 'Create a contact',
    description: `A contact is a beneficiary: payments name it by its contactUID. ${approvalRule} Until then it is Pending and cannot receive money.`,
    failure: 'The contact was not created',
    entitlement: 'Contacts.Manage_Contacts',
    errors: ['customerNotFound', 'foreignCustomer', 'contactConflict'],
    conflicts,
    invalid: 'invalidContact',
    params: ContactsParams,
    body: ContactBody,
    examples: [{ summary: 'A supplier in the US', value: exampleContact }],
    reply: {
      status: 200,
      description: 'The contact was created.',
      data: ContactResult,
      etag: true,
      example: exampleResult,
    },
    async change(tx, app, { principal, params, body }) {
      const created = await createContact(tx, principal, params.customerUID, body, app.clock.now())
      return created.ok ? accept(written(created.value)) : created
    },
    async changeAll(tx, app, requests) {
      const [first] = requests
      if (!first) return []
      const orders = requests.map(({ principal, params, body }) => ({ principal, body, ...params }))
      const created = await createContacts(tx, first.principal.tenantId, orders, app.clock.now())
      return created.map((one) => (one.ok ? accept(written(one.value)) : one))
    },
  }),

  defineOperation({
    id: 'listContacts',
    method: 'GET',
    paths: ['/v2/customers/{customerUID}/contacts', '/customers/{customerUID}/contacts'],
    tag: 'Contacts',
    summary: "List a customer's contacts",
    description: 'Lists contacts that match all filters exactly. Without page and limit, the first ten.',
    failure: 'The contacts were not listed',
    entitlement: 'Contacts.View_Contacts',
    errors: ['customerNotFound', 'foreignCustomer'],
    invalid: 'invalidContact',
    params: ContactsParams,
    query: ContactsQuery,
    reply: {
      status: 200,
      description: 'A page of contacts. Account numbers are masked for a token without Customers.View_Account_Number.',
      data: Type.Array(ContactListItem),
      paged: true,
      example: [{ contactUID: '100217', status: 'Active', ...exampleRest, email }],
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const customer = await requireCustomer(db, principal, params.customerUID)
        if (!customer.ok) return customer
        const { page = 1, records, limit = records ?? 10, accountNumber, contactName } = query
        const filter = {
          customerId: customer.value.id,
          ...(accountNumber && { accountNumbers: formsOf(accountNumber) }),
          name: contactName,
        }
        const found = await searchContacts(db, principal.tenantId, filter, { page, limit })
        return accept({ data: found.rows.map(renderContactListItem), pagination: describePage({ page, limit }, found) })
      }),
  }),

  defineOperation({
    id: 'getContact',
    method: 'GET',
    paths: ['/v2/customers/{customerUID}/contacts/{contactUID}', '/customers/{customerUID}/contacts/{contactUID}'],
    tag: 'Contacts',
    summary: 'Read a contact',
    failure: 'The contact was not read',
    entitlement: 'Contacts.View_Contacts',
    errors: ['customerNotFound', 'foreignCustomer', 'contactNotFound', 'contactOfAnotherCustomer'],
    invalid: 'invalidContact',
    params: ContactParams,
    reply: {
      status: 200,
      description: 'The contact. Its account number is masked for a token without Customers.View_Account_Number.',
      data: ContactReply,
      etag: true,
      example: { contactUID: '100217', status: 'Active', ...exampleContact },
    },
    handle: (app, { principal, params }) =>
      app.db.read(async (db) => {
        const customer = await requireCustomer(db, principal, params.customerUID)
        if (!customer.ok) return customer
        const contact = await findContact(db, principal.tenantId, BigInt(params.contactUID))
        if (contact?.customerId !== customer.value.id)
          return refuseUnreachable(db, principal, contact, {
            missing: 'contactNotFound',
            outside: 'contactOfAnotherCustomer',
          })
        return accept({ data: renderContact(contact), etag: etagOf(contact) })
      }),
  }),

  defineOperation({
    id: 'updateContact',
    method: 'PUT',
    paths: ['/v2/customers/{customerUID}/contacts/{contactUID}', '/customers/{customerUID}/contacts/{contactUID}'],
    tag: 'Contacts',
    summary: 'Replace a contact',
    description: `Replaces the whole contact: fields missing from the body are removed. Existing payments keep the account they were made to. ${approvalRule} Until then an Active contact keeps its current details and payments use them.`,
    failure: 'The contact was not updated',
    entitlement: 'Contacts.Manage_Contacts',
    errors: [
      'customerNotFound',
      'foreignCustomer',
      'contactNotFound',
      'contactOfAnotherCustomer',
      'heldByInstitution',
      'contactOfPayment',
      'contactChanged',
      'contactConflict',
    ],
    conflicts,
    invalid: 'invalidContact',
    params: ContactParams,
    body: ContactBody,
    examples: [{ summary: 'A supplier in the US', value: exampleContact }],
    reply: {
      status: 200,
      description: 'The contact was replaced, or the replacement waits for the approval in approvalUID.',
      data: ContactResult,
      etag: true,
      example: exampleResult,
    },
    async change(tx, app, { principal, params, body, ifMatch }) {
      const updated = await updateContact(tx, principal, { ...params, ifMatch }, body, app.clock.now())
      if (!updated.ok) return updated
      return accept({ data: renderContactResult(updated.value), etag: etagOf(updated.value.contact) })
    },
  }),
]

/** As it is stored, and as IBANs of some countries were before: as they were written. */
function formsOf(written: string): string[] {
  return [...new Set([plainAccountNumber(written), written.replaceAll(/[\s-]/g, '')])]
}
