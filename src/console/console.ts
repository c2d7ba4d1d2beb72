/** The public face of the slice: what other slices may use. */
export { deleteEndedSessions } from './console.store.ts'
export { mountConsole, redirectUriOf } from './mount-console.ts'
export { refuseWithoutStepUp, STEP_UP_OPERATIONS } from './step-up.ts'
