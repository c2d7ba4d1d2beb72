import type { App } from '../../app.ts'
import { type Institution, networkSettingsOf } from '../../institution/institution.ts'
import { adoptOutbox } from '../handover/handovers.store.ts'
import type { MessageRailName } from '../network.ts'
import { checkedLink } from './checked-link.ts'
import { createDatabaseLink } from './database/database-link.ts'
import { DirectoryLink } from './directory/directory-link.ts'
import type { Link } from './link.ts'
import type { MessageLinks } from './message-links.ts'

declare module '../../app.ts' {
  interface App {
    messageLinks: MessageLinks
  }
}

/**
 * The link of an institution to the network of a rail; undefined if none is set. It carries only
 * what conforms to the schemas of the network, if the operator has them. Throws if the process
 * lacks what the link needs.
 */
export function linkOf(app: App, institution: Institution, rail: MessageRailName): Link | undefined {
  const link = wayOf(app, institution, rail)
  const schemas = app.messageSchemas(rail)
  return link && schemas ? checkedLink(link, schemas) : link
}

function wayOf(app: App, institution: Institution, rail: MessageRailName): Link | undefined {
  const network = networkSettingsOf(institution, rail)
  if (!network) return undefined
  const { code } = institution
  switch (network.link) {
    case 'Simulator':
      return createDatabaseLink(app, institution, rail)
    case 'Directory':
      return directoryLinkOf(app, institution, rail)
    case 'Amqp':
      if (!app.messageLinks.amqp)
        throw new Error(`${code} reaches ${rail} by AMQP, and this process has no broker: set GIRO_AMQP_URL`)
      return app.messageLinks.amqp.of(code, rail, network)
  }
}

function directoryLinkOf(app: App, { tenantId, code }: Institution, rail: MessageRailName): Link {
  const { clock } = app.messageLinks
  const adopted = (identity: string) =>
    app.db.transaction((tx) => adoptOutbox(tx, tenantId, { rail, identity, by: app.workerName }, clock.now()))
  return new DirectoryLink({ institution: code, clock, adopted, ...app.messageLinks.directoryOf(rail) })
}
