/** Characters from here on may combine with the one before, or have another form in NFC. */
const MAY_COMPOSE = /[\u0300-\uffff]/

/**
 * A text in Unicode's Normalization Form C: `é` is one character, not an e with an accent beside
 * it. Texts that look the same and mean the same are then equal (Unicode Standard Annex 15).
 */
export function composed(text: string): string {
  return MAY_COMPOSE.test(text) ? text.normalize('NFC') : text
}

/**
 * A name by which a record is found, in its one form: in NFC, with one space where there is white
 * space of any kind, and none around it. `name_form` of the database does the same.
 */
export function nameForm(name: string): string {
  return composed(name).replaceAll(/\s+/g, ' ').trim()
}

/** The one record with the name; undefined if none has it, or if two from before do. */
export function onlyNamed<Row>(rows: readonly Row[], nameOf: (row: Row) => string, name: string): Row | undefined {
  const [only, ...others] = rows.filter((row) => nameForm(nameOf(row)) === nameForm(name))
  return others.length === 0 ? only : undefined
}
