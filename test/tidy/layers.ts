import type { SourceFile } from './sources.ts'

/**
 * The layers of `src/`, the lowest first. A folder imports only lower layers.
 * `app.ts` is a file: the parts that every use case may reach.
 */
export const LAYERS = [
  'kernel',
  'db',
  'ledger',
  'tokens',
  'app.ts',
  'http',
  'institution',
  'jobs',
  'audit',
  'events',
  'approvals',
  'ownership',
  // Lower than customers, because a customer's record carries its limits.
  'limits',
  'customers',
  'roles',
  'users',
  'api-clients',
  // Lower than accounts, because no account closes while its customer owes.
  'receivables',
  'accounts',
  // Lower than fx and payments, which bring money back.
  'suspense',
  // Lower than contacts and payments, which look banks up.
  'banks',
  'contacts',
  'signatories',
  'consumers',
  'administration',
  // Lower than fx and payments, whose trades and payments wait for them.
  'approvers',
  'fees',
  'fx',
  // Lower than payments, because the timeline of a payment shows its deliveries and mails.
  'webhooks',
  'notifications',
  // Above notifications, whose mailer carries invitations.
  'sign-in',
  'rails',
  // Above rails, whose rules start the clocks, and lower than the slices whose items have them.
  'obligations',
  'payments',
  // Above payments, which a receipt can answer.
  'receipts',
  // Above payments and receipts, which it makes of what comes in.
  'ach-imports',
  // Above payments and receipts, for which it books what messages mean.
  'message-imports',
  // Above payments, whose intake makes the payments of files.
  'payment-files',
  // Above all that an actor can set up.
  'outstanding',
  'activity',
  'books',
  // Above everything it serves to people in their browsers.
  'console',
  'main',
] as const

/** The rule for using another slice. */
export const FACE_RULE = 'Call a use case or a store function that the face of the slice lists'

/** Folders without a face: other folders import their files directly. The rest are slices. */
export const OPEN = new Set<string>(['kernel', 'db', 'ledger', 'tokens', 'app.ts', 'http', 'jobs', 'main'])

/**
 * Imports of a higher layer that are allowed, each with its reason:
 * `'src/a/x.ts imports src/b/y.ts'`. None is needed: if a lower layer needs a higher one, it
 * declares a port in `App`, and `main/service.ts` binds it.
 */
export const EXCEPTIONS: Readonly<Record<string, string>> = {}

type File = Pick<SourceFile, 'path' | 'imports'>

export function layerOf(path: string): string {
  return path.split('/')[1]!
}

/** The imports of a higher layer. */
export function climbingImports(files: readonly File[]): string[] {
  const height = new Map<string, number>(LAYERS.map((layer, at) => [layer, at]))
  return files.flatMap(({ path, imports }) =>
    imports
      .filter((imported) => height.get(layerOf(imported))! > height.get(layerOf(path))!)
      .map((imported) => `${path} imports ${imported}`),
  )
}

/**
 * The imports of another slice other than its face and its pure domain. `main` may also import its
 * routes and jobs.
 */
export function importsPastFaces(files: readonly File[]): string[] {
  return files.flatMap(({ path, imports }) =>
    imports
      .filter((imported) => {
        const slice = layerOf(imported)
        if (slice === layerOf(path) || OPEN.has(slice)) return false
        if (imported === faceOf(slice) || imported.includes('/domain/')) return false
        return !(layerOf(path) === 'main' && /\.(routes|jobs)\.ts$/.test(imported))
      })
      .map((imported) => `${path} imports ${imported}`),
  )
}

export function faceOf(slice: string): string {
  return `src/${slice}/${slice}.ts`
}
