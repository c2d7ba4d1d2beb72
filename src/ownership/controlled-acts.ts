import { asked, type Control, type ControlledAct, each, not } from './controls.ts'

/** What each request passes before its operation runs. */
const atTheDoor = {
  actor: asked('http/change.ts', 'runChange'),
  entitlement: asked('http/admission.ts', 'authenticate'),
} as const

/** The controls of a payment, which an act that makes and moves none does not meet. */
const OF_PAYMENTS = [
  ...(['approvers', 'approverLimits', 'parties', 'bankDetails', 'limits', 'funds'] as const),
  ...(['callBack', 'threshold', 'onePrice', 'openQuotes'] as const),
] as const satisfies readonly Control[]

const OF_A_SECOND_PERSON = ['secondPerson', 'independence'] as const satisfies readonly Control[]

const byHand = not('nothing is moved by hand')
const own = not('the customer decides it')
const noSecret = not('no sealed number is written')
const customers = asked('customers/belonging.ts', 'requireCustomer')
const institutionOnly = asked('institution/require-institution.ts', 'requireInstitution')
const sealed = asked('db/seal-rows.ts', 'sealRow')
const dualControl = asked('approvals/proposed-requests.ts', 'underDualControl')
const independent = asked('approvals/decide-approval.ts', 'mayBeRequester')
const ofTheInstitution = not('only the institution can do it')
const noFields = not('it changes no field')

/** What is asked of what waits by itself, when nobody sends a request. */
const ofTheWorker = {
  actor: not('not asked yet: what a stopped actor set up goes on'),
  reach: not('the accounts of a payment never change'),
  entitlement: not('a change of duties does not stop what was set up before'),
  owner: not('no field is written'),
  ...each(OF_A_SECOND_PERSON, not('the payment is not a change of the institution')),
  capsByHand: byHand,
  openQuotes: not('no quote is made'),
  approverLimits: not('asked when the approver decided'),
} as const

/**
 * What is done under controls: every operation that changes something, and every step of the worker
 * towards a network, each with each control. docs/threat-model.md shows it as a table. An operation
 * without a place fails a test.
 */
