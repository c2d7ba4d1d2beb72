import { holdInstitutionTime } from '../institution/institution.ts'
import { failImport } from '../rails/rails.ts'
import { FileLease, Interrupted } from './file-lease.ts'
import { type Import, importFile } from './import-file.ts'

/**
 * Imports a file. If that fails, it is tried again later, so that it does not delay other files. If
 * the database cannot even note that, the sweep fails, and its worker tries again.
 *
 * @returns how many entries were booked, or 1 if it failed
 */
export async function attemptImport(work: Omit<Import, 'lease'>): Promise<number> {
  const lease = new FileLease(work.app, work.file)
  try {
    await lease.keep()
    return await importFile({ ...work, lease })
  } catch (error) {
    if (error instanceof Interrupted) return 0
    await noteFailure(work, error)
    return 1
  } finally {
    // It also ends by itself.
    await lease.release().catch(() => {})
  }
}

async function noteFailure({ app, institution, file }: Omit<Import, 'lease'>, error: unknown): Promise<void> {
  const retryInSeconds = await app.db.transaction(async (tx) =>
    failImport(tx, file, await holdInstitutionTime(tx, institution, app.clock)),
  )
  const { id: fileUID, name, attempts } = file
  const facts = { institution: institution.code, fileUID, name, attempts: attempts + 1, retryInSeconds }
  const then = retryInSeconds === undefined ? 'it is not tried again' : 'it is tried again'
  app.log.error({ err: error, ...facts }, `the import of a file failed: ${then}`)
}
