import './administration.errors.ts'
import { defineOperation } from '../http/operation.ts'
import { momentOf } from '../kernel/moment.ts'
import { accept } from '../kernel/result.ts'
import { listSigningKeys, rotateSigningKey } from './rotate-signing-key.ts'
import { exampleSigningKeys, renderSigningKey, SigningKeyReply, SigningKeysReply } from './signing-keys.schema.ts'

export const signingKeyOperations = [
  defineOperation({
    id: 'listSigningKeys',
    method: 'GET',
    paths: ['/v1/institution/signing-keys'],
    tag: 'Institution',
    summary: 'List the keys that sign access tokens',
    description:
      'Those that are published: the one that signs, one that will, and those whose tokens have not all ended.',
    failure: 'The signing keys were not listed',
    entitlement: 'Institution.View_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidInstitution',
    reply: {
      status: 200,
      description: 'The keys, without their private parts.',
      data: SigningKeysReply,
      example: exampleSigningKeys,
    },
    handle: (app, { principal }) =>
      app.db.read(async (db) => {
        const keys = await listSigningKeys(db, principal, momentOf(app))
        return keys.ok ? accept({ data: { keys: keys.value.map(renderSigningKey) } }) : keys
      }),
  }),

  defineOperation({
    id: 'rotateSigningKey',
    method: 'POST',
    paths: ['/v1/institution/signing-keys/rotate'],
    tag: 'Institution',
    summary: 'Rotate the key that signs access tokens',
    description:
      'A new key is published at once, and signs a minute later, when everyone knows it: no request fails. What the old one signed verifies until it ends. Asked again within that minute, the answer is the same key.',
    failure: 'The signing key was not rotated',
    entitlement: 'Institution.Manage_Institution',
    errors: ['notTheInstitution'],
    invalid: 'invalidInstitution',
    reply: {
      status: 200,
      description: 'The key that will sign.',
      data: SigningKeyReply,
      example: exampleSigningKeys.keys[1],
    },
    async change(tx, app, { principal }) {
      const rotated = await rotateSigningKey(tx, principal, app.sealer, momentOf(app))
      return rotated.ok ? accept({ data: renderSigningKey(rotated.value) }) : rotated
    },
  }),
]