export const CONTROLLED_ACTS: readonly ControlledAct[] = [
  {
    act: 'make a payment',
    place: 'request',
    operations: ['createCreditPayment', 'createDebitPayment', 'createBookTransfer', 'acceptPaymentRequest'],
    controls: {
      ...atTheDoor,
      actor: asked('payments/intake/payment-intake.ts', 'requireSender'),
      reach: asked('payments/decision/require-parties.ts', 'requireParties'),
      owner: asked('payments/decision/require-parties.ts', 'maySetFees'),
      secondPerson: own,
      independence: not('asked when somebody approves it'),
      approvers: asked('payments/decision/payment-limits.ts', 'peopleNeeded'),
      approverLimits: not('asked when somebody approves it'),
      parties: asked('payments/decision/domain/accept-payment.ts', 'acceptPayment'),
      bankDetails: asked('payments/decision/require-parties.ts', 'requireDescribed'),
      limits: asked('payments/decision/payment-limits.ts', 'checkLimits'),
      funds: asked('payments/decision/exposure.ts', 'withinExposure'),
      callBack: asked('payments/decision/domain/call-back.ts', 'needsCallBack'),
      threshold: asked('payments/decision/decide-payment.ts', 'decidePayment'),
      capsByHand: byHand,
      onePrice: asked('fx/read-rate.ts', 'rateFrom'),
      openQuotes: not('a payment is priced when it is decided'),
      sealedPlace: sealed,
    },
  },
  {
    act: 'set up payments for later',
    place: 'request',
    operations: ['uploadPaymentFile', 'reinitiatePayment', 'createPrenote', 'askForPayment'],
    controls: {
      ...atTheDoor,
      reach: customers,
      owner: noFields,
      secondPerson: own,
      independence: not('asked when somebody approves it'),
      ...each(OF_PAYMENTS, not('asked of each payment once it is decided')),
      capsByHand: byHand,
      sealedPlace: sealed,
    },
  },
  {
    act: 'change a payment or a series that waits',
    place: 'change',
    operations: ['changeRecurrence', 'confirmPayment'],
    controls: {
      ...atTheDoor,
      reach: asked('payments/history/require-payment.ts', 'requirePaymentIn'),
      owner: noFields,
      secondPerson: own,
      independence: asked('payments/held/confirm-payment.ts', 'refuseOwnChange'),
      ...each(OF_PAYMENTS, not('asked again when the payment is released')),
      approvers: asked('payments/recurring/change-recurrence.ts', 'shapeSeries'),
      bankDetails: asked('payments/held/confirm-payment.ts', 'confirmPayment'),
      capsByHand: byHand,
      sealedPlace: noSecret,
    },
  },
  {
    act: 'take back what waits',
    place: 'change',
    operations: [
      ...['cancelPayment', 'cancelRecurrence', 'rejectPayment', 'rejectPaymentFile', 'refusePaymentRequest'],
      'requestReturn',
    ],
    controls: {
      ...atTheDoor,
      reach: asked('payments/history/require-payment.ts', 'requirePaymentIn'),
      owner: noFields,
      ...each(OF_A_SECOND_PERSON, own),
      ...each(OF_PAYMENTS, not('nothing leaves')),
      capsByHand: byHand,
      sealedPlace: noSecret,
    },
  },
  {
    act: 'approve payments',
    place: 'approval',
    operations: ['approvePayment', 'approvePaymentFile'],
    controls: {
      ...atTheDoor,
      reach: asked('payments/history/require-payment.ts', 'requirePaymentIn'),
      owner: noFields,
      secondPerson: own,
      independence: asked('payments/approval/approver.ts', 'requireIndependent'),
      approvers: asked('payments/approval/approve-payment.ts', 'takeDecision'),
      approverLimits: asked('payments/approval/approve-payment.ts', 'checkLimits'),
      parties: asked('payments/decision/decide-waiting.ts', 'decideWaiting'),
      bankDetails: asked('payments/approval/approved-content.store.ts', 'hashOf'),
      limits: asked('payments/decision/decide-waiting.ts', 'decideWaiting'),
      funds: asked('payments/decision/decide-waiting.ts', 'decideWaiting'),
      callBack: asked('payments/approval/approve-payment.ts', 'isCallRecorded'),
      threshold: asked('payments/decision/decide-waiting.ts', 'decideWaiting'),
      capsByHand: byHand,
      onePrice: asked('fx/open-exchanges.ts', 'priceOwn'),
      openQuotes: not('no quote is made'),
      sealedPlace: noSecret,
    },
  },
  {
    act: 'make the next payment of a series',
    place: 'release',
    operations: [],
    controls: {
      ...ofTheWorker,
      approvers: asked('payments/recurring/next-occurrence.ts', 'decideRoute'),
      parties: asked('payments/recurring/next-occurrence.ts', 'decideRoute'),
      bankDetails: not('it takes the bank details of the contact as they are'),
      ...each(['limits', 'funds', 'callBack', 'threshold', 'onePrice'], not('asked on the date of the payment')),
      sealedPlace: sealed,
    },
  },
  {
    act: 'make the next payments of a file',
    place: 'release',
    operations: [],
    controls: {
      ...ofTheWorker,
      actor: asked('payment-files/require-rights.ts', 'missingRight'),
      entitlement: asked('payment-files/require-rights.ts', 'missingRight'),
      ...each(
        ['approvers', 'parties', 'bankDetails', 'limits', 'funds', 'callBack', 'threshold', 'onePrice'],
        asked('payments/intake/payment-intake.ts', 'decideSubmission'),
      ),
      sealedPlace: sealed,
    },
  },
  {
    act: 'release a payment on its date',
    place: 'release',
    operations: [],
    controls: {
      ...ofTheWorker,
      approvers: asked('payments/decision/payment-limits.ts', 'approversMissing'),
      parties: asked('payments/decision/decide-waiting.ts', 'decideWaiting'),
      bankDetails: asked('payments/decision/decide-payment.ts', 'decidePayment'),
      limits: asked('payments/decision/payment-limits.ts', 'checkLimits'),
      funds: asked('payments/decision/exposure.ts', 'withinExposure'),
      callBack: asked('payments/decision/domain/call-back.ts', 'needsCallBack'),
      threshold: asked('payments/decision/decide-payment.ts', 'decidePayment'),
      onePrice: asked('fx/open-exchanges.ts', 'priceOwn'),
      sealedPlace: asked('db/open-rows.ts', 'openRows'),
    },
  },
  {
    act: 'let a held payment go on',
    place: 'release',
    operations: [],
    controls: {
      ...ofTheWorker,
      ...each(['approvers', 'limits', 'funds', 'callBack', 'threshold', 'onePrice'], not('decided before it was held')),
      parties: asked('payments/held/suspensions.store.ts', 'claimLiftable'),
      bankDetails: asked('payments/held/suspensions.store.ts', 'claimLiftable'),
      sealedPlace: not('asked when it is handed over'),
    },
  },
  {
    act: 'hand a payment over to a file or a message',
    place: 'hand-over',
    operations: [],
    controls: {
      ...ofTheWorker,
      ...each(['approvers', 'limits', 'funds', 'callBack', 'threshold', 'onePrice'], not('its funds are held')),
      parties: asked('payments/held/hold-back.ts', 'holdBack'),
      bankDetails: asked('payments/held/hold-back.ts', 'holdBack'),
      sealedPlace: asked('db/open-rows.ts', 'openRows'),
    },
  },
  {
    act: 'exchange money',
    place: 'request',
    operations: ['quoteFxTrade'],
    controls: {
      ...atTheDoor,
      reach: asked('fx/require-fx-customer.ts', 'requireFxCustomer'),
      owner: noFields,
      ...each(OF_A_SECOND_PERSON, own),
      approvers: not('not asked yet: a trade has no approvers'),
      approverLimits: not('not asked yet: a trade has no approvers'),
      parties: asked('fx/require-fx-customer.ts', 'mayTrade'),
      ...each(['bankDetails', 'callBack'], not('nothing leaves the bank')),
      limits: asked('fx/lines/check-line.ts', 'checkLine'),
      funds: not('asked when the quote is accepted'),
      threshold: not('not asked yet: a trade of any size needs no approval'),
      capsByHand: byHand,
      onePrice: asked('fx/price-trade.ts', 'priceTrade'),
      openQuotes: asked('fx/open-quotes.ts', 'checkOpenQuotes'),
      sealedPlace: noSecret,
    },
  },
  {
    act: 'accept a quote',
    place: 'approval',
    operations: ['acceptFxQuote'],
    controls: {
      ...atTheDoor,
      reach: asked('fx/decide-quote.ts', 'requireQuote'),
      owner: noFields,
      ...each(OF_A_SECOND_PERSON, own),
      approvers: not('not asked yet: a trade has no approvers'),
      approverLimits: not('not asked yet: a trade has no approvers'),
      parties: asked('fx/require-fx-customer.ts', 'mayTrade'),
      ...each(['bankDetails', 'callBack'], not('nothing leaves the bank')),
      limits: asked('fx/lines/check-line.ts', 'checkLine'),
      funds: asked('fx/decide-quote.ts', 'fundingOf'),
      threshold: not('not asked yet: a trade of any size needs no approval'),
      capsByHand: byHand,
      onePrice: asked('fx/last-look.ts', 'takeLastLook'),
      openQuotes: not('asked when a quote is made'),
      sealedPlace: noSecret,
    },
  },
  {
    act: 'end a quote or a contract',
    place: 'change',
    operations: ['rejectFxQuote', 'cancelFxContract', 'coverFxContract'],
    controls: {
      ...atTheDoor,
      reach: asked('fx/require-contract.ts', 'requireContract'),
      owner: noFields,
      ...each(OF_A_SECOND_PERSON, own),
      ...each(OF_PAYMENTS, not('nothing leaves')),
      onePrice: asked('fx/close-contract.ts', 'endContract'),
      capsByHand: byHand,
      sealedPlace: noSecret,
    },
  },
  {
    act: 'move money by hand',
    place: 'request',
    operations: [
      ...['adjustAccount', 'writeOffReceivable', 'releaseSuspenseItem', 'releaseFunds', 'makeFxDeskTrade'],
      ...['acceptReceipt', 'assignReceipt', 'returnReceipt', 'acceptReturnRequest', 'refuseReturnRequest'],
      ...['returnPayment', 'reversePayment'],
    ],
    controls: {
      ...atTheDoor,
      reach: institutionOnly,
      owner: ofTheInstitution,
      secondPerson: dualControl,
      independence: independent,
      ...each(OF_PAYMENTS, ofTheInstitution),
      threshold: asked('fx/desk/make-desk-trade.ts', 'mayTradeAlone'),
      capsByHand: asked('institution/adjustment-caps.ts', 'countInCaps'),
      onePrice: not('not asked yet: a trade of the desk is made at any price'),
      sealedPlace: noSecret,
    },
  },
  {
    act: 'set rates and fees',
    place: 'request',
    operations: [
      ...['setFxRates', 'setFxMargins', 'setFxLine', 'createFee', 'updateFee', 'deleteFee'],
      ...['addCustomerFeeTier', 'updateCustomerFeeTier', 'setInstitutionLimits'],
    ],
    controls: {
      ...atTheDoor,
      reach: institutionOnly,
      owner: ofTheInstitution,
      secondPerson: dualControl,
      independence: independent,
      ...each(OF_PAYMENTS, not('no payment is made')),
      onePrice: asked('fx/compare-rates.ts', 'changesFar'),
      capsByHand: not('not asked yet: fees and credit lines have no cap'),
      sealedPlace: noSecret,
    },
  },
  {
    act: 'decide a change that waits',
    place: 'approval',
    operations: [
      ...['approveChange', 'rejectChange', 'approveContactChange', 'rejectContactChange'],
      ...['approveCustomerChange', 'rejectCustomerChange', 'approveUserChange', 'rejectUserChange'],
      ...['approveRoleChange', 'rejectRoleChange', 'approveSignatoryChange', 'rejectSignatoryChange'],
    ],
    controls: {
      ...atTheDoor,
      actor: asked('approvals/decide-approval.ts', 'standingOfProposer'),
      reach: asked('approvals/read-approval.ts', 'requireApproval'),
      entitlement: asked('approvals/proposed-requests.ts', 'proposedRequests'),
      owner: asked('approvals/proposed-requests.ts', 'run'),
      secondPerson: asked('approvals/domain/decide-approval.ts', 'mayDecide'),
      independence: independent,
      ...each(OF_PAYMENTS, not('no payment is made')),
      bankDetails: asked('approvals/content-hash.ts', 'contentHash'),
      capsByHand: asked('institution/adjustment-caps.ts', 'countInCaps'),
      sealedPlace: sealed,
    },
  },
  {
    act: 'write the records of customers',
    place: 'request',
    operations: [
      ...['createCustomer', 'updateCustomer', 'onboardConsumer', 'createContact', 'updateContact'],
      ...['createAccount', 'updateAccount', 'createAccountV2', 'updateAccountV2', 'changeAccountStatusV2'],
      ...['deleteAccountV2', 'createSignatory', 'updateSignatory', 'deleteSignatory'],
      ...['activateCustomer', 'suspendCustomer'],
    ],
    controls: {
      ...atTheDoor,
      reach: customers,
      owner: asked('ownership/require-owner.ts', 'requireOwner'),
      secondPerson: dualControl,
      independence: independent,
      ...each(OF_PAYMENTS, not('no payment is made')),
      bankDetails: asked('contacts/propose-contact.ts', 'proposeContact'),
      capsByHand: byHand,
      sealedPlace: sealed,
    },
  },
  {
    act: 'give people and programs rights',
    place: 'request',
    operations: [
      ...['createRole', 'createRoleV2', 'updateRole', 'updateRoleV2', 'createUser', 'createUserV2'],
      ...['updateUser', 'updateUserV2', 'suspendUser', 'suspendUserV2', 'activateUser', 'activateUserV2'],
      ...['inviteUser', 'resetUserCredentials', 'removeUserFactor'],
      ...['createApiClient', 'updateApiClient', 'rotateApiClientSecret', 'revokeApiClient'],
      ...['rotateSigningKey', 'updateInstitution'],
    ],
    controls: {
      ...atTheDoor,
      reach: customers,
      owner: asked('ownership/require-owner.ts', 'requireLift'),
      secondPerson: asked('users/second-person.ts', 'changeWaits'),
      independence: asked('sign-in/address-author.ts', 'refuseAuthorOfAddress'),
      ...each(OF_PAYMENTS, not('no payment is made')),
      capsByHand: byHand,
      sealedPlace: noSecret,
    },
  },
  {
    act: 'decide which debits may come',
    place: 'request',
    operations: [
      ...['createPositivePayRule', 'updatePositivePayRule', 'deletePositivePayRule'],
      ...['activatePositivePayRule', 'suspendPositivePayRule'],
      ...['approvePositivePayException', 'rejectPositivePayException', 'approvePositivePayExceptions'],
    ],
    controls: {
      ...atTheDoor,
      reach: asked('receipts/positive-pay/write-rule.ts', 'requireAccount'),
      owner: own,
      ...each(OF_A_SECOND_PERSON, own),
      ...each(OF_PAYMENTS, not('another bank sends the debit')),
      capsByHand: byHand,
      sealedPlace: noSecret,
    },
  },
  {
    act: 'decide for a network',
    place: 'hand-over',
    operations: [
      ...['releaseRailHold', 'decideRailHandover', 'resendRailFile', 'releaseRailFile', 'decideRailMessage'],
      ...['resendRailMessage', 'releaseRailMessage', 'dismissRailMessage', 'resolveMessageException'],
    ],
    controls: {
      ...atTheDoor,
      reach: institutionOnly,
      owner: ofTheInstitution,
      secondPerson: dualControl,
      independence: independent,
      ...each(OF_PAYMENTS, not('the file or message counts as handed over')),
      capsByHand: byHand,
      sealedPlace: noSecret,
    },
  },
  {
    act: 'send events to programs',
    place: 'request',
    operations: [
      ...['createWebhook', 'updateWebhook', 'deleteWebhook', 'rotateWebhookSecret', 'replayWebhookDelivery'],
      ...['replayWebhookEvents', 'createCustomerWebhook', 'updateCustomerWebhook', 'deleteCustomerWebhook'],
      ...['rotateCustomerWebhookSecret', 'replayCustomerWebhookDelivery', 'replayCustomerWebhookEvents'],
    ],
    controls: {
      ...atTheDoor,
      reach: asked('webhooks/webhook-owner.ts', 'requireOwner'),
      owner: own,
      ...each(OF_A_SECOND_PERSON, own),
      ...each(OF_PAYMENTS, not('no payment is made')),
      capsByHand: byHand,
      sealedPlace: noSecret,
    },
  },
  {
    act: 'close days and move a sandbox',
    place: 'request',
    operations: [
      ...['closeLedgerDays', 'setInstitutionClock', 'simulateAchEntries', 'simulateFedwireMessages'],
      ...['simulateFedNowMessages', 'simulateRTPMessages', 'simulateSWIFTMessages'],
    ],
    controls: {
      ...atTheDoor,
      reach: institutionOnly,
      owner: ofTheInstitution,
      ...each(OF_A_SECOND_PERSON, not('a sandbox moves no real money, and closed days follow from the books')),
      ...each(OF_PAYMENTS, not('no payment is made')),
      capsByHand: byHand,
      sealedPlace: noSecret,
    },
  },
]
