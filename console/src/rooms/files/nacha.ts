/** A field of a NACHA record: its name, and the positions it has, from 1. */
export interface NachaField {
  name: string
  from: number
  to: number
}

const fields = (...ends: [name: string, to: number][]): NachaField[] => {
  let from = 1
  return ends.map(([name, to]) => {
    const field = { name, from, to }
    from = to + 1
    return field
  })
}

/** The records of a NACHA file by their first character, as the rules lay them out. */
const RECORDS: Record<string, { name: string; fields: NachaField[] }> = {
  1: {
    name: 'File header',
    fields: fields(
      ['Record type', 1],
      ['Priority code', 3],
      ['Immediate destination', 13],
      ['Immediate origin', 23],
      ['Creation date', 29],
      ['Creation time', 33],
      ['File id modifier', 34],
      ['Record size', 37],
      ['Blocking factor', 39],
      ['Format code', 40],
      ['Destination name', 63],
      ['Origin name', 86],
      ['Reference code', 94],
    ),
  },
  5: {
    name: 'Batch header',
    fields: fields(
      ['Record type', 1],
      ['Service class code', 4],
      ['Company name', 20],
      ['Discretionary data', 40],
      ['Company id', 50],
      ['SEC code', 53],
      ['Entry description', 63],
      ['Descriptive date', 69],
      ['Effective entry date', 75],
      ['Settlement date', 78],
      ['Originator status', 79],
      ['ODFI', 87],
      ['Batch number', 94],
    ),
  },
  6: {
    name: 'Entry',
    fields: fields(
      ['Record type', 1],
      ['Transaction code', 3],
      ['RDFI', 11],
      ['Check digit', 12],
      ['Account number', 29],
      ['Amount in cents', 39],
      ['Identification', 54],
      ['Receiver name', 76],
      ['Discretionary data', 78],
      ['Addenda indicator', 79],
      ['Trace number', 94],
    ),
  },
  7: {
    name: 'Addenda',
    fields: fields(
      ['Record type', 1],
      ['Addenda type', 3],
      ['Content', 83],
      ['Sequence or date', 87],
      ['Entry or trace', 94],
    ),
  },
  8: {
    name: 'Batch control',
    fields: fields(
      ['Record type', 1],
      ['Service class code', 4],
      ['Entries and addenda', 10],
      ['Entry hash', 20],
      ['Total debits in cents', 32],
      ['Total credits in cents', 44],
      ['Company id', 54],
      ['Message authentication code', 73],
      ['Reserved', 79],
      ['ODFI', 87],
      ['Batch number', 94],
    ),
  },
  9: {
    name: 'File control',
    fields: fields(
      ['Record type', 1],
      ['Batches', 7],
      ['Blocks', 13],
      ['Entries and addenda', 21],
      ['Entry hash', 31],
      ['Total debits in cents', 43],
      ['Total credits in cents', 55],
      ['Reserved', 94],
    ),
  },
}

export const recordName = (line: string): string | undefined => RECORDS[line.charAt(0)]?.name

/** The parts of a line by the fields of its record; one part if it is no NACHA record. */
export function partsOf(line: string): { name: string; text: string }[] {
  const record = RECORDS[line.charAt(0)]
  if (!record || line.length < 94) return [{ name: 'Text', text: line }]
  return record.fields.map(({ name, from, to }) => ({
    name: `${record.name}: ${name}, ${from === to ? from : `${from}–${to}`}`,
    text: line.slice(from - 1, to),
  }))
}
