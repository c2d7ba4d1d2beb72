// A process that imports ACH files, until it is killed.
import { achImportSweeps } from '../../src/ach-imports/ach-imports.jobs.ts'
import { orTell, workUntilKilled } from './victim-process.ts'

await workUntilKilled(
  () => ({}),
  async (app, institution) => {
    let moved = 0
    for (const sweep of achImportSweeps) moved += await orTell(sweep.run(app, institution))
    return moved
  },
)
