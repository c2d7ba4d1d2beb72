import './signatories.errors.ts'
import { CustomerParams } from '../customers/customers.ts'
import { defineOperation } from '../http/operation.ts'
import { momentOf } from '../kernel/moment.ts'
import { accept } from '../kernel/result.ts'
import { listSignatories } from './list-signatories.ts'
import {
  CreateSignatoryBody,
  DeletedReply,
  exampleSignatory,
  parseSlice,
  renderSignatory,
  renderSignatoryResult,
  SignatoriesQuery,
  SignatoriesReply,
  SignatoryParams,
  SignatoryResult,
  signatoryFieldReasons,
  UpdateSignatoryBody,
} from './signatories.schema.ts'
import { createSignatory, deleteSignatory, updateSignatory } from './write-signatory.ts'

const ofCustomer = ['signatoryCustomerNotFound', 'signatoryCustomerDenied'] as const
const ofSignatory = [...ofCustomer, 'signatoryNotFound', 'signatoryOfAnotherCustomer'] as const
const ofFields = [
  'signatoryFullNameRequired',
  'signatoryEmailRequired',
  'signatoryEmailInvalid',
  'signatoryPhoneRequired',
  'signatoryPhoneInvalid',
  'signatoryApprovalLimitMin',
  'signatoryApprovalLimitInvalid',
] as const

export const signatoryOperations = [
  defineOperation({
    id: 'createSignatory',
    method: 'POST',
    paths: ['/v1/customers/{customerUID}/signatories'],
    tag: 'Signatories',
    summary: 'Add a signatory',
    description:
      'A signatory is a person authorized to act for the customer. The reply lists all failing fields at once.',
    failure: 'The signatory was not created',
    entitlement: 'Customers.Manage_Signatories',
    dialect: 'signatory',
    errors: [...ofFields, ...ofCustomer],
    invalid: 'invalidSignatory',
    fieldReasons: signatoryFieldReasons,
    params: CustomerParams,
    body: CreateSignatoryBody,
    examples: [{ summary: 'An officer with a limit', value: exampleSignatory }],
    reply: {
      status: 201,
      description: 'The signatory was created.',
      data: SignatoryResult,
      example: { id: '100031', status: 'Active', message: 'The signatory was created.' },
    },
    async change(tx, app, { principal, params, body }) {
      const created = await createSignatory(tx, principal, params.customerUID, body, app.clock.now())
      if (!created.ok) return created
      return accept({ data: renderSignatoryResult(created.value, 'The signatory was created.') })
    },
  }),

  defineOperation({
    id: 'listSignatories',
    method: 'GET',
    paths: ['/v1/customers/{customerUID}/signatories'],
    tag: 'Signatories',
    summary: "List a customer's signatories",
    description: 'Lists signatories in the order they were added. Without page and size, returns all, up to 500.',
    failure: 'The signatories were not listed',
    entitlement: 'Customers.View_Customers',
    dialect: 'signatory',
    errors: ofCustomer,
    invalid: 'invalidSignatory',
    params: CustomerParams,
    query: SignatoriesQuery,
    reply: {
      status: 200,
      description: 'The signatories; the message gives their total number.',
      data: SignatoriesReply,
      example: {
        signatories: [{ id: '100031', ...exampleSignatory, status: 'Active' }],
        message: '1 of 1 signatories',
      },
    },
    handle: (app, { principal, params, query }) =>
      app.db.read(async (db) => {
        const found = await listSignatories(db, principal, params.customerUID, parseSlice(query))
        if (!found.ok) return found
        const { rows, total } = found.value
        return accept({
          data: { signatories: rows.map(renderSignatory), message: `${rows.length} of ${total} signatories` },
        })
      }),
  }),

  defineOperation({
    id: 'updateSignatory',
    method: 'PATCH',
    paths: ['/v1/customers/{customerUID}/signatories/{id}'],
    tag: 'Signatories',
    summary: 'Change a signatory',
    description:
      'Changes the fields in the body and keeps the others; null removes title or approvalLimit. Who created or changed a signatory alone counts as that person when payments and trades are approved. Somebody independent who sends fullName, emailAddress and phoneNumber as they are confirms the signatory.',
    failure: 'The signatory was not updated',
    entitlement: 'Customers.Manage_Signatories',
    dialect: 'signatory',
    errors: [...ofFields, ...ofSignatory],
    invalid: 'invalidSignatory',
    fieldReasons: signatoryFieldReasons,
    params: SignatoryParams,
    body: UpdateSignatoryBody,
    examples: [
      { summary: 'Change the limit', value: { approvalLimit: 50000 } },
      { summary: 'Remove the limit', value: { approvalLimit: null } },
    ],
    reply: {
      status: 200,
      description: 'The signatory was updated.',
      data: SignatoryResult,
      example: { id: '100031', status: 'Active', message: 'The signatory was updated.' },
    },
    async change(tx, app, { principal, params, body }) {
      const updated = await updateSignatory(tx, principal, params, body, momentOf(app))
      if (!updated.ok) return updated
      return accept({ data: renderSignatoryResult(updated.value, 'The signatory was updated.') })
    },
  }),

  defineOperation({
    id: 'deleteSignatory',
    method: 'DELETE',
    paths: ['/v1/customers/{customerUID}/signatories/{id}'],
    tag: 'Signatories',
    summary: 'Delete a signatory',
    description: 'A deleted signatory approves nothing more; what it approved stays approved.',
    failure: 'The signatory was not deleted',
    entitlement: 'Customers.Manage_Signatories',
    dialect: 'signatory',
    errors: ofSignatory,
    invalid: 'invalidSignatory',
    params: SignatoryParams,
    reply: {
      status: 200,
      description: 'The signatory was deleted and is no longer listed.',
      data: DeletedReply,
      example: { message: 'The signatory was deleted.', status: 'Deleted' },
    },
    async change(tx, app, { principal, params }) {
      const deleted = await deleteSignatory(tx, principal, params, app.clock.now())
      return deleted.ok ? accept({ data: { message: 'The signatory was deleted.', status: 'Deleted' } }) : deleted
    },
  }),
]
