import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createSchemaValidator, type SchemaValidator } from '../../../src/rails/iso20022/schema-validator.ts'

const folder = join(process.env['GIRO_RAIL_DATA'] ?? '', 'xsd')

/** For tests of what is written: `{ skip: false }` where the published schemas are. */
export const withSchemas = {
  skip: existsSync(join(folder, 'fednow')) ? false : 'GIRO_RAIL_DATA names no folder with xsd/',
}

const FOLDERS = { base: '.', fednowBase: 'fednow/iso', fednow: 'fednow', fedwire: 'fedwire', rtp: 'rtp' } as const
export type SchemaSet = keyof typeof FOLDERS

const validators = new Map<SchemaSet, SchemaValidator>()

export function validatorOf(network: SchemaSet): SchemaValidator {
  const validator = validators.get(network) ?? createSchemaValidator(join(folder, FOLDERS[network]))
  validators.set(network, validator)
  return validator
}

/** Checks XML by the schemas of ISO 20022 (`base`) or of a network, which allow less. */
export function assertValid(xml: string, { network }: { network: SchemaSet }): void {
  const why = validatorOf(network).whyInvalid(xml)
  assert.equal(why, undefined, `${why}\n${xml.slice(0, 2000)}`)
}

export function schemaFolder(network: SchemaSet): string {
  return join(folder, FOLDERS[network])
}
