import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const approvalErrors = defineErrors({
  // Approvals
  invalidApproval: {
    code: 'APPROVAL001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the fields named and send it again.',
  },
  approvalNotFound: {
    code: 'APPROVAL001',
    status: 404,
    title: 'there is no approval with this approvalUID',
    resolve: 'Take approvalUID from the list of approvals.',
  },
  approvalOfAnotherCustomer: {
    code: 'APPROVAL001',
    status: 400,
    title: 'the approval is not associated with the given customer',
    resolve: 'Use the customerUID that the approval belongs to.',
  },
  approvalOfOwnChange: {
    code: 'APPROVAL001',
    status: 403,
    title: 'nobody approves a change that they have asked for themselves',
    resolve: 'Have another client approve it; you can only take it back by rejecting it.',
  },
  approvalContentChanged: {
    code: 'APPROVAL001',
    status: 409,
    title: 'contentHash is not that of what is proposed',
    resolve: 'Read the approval again, and approve what it shows by its contentHash.',
  },
  approvalDecided: {
    code: 'APPROVAL001',
    status: 409,
    title: 'the approval is decided already',
    resolve: 'Read it again to see what was decided; a new change needs a new approval.',
  },
  approvalNoLongerFits: {
    code: 'APPROVAL001',
    status: 409,
    title: 'the change no longer fits',
    resolve: 'Put right what stands in its way and approve it then, or reject it.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof approvalErrors> {}
}
