import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const railErrors = defineErrors({
  invalidRailDecision: {
    code: 'INST001',
    status: 400,
    title: 'the request is not valid',
    resolve: 'Correct the named fields and send the request again.',
  },
  railHoldNotFound: {
    code: 'INST001',
    status: 404,
    title: 'no hold on the rails has this holdUID',
    resolve: 'Use a holdUID from GET /v1/institution/rails.',
  },
  railHoldReplaced: {
    code: 'INST001',
    status: 409,
    title: 'more differences were found, and another hold shows all of them',
    resolve: 'Read the open holds with GET /v1/institution/rails, compare again, and release the new hold.',
  },
  railHandoverNotFound: {
    code: 'INST001',
    status: 404,
    title: 'no hand-over has this handoverUID',
    resolve: 'Use a handoverUID from GET /v1/institution/rails.',
  },
  railHandoverNotInDoubt: {
    code: 'INST001',
    status: 409,
    title: 'the hand-over is not in doubt',
    resolve: 'Read what is in doubt with GET /v1/institution/rails.',
  },
  simulationOfNoSandbox: {
    code: 'INST001',
    status: 409,
    title: 'only a sandbox has simulated networks',
    resolve: 'Use an institution that is a sandbox.',
  },
  simulationNotPossible: {
    code: 'INST001',
    status: 409,
    title: 'the network cannot send such a message',
    resolve: 'Use a currency that the network carries, and the messageId of a credit that it has sent.',
  },
  railFileNotFound: {
    code: 'INST001',
    status: 404,
    title: 'no file has this fileUID',
    resolve: 'Use a fileUID from GET /v1/institution/files.',
  },
  railFileWithoutContent: {
    code: 'INST001',
    status: 409,
    title: 'the service does not have the bytes of the file',
    resolve: 'Read the file with GET /v1/institution/files/{fileUID}: its state says why.',
  },
  railFilePartNotFound: {
    code: 'INST001',
    status: 404,
    title: 'the file has fewer parts',
    resolve: 'Name a part from 0 up to one less than parts.',
  },
  railFileNotResendable: {
    code: 'INST001',
    status: 409,
    title: 'the file cannot be sent again',
    resolve: 'Send a file again that has left, after what was sent again before has left too.',
  },
  railFileNotQuarantined: {
    code: 'INST001',
    status: 409,
    title: 'the file is not in quarantine, or was not read',
    resolve: 'Read the file with GET /v1/institution/files/{fileUID}.',
  },
  railMessageNotFound: {
    code: 'INST001',
    status: 404,
    title: 'no message has this messageUID',
    resolve: 'Use a messageUID from GET /v1/institution/messages.',
  },
  railMessageWithoutContent: {
    code: 'INST001',
    status: 409,
    title: 'the message was too large to be read, and its bytes were not kept',
    resolve: 'Ask the network for the message.',
  },
  railMessageNotInDoubt: {
    code: 'INST001',
    status: 409,
    title: 'the message is not in doubt',
    resolve: 'List what is in doubt with GET /v1/institution/messages?status=InDoubt.',
  },
  railMessageNotResendable: {
    code: 'INST001',
    status: 409,
    title: 'the message cannot be sent again',
    resolve: 'Send a message again that has left, after what was sent again before has left too.',
  },
  railMessageNotQuarantined: {
    code: 'INST001',
    status: 409,
    title: 'the message is not in quarantine, or was not read',
    resolve: 'List what is in quarantine with GET /v1/institution/messages?status=Quarantined.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof railErrors> {}
}
