import { defineErrors, type ReasonsOf } from '../http/errors.ts'

const signInErrors = defineErrors({
  userHasCredentials: {
    code: 'USER001',
    status: 409,
    title: 'the user has set a password already',
    resolve: 'Reset the credentials of the user, which a second person approves.',
  },
  factorNotFound: {
    code: 'USER001',
    status: 404,
    title: 'the user has no second factor with this factorId',
    resolve: "Use a factorId from the list of the user's second factors.",
  },
  lastFactor: {
    code: 'USER001',
    status: 409,
    title: 'it is the only second factor of the user, who could then sign in with the password alone',
    resolve: 'Have the user add another one first, or reset the credentials of the user.',
  },
})

declare module '../kernel/refusal.ts' {
  interface ErrorReasons extends ReasonsOf<typeof signInErrors> {}
}
