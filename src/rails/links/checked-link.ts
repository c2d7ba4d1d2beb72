import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSchemaValidator, type SchemaValidator } from '../iso20022/schema-validator.ts'
import type { MessageRailName } from '../network.ts'
import type { Delivery, Link, Parcel, ParcelOutcome } from './link.ts'

declare module '../../app.ts' {
  interface App {
    /** The operator's schemas of each network; undefined for a network without any. */
    messageSchemas: (rail: MessageRailName) => SchemaValidator | undefined
  }
}

const RAILS: readonly MessageRailName[] = ['FEDWIRE', 'FEDNOW', 'RTP', 'SWIFT']

/**
 * The schemas in a folder that the operator names, in a folder for each network: `FEDNOW/*.xsd`.
 * Throws if it has none at all, because then nothing would be checked.
 */
export function readMessageSchemas(folder: string): (rail: MessageRailName) => SchemaValidator | undefined {
  const found = RAILS.filter((rail) => existsSync(join(folder, rail)))
  if (found.length === 0) throw new Error(`${folder} has none of the folders ${RAILS.join(', ')}`)
  const validators = new Map(found.map((rail) => [rail, createSchemaValidator(join(folder, rail))]))
  return (rail) => validators.get(rail)
}

/**
 * A link that carries only what conforms to the schemas of its network. What we wrote and does not
 * conform stays, and a person decides; what came in and does not is kept, and not read.
 */
export function checkedLink(link: Link, schemas: SchemaValidator): Link {
  return {
    recognisesParcels: link.recognisesParcels,
    batchSize: link.batchSize,
    ...(link.left && { left: link.left.bind(link) }),
    async handOver(parcels, isLeased) {
      const refusals = new Map(parcels.flatMap((parcel) => refusalOf(parcel, schemas)))
      const carried = parcels.filter(({ id }) => !refusals.has(id))
      const outcomes = carried.length > 0 ? await link.handOver(carried, isLeased) : []
      const left = new Map(carried.map(({ id }, at) => [id, outcomes[at]!]))
      return parcels.map(({ id }) => refusals.get(id) ?? left.get(id)!)
    },
    take: (limit, keep) =>
      link.take(limit, (deliveries, tx) =>
        keep(
          deliveries.map((delivery) => checked(delivery, schemas)),
          tx,
        ),
      ),
  }
}

/** Whether it stays. What may have left by an earlier claim is for the link to find out. */
function refusalOf(parcel: Parcel, schemas: SchemaValidator): [string, ParcelOutcome][] {
  if (parcel.openTokens.length > 0 || !parcel.mayLeave) return []
  const why = schemas.whyInvalid(Buffer.from(parcel.content).toString())
  return why === undefined
    ? []
    : [[parcel.id, { kind: 'refused', why: `the schema of ${parcel.rail} refuses it: ${why}` }]]
}

function checked(delivery: Delivery, schemas: SchemaValidator): Delivery {
  if (!delivery.content || delivery.refusal) return delivery
  const why = schemas.whyInvalid(Buffer.from(delivery.content).toString())
  return why === undefined
    ? delivery
    : { ...delivery, refusal: { why: `it does not conform to its schema: ${why}`, path: null } }
}
