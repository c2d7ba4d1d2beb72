import { ADDENDA_LAYOUTS, type Addenda } from './addenda.ts'
import { type BatchHeader, type IatBatchHeader, iatBatchHeaderLayout } from './batch-header.ts'
import { type Layout, readRecord, writeRecord } from './fields.ts'
import { layoutOf, type NachaEntry } from './file.ts'
import { IAT_MANDATORY_ADDENDA } from './validate-addenda.ts'

/** The records of an international entry that its return repeats, as lines of 94 characters. */
export interface IatRecords {
  header: string
  /** Addenda 10 to 16. */
  addenda: readonly string[]
}

/** The records that the return of the entry repeats; undefined unless it is an IAT. */
export function iatRecordsOf(header: BatchHeader, { addenda }: NachaEntry): IatRecords | undefined {
  if (header.record !== 'IAT batch header') return undefined
  return {
    header: writeRecord(iatBatchHeaderLayout, header),
    addenda: addenda.slice(0, IAT_MANDATORY_ADDENDA.length).map((one) => writeRecord(layoutOf(one), one)),
  }
}

/** The records as they were read. Throws if they are not those of `iatRecordsOf`. */
export function readIatRecords({ header, addenda }: IatRecords): { header: IatBatchHeader; addenda: Addenda[] } {
  return {
    header: mustRead(iatBatchHeaderLayout, header) as IatBatchHeader,
    addenda: addenda.map((line, at) => {
      const layout = ADDENDA_LAYOUTS.find(({ record }) => record === `addenda ${IAT_MANDATORY_ADDENDA[at]}`)
      return mustRead(layout as Layout, line) as Addenda
    }),
  }
}

function mustRead(layout: Layout, line: string): unknown {
  const read = readRecord(layout, line)
  if (!read.ok) throw new Error(`a stored ${layout.record} cannot be read: ${read.error.field} ${read.error.reason}`)
  return read.record
}
