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
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof railErrors> {}
}
