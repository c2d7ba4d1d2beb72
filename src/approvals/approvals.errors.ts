import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const approvalErrors = defineErrors({
  invalidApproval: {
    code: 'APPROVAL001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  approvalNotFound: {
    code: 'APPROVAL001',
    status: 404,
    title: 'no approval has this approvalUID',
    resolve: 'Use an approvalUID from the list of approvals.',
  },
  approvalOfAnotherCustomer: {
    code: 'APPROVAL001',
    status: 400,
    title: 'the approval is not associated with the given customer',
    resolve: 'Use the customerUID of the customer that the approval belongs to.',
  },
  approvalOfOwnChange: {
    code: 'APPROVAL001',
    status: 403,
    title: 'API clients cannot approve their own proposals',
    resolve: 'Have another API client approve it; you can only withdraw it, by rejecting it.',
  },
  approverNotAccepted: {
    code: 'APPROVAL001',
    status: 403,
    title: 'this person or client cannot approve the trade',
    resolve: 'Have another approver of the customer approve it: see /docs/pages/approvers.',
  },
  approvalOfOwnAddress: {
    code: 'APPROVAL001',
    status: 403,
    title: 'who set the address of a user cannot approve credentials that go there',
    resolve: 'Have another person approve it: `address` in the proposal names who set the address.',
  },
  approvalForInstitution: {
    code: 'APPROVAL001',
    status: 403,
    title: 'only the institution can decide this proposal',
    resolve: 'Ask the institution to decide it; the client that requested it can withdraw it by rejecting it.',
  },
  approvalContentChanged: {
    code: 'APPROVAL001',
    status: 409,
    title: 'contentHash does not match the proposal',
    resolve: 'Read the approval again, review it, and approve it with its contentHash.',
  },
  approvalAltered: {
    code: 'APPROVAL001',
    status: 409,
    title: 'what is stored of the proposal was changed in the database, and not by the service',
    resolve:
      'Tell the institution, which finds out who wrote there. Reject the proposal, and propose the change again.',
  },
  approvalDecided: {
    code: 'APPROVAL001',
    status: 409,
    title: 'the approval has already been decided',
    resolve: 'Read it again to see the decision; a new change needs a new approval.',
  },
  approvalNoLongerFits: {
    code: 'APPROVAL001',
    status: 409,
    title: 'the change can no longer be applied',
    resolve: 'Remove the obstacle and approve it again, or reject it.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof approvalErrors> {}
}
