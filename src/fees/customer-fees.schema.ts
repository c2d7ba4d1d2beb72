import Type, { type Static } from 'typebox'
import { named, optionalText, text, Uid } from '../http/fields.ts'
import type { CustomerFeeRow } from './customer-fees.store.ts'
import { FeeIdField } from './fees.schema.ts'

const narrowing = 'Empty text means no restriction.'

const narrowingFields = {
  accountNumber: optionalText(64, { description: `Applies only to this account of the customer. ${narrowing}` }),
  feeName: optionalText(64, { description: `Applies only to fees with this name. ${narrowing}` }),
  product: optionalText(64, { description: `Applies only to fees for this product. ${narrowing}` }),
}

const ApplicationField = text(64, { description: 'The application of the fees in the fee schedule.' })
const FeeTierField = text(64, { description: 'The name of a tier of these fees.' })

export const AddCustomerFeeBody = named('CustomerFeeRequest', {
  application: ApplicationField,
  feeTier: FeeTierField,
  ...narrowingFields,
})
export type AddCustomerFeeBody = Static<typeof AddCustomerFeeBody>

export const UpdateCustomerFeeBody = Type.Partial(AddCustomerFeeBody, { title: 'CustomerFeeUpdate' })
export type UpdateCustomerFeeBody = Static<typeof UpdateCustomerFeeBody>

const idField = { id: Type.Integer({ description: 'The id of the fee tier; the feeId in the path of an update.' }) }

export const CustomerFeeResult = named('CustomerFeeResult', idField)

const CustomerFeeReply = named('CustomerFee', {
  ...idField,
  application: Type.String({ description: 'The application of the fees in the fee schedule.' }),
  feeTier: Type.String({ description: 'The name of the tier of these fees.' }),
  feeName: Type.Optional(Type.String({ description: 'It applies only to fees with this name.' })),
  product: Type.Optional(Type.String({ description: 'It applies only to fees for this product.' })),
  accountUID: Type.Optional(Type.String({ description: 'It applies only to this account of the customer.' })),
})

export const CustomerFeesReply = named('CustomerFees', { tiers: Type.Array(CustomerFeeReply) })

export const exampleCustomerFee = { application: 'Payments', feeTier: 'High value', product: 'ACH' }
export const exampleCustomerFeeResult = { id: 100001 }

/** Existing clients read the identifier at the top of the envelope. */
export const besideCustomerFee = { fields: idField, example: exampleCustomerFeeResult }

export function renderCustomerFeeResult({ id }: CustomerFeeRow) {
  const result = { id: Number(id) }
  return { data: result, beside: result }
}

/**
 * The fee tier in the audit log and the event feed. The account is given by its id, because not
 * every reader may see its number.
 */
export function describeCustomerFee(fee: CustomerFeeRow) {
  return {
    id: Number(fee.id),
    application: fee.application,
    feeTier: fee.feeTier,
    feeName: fee.feeName ?? undefined,
    product: fee.product ?? undefined,
    accountUID: fee.accountId === null ? undefined : String(fee.accountId),
  }
}

export const CustomerFeesParams = Type.Object({ customerUID: Uid })
export const CustomerFeeParams = Type.Object({ customerUID: Uid, feeId: FeeIdField })
