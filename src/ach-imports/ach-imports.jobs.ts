import { holdInstitutionTime } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import { claimIncomingFile, nextImport, tenantsWithIncoming } from '../rails/rails.ts'
import { attemptImport } from './attempt-import.ts'
import { IMPORTER } from './file-lease.ts'

/** Imports the oldest ACH file that came in. */
const importAchFiles: Omit<Sweep, 'name'> = {
  due: (db, now) => tenantsWithIncoming(db, now, 'ACH', IMPORTER),
  async run(app, institution, signal) {
    const file = await app.db.transaction(async (tx) =>
      claimIncomingFile(
        tx,
        institution.tenantId,
        'ACH',
        await holdInstitutionTime(tx, institution, app.clock),
        IMPORTER,
      ),
    )
    return file ? attemptImport({ app, institution, file, signal }) : 0
  },
  next: (db, { tenantId }, now) => nextImport(db, tenantId, 'ACH', now),
}

export const achImportSweeps = defineSweeps('ach-imports', { 'import files': importAchFiles })
