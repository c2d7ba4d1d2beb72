/** Deletes what no webhook signs with any more. */
export { deleteEndedSecrets as purgeEndedSecrets } from './webhooks.store.ts'
