import type { App } from '../app.ts'
import { listInstitutions, tenantsWhere } from '../institution/institution.ts'
import { defineSweeps, type Sweep } from '../jobs/sweep.ts'
import type { AchServer } from './courier/ach-server.ts'
import { carryFiles } from './courier/carry-files.ts'
import type { IncomingRail } from './incoming/take-incoming.ts'
import { takeIncoming } from './incoming/take-incoming.ts'
import {
  nextSimulated as nextMessage,
  tenantsWithSimulated as tenantsWithMessages,
} from './links/database/simulated-messages.store.ts'
import type { MessageRailName } from './network.ts'
import { sendSimulated, takeOriginations } from './simulator/ach/play-operator.ts'
import { nextSimulated, readUnmet, tenantsWithSimulated } from './simulator/ach/simulated-files.store.ts'
import { giveUpUnanswered, playNetwork } from './simulator/networks/play.ts'
import { nextUnanswered, tenantsWithUnanswered } from './simulator/networks/simulated-payments.store.ts'

declare module '../app.ts' {
  interface App {
    /** Where the ACH operator puts its files. */
    achIncoming: IncomingRail
    /** The directory with the files to and from the ACH operator. */
    achRoot: string
    /** The SFTP server of the ACH operator; undefined if another program carries files. */
    achServer: AchServer | undefined
  }
}

/**
 * Takes in what the ACH operator has sent. The directories of every institution are looked at: what
 * came in is not in the database yet.
 */
const takeInAch: Omit<Sweep, 'name'> = {
  due: (db) => tenantsWhere(db, 'true'),
  run: (app: App, institution) => takeIncoming(app, institution, app.achIncoming),
}

/** Carries what has left to the SFTP server of the ACH operator. */
const carryAchFiles: Omit<Sweep, 'name'> = {
  due: (db) => tenantsWhere(db, 'true'),
  run: async (app: App, institution) => (app.achServer ? carryFiles(app, institution, app.achServer.courier) : 0),
}

/** Takes in what the ACH operator has put on its SFTP server. */
const takeInFromServer: Omit<Sweep, 'name'> = {
  due: (db) => tenantsWhere(db, 'true'),
  async run(app: App, institution) {
    const server = app.achServer
    if (!server?.isLookDue(institution.code)) return 0
    const institutions = await app.db.read((db) => listInstitutions(db))
    if (institutions.length > 1 && !server.courier.settings.receiveDirectory.includes('{institution}'))
      throw new Error('GIRO_SFTP_RECEIVE_DIR is one directory for several institutions: put {institution} into it')
    return takeIncoming(app, institution, server.incoming)
  },
}

/** Sends what the simulated ACH operator of a sandbox has to send. */
const sendSimulatedFiles: Omit<Sweep, 'name'> = {
  due: (db) => tenantsWithSimulated(db),
  run: (app: App, institution) => sendSimulated(app, institution, app.achRoot),
  next: (db, { tenantId }) => nextSimulated(db, tenantId),
}

/** Plays the ACH operator: takes the files of sandboxes, which no network collects. */
const playOperator: Omit<Sweep, 'name'> = {
  due: (db) => tenantsWhere(db, 'i.sandbox'),
  run: (app: App, institution) => takeOriginations(app, institution, app.achRoot),
  next: async (db, { tenantId }, now) => ((await readUnmet(db, tenantId)).length > 0 ? now : undefined),
}

/** For a worker that exchanges files with an SFTP server. */
export const serverSweeps = defineSweeps('rails', {
  'carry ACH files to the server': carryAchFiles,
  'take in ACH files from the server': takeInFromServer,
})

/** Plays one network for sandboxes: takes what they have sent on the link, and answers it. */
function playOn(rail: MessageRailName): Omit<Sweep, 'name'> {
  const way = { sentBy: 'Institution', rail } as const
  return {
    due: (db, now) => tenantsWithMessages(db, way, now),
    run: (app: App, institution) => playNetwork(app, institution, rail),
    next: (db, { tenantId }) => nextMessage(db, tenantId, way),
  }
}

/** Ends credits that a sandbox has not answered in time. */
const giveUpCredits: Omit<Sweep, 'name'> = {
  due: (db, now) => tenantsWithUnanswered(db, now),
  run: (app: App, institution) => giveUpUnanswered(app, institution),
  next: (db, { tenantId }) => nextUnanswered(db, tenantId),
}

/** The sweeps of the rails beside those of the payments. */
export const railSweeps = defineSweeps('rails', {
  'take in ACH files': takeInAch,
  'send simulated ACH files': sendSimulatedFiles,
})

/** The networks that carry messages, and the banks behind them, as a sandbox has them. */
export const networkSweeps = defineSweeps('rails', {
  'play Fedwire': playOn('FEDWIRE'),
  'play FedNow': playOn('FEDNOW'),
  'play RTP': playOn('RTP'),
  'play SWIFT': playOn('SWIFT'),
  'give up unanswered credits': giveUpCredits,
})

/** For a worker that simulates the ACH operator for its sandboxes. */
export const simulatorSweeps = defineSweeps('rails', { 'play the ACH operator': playOperator })
