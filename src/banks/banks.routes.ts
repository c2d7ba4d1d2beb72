import './banks.errors.ts'
import { defineOperation } from '../http/operation.ts'
import { refusal } from '../kernel/refusal.ts'
import { accept } from '../kernel/result.ts'
import { BankParams, BankReply, exampleBank, renderBank } from './banks.schema.ts'
import { readBank } from './banks.store.ts'
import { fullBic } from './domain/participant.ts'

export const bankOperations = [
  defineOperation({
    id: 'getBank',
    method: 'GET',
    paths: ['/v1/banks/{routingNumber}'],
    tag: 'Contacts',
    summary: 'Look up a bank',
    description:
      'Reads a bank in the directories that the institution has imported: its name, its addresses and the rails that it takes. Without an imported directory, no bank is found.',
    failure: 'The bank was not read',
    entitlement: 'Contacts.View_Contacts',
    errors: ['bankNotFound'],
    invalid: 'invalidBank',
    params: BankParams,
    reply: { status: 200, description: 'The bank.', data: BankReply, example: exampleBank },
    handle: (app, { principal, params: { routingNumber } }) =>
      app.db.read(async (db) => {
        const bankId = /^\d{9}$/.test(routingNumber) ? routingNumber : fullBic(routingNumber)
        const listed = await readBank(db, principal.tenantId, bankId)
        return listed.length > 0 ? accept({ data: renderBank(listed) }) : refusal('bankNotFound')
      }),
  }),
]
