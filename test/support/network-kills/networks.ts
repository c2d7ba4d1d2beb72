/** The side of the networks, with a database of its own. Its messages are files in directories. */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { App } from '../../../src/app.ts'
import type { Institution } from '../../../src/institution/institution.ts'
import { MESSAGE_RAILS } from '../../../src/kernel/rail.ts'
import { claimSimulated, markTaken, sendSimulated } from '../../../src/rails/links/database/simulated-messages.store.ts'
import type { MessageRailName } from '../../../src/rails/network.ts'
import { networkSweeps } from '../../../src/rails/rails.jobs.ts'
import { putFile } from '../../../src/rails/transports/directory.ts'

/** The most messages that a network sends at once. */
const MOST = 50

/** Runs what the networks do once. Returns how much moved. */
export async function networkPass(
  app: App,
  institution: Institution,
  { root, run = (work) => work }: { root: string; run?: (work: Promise<number>) => Promise<number> },
): Promise<number> {
  let moved = 0
  const rails = MESSAGE_RAILS as readonly MessageRailName[]
  for (const rail of rails) moved += await run(hearFiles(app, institution, { rail, directory: join(root, rail, 'in') }))
  for (const sweep of networkSweeps) moved += await run(sweep.run(app, institution))
  for (const rail of rails) moved += await run(sayFiles(app, institution, { rail, directory: join(root, rail, 'out') }))
  return moved
}

interface Place {
  rail: MessageRailName
  directory: string
}

/** A file is removed after its message is committed: who dies in between has it twice. */
async function hearFiles(app: App, { tenantId }: Institution, { rail, directory }: Place): Promise<number> {
  await mkdir(directory, { recursive: true })
  const names = (await readdir(directory)).filter((name) => name.endsWith('.xml')).toSorted()
  for (const name of names) {
    const content = await readFile(join(directory, name))
    const now = app.clock.now()
    const messages = [{ rail, content, dueAt: now }]
    await app.db.transaction((tx) => sendSimulated(tx, tenantId, { sentBy: 'Institution', messages }, now))
    await rm(join(directory, name))
  }
  return names.length
}

/** A message is committed as sent after its file is there, which may have been carried away. */
function sayFiles(app: App, { tenantId }: Institution, { rail, directory }: Place): Promise<number> {
  return app.db.transaction(async (tx) => {
    const now = app.clock.now()
    const said = await claimSimulated(tx, tenantId, { sentBy: 'Network', rail, limit: MOST }, now)
    for (const { id, content } of said) await putFile(directory, `${id}.xml`, content.toString())
    const ids = said.map(({ id }) => id)
    if (ids.length > 0) await markTaken(tx, tenantId, ids, now)
    return said.length
  })
}
