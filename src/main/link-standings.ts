import { join, resolve } from 'node:path'
import type { Connection } from '../db/client.ts'
import { type Institution, networkSettingsOf } from '../institution/institution.ts'
import { checkBroker, linkedRails, type MessageRailName, readAdopted, readMessageSchemas } from '../rails/rails.ts'
import { readAmqpSecrets } from './amqp-settings.ts'
import { statusOfOutbox } from './commands/rails-outbox.ts'
import { type Environment, outboxDirOf } from './config.ts'
import { readMessageKeys } from './message-keys.ts'

/** The link of an institution to a network, and what keeps it from being used, if anything does. */
export interface LinkStanding {
  rail: MessageRailName
  link: string
  problem?: string
}

/** The links of an institution, as workers with this environment would find them now. */
export async function readLinkStandings(
  db: Connection,
  institution: Institution,
  { environment, dataDir }: { environment: Environment; dataDir: string },
): Promise<LinkStanding[]> {
  const standings: LinkStanding[] = []
  for (const rail of linkedRails()) {
    const network = networkSettingsOf(institution, rail)
    if (!network || network.link === 'Simulator') continue
    const { link, isSigned } = network
    const reached =
      link === 'Amqp'
        ? await whyNoBroker(environment)
        : await whyNoDirectory(
            db,
            institution,
            rail,
            join(outboxDirOf(environment, resolve(dataDir)), 'messages', rail),
          )
    const problem =
      reached ?? (isSigned ? whyUnsigned(environment, institution, rail) : undefined) ?? whyNoSchemas(environment)
    standings.push({ rail, link, ...(problem !== undefined && { problem }) })
  }
  return standings
}

function whyNoBroker({ amqp }: Environment): string | undefined | Promise<string | undefined> {
  if (!amqp) return 'GIRO_AMQP_URL is not set'
  return attempt(() => checkBroker(readAmqpSecrets(amqp)))
}

async function whyNoDirectory(
  db: Connection,
  { tenantId }: Institution,
  rail: MessageRailName,
  place: string,
): Promise<string | undefined> {
  const { problem } = await statusOfOutbox(place, await readAdopted(db, tenantId, rail))
  return problem && `${place}: ${problem}`
}

function whyUnsigned(
  { messageKeysDir }: Environment,
  { code }: Institution,
  rail: MessageRailName,
): string | undefined {
  if (messageKeysDir === undefined) return 'its messages are signed, and GIRO_MESSAGE_KEYS_DIR is not set'
  try {
    return readMessageKeys(messageKeysDir)(code, rail)
      ? undefined
      : `${join(messageKeysDir, code, rail)} does not exist`
  } catch (error) {
    return (error as Error).message
  }
}

function whyNoSchemas({ schemaDir }: Environment): string | undefined {
  try {
    if (schemaDir !== undefined) readMessageSchemas(schemaDir)
    return undefined
  } catch (error) {
    return `GIRO_SCHEMA_DIR: ${(error as Error).message}`
  }
}

async function attempt(work: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await work()
  } catch (error) {
    return (error as Error).message
  }
}
