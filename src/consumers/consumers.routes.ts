import { named } from '../http/fields.ts'
import './consumers.errors.ts'
import Type from 'typebox'
import { errorCatalogue } from '../http/errors.ts'
import { defineOperation } from '../http/operation.ts'
import { accept } from '../kernel/result.ts'
import { ConsumerBody, exampleConsumer } from './consumers.schema.ts'
import { LOGIN_TAKEN, onboardConsumer, stages } from './onboard-consumer.ts'

const taken = (detail: string) => ({ reason: 'onboardingRefused', detail }) as const

export const consumerOperations = [
  defineOperation({
    id: 'onboardConsumer',
    method: 'POST',
    paths: ['/api/user-management/v1/consumers/users'],
    tag: 'Users',
    summary: 'Onboard a consumer',
    description: `Onboards a consumer in four stages, all or nothing: ${Object.values(stages)
      .map(({ name }) => name)
      .join(
        ', ',
      )}. The message of a failure begins with the stage that failed; the other stages are rolled back. Onboarded by a customer's client, the consumer waits for the institution's approval and cannot pay or receive until then.`,
    failure: 'The consumer was not onboarded',
    entitlement: 'Customers.Onboard_Consumers',
    dialect: 'message',
    parts: Object.values(stages),
    errors: [],
    conflicts: {
      customers_short_name: taken(LOGIN_TAKEN),
      accounts_number: taken(errorCatalogue.accountConflict.title),
      users_login_id: taken(errorCatalogue.userConflict.title),
      users_login: taken(errorCatalogue.userConflict.title),
    },
    invalid: 'onboardingRefused',
    body: ConsumerBody,
    examples: [{ summary: 'With a checking account', value: exampleConsumer }],
    reply: {
      status: 201,
      description: 'The consumer is now a customer with an account and a Pending user.',
      data: named('ConsumerResult', {
        userId: Type.String(),
        customerUID: Type.String({ description: 'The customer that the consumer became.' }),
        accountUID: Type.String({ description: 'The account of the consumer.' }),
        approvalUID: Type.Optional(
          Type.String({ description: "The institution's approval that the consumer waits for; absent if none." }),
        ),
      }),
      example: {
        ...{ userId: '0197a1f2-6c1e-7a53-9d7b-2f4c8e1a0b6d', customerUID: '100002', accountUID: '100109' },
      },
    },
    async change(tx, app, { principal, body }) {
      const onboarded = await onboardConsumer(tx, principal, body, { sealer: app.sealer, now: app.clock.now() })
      return onboarded.ok ? accept({ data: onboarded.value }) : onboarded
    },
  }),
]
