import type { Command } from 'commander'
import { listInstitutions } from '../../institution/institution.ts'
import { readEnvironment } from '../config.ts'
import { withDatabase } from '../database.ts'
import { examine } from '../doctor.ts'
import { command, say } from './options.ts'

export function addDoctorCommand(giro: Command): void {
  command(giro, 'doctor', 'Say which measures of docs/hardening.md are not on. Exit code 1 if any is missing.').action(
    async ({ dataDir }: { dataDir: string }) => {
      const environment = readEnvironment()
      await withDatabase(environment, dataDir, async (db) => {
        const missing = await examine(db, await db.read(listInstitutions), { environment, dataDir, say })
        process.exitCode = missing === 0 ? 0 : 1
      })
    },
  )
}
