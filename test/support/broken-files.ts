/** Ways in which a file breaks on its way: cut off, repeated, miscounted or written otherwise. */

/** What was done to a file, by name. */
export type Broken = readonly [how: string, content: Buffer]

/** A file cut off: in the middle, within its last record, and after each record of its contents. */
export function cutOff(text: string): Broken[] {
  const lines = recordsOf(text)
  return [
    ['cut in half', latin1(text.slice(0, Math.floor(text.length / 2)))],
    ['cut within a record', latin1(text.slice(0, lines.length * 95 - 50))],
    ...lines.slice(0, -1).map((_, at): Broken => [`cut after record ${at + 1}`, joined(lines.slice(0, at + 1))]),
  ]
}

/** Each record left out, repeated, and exchanged with the next. */
export function misplaced(text: string): Broken[] {
  const lines = recordsOf(text)
  return lines.flatMap((line, at): Broken[] => [
    [`without record ${at + 1}`, joined(lines.toSpliced(at, 1))],
    [`with record ${at + 1} twice`, joined(lines.toSpliced(at, 0, line))],
    ...(at + 1 < lines.length
      ? [
          [
            `with records ${at + 1} and ${at + 2} exchanged`,
            joined(lines.toSpliced(at, 2, lines[at + 1]!, line)),
          ] as const,
        ]
      : []),
  ])
}

/** The last positions of totals: NACHA batch control 05-44, file control 02-55. */
const TOTALS = { '8': [10, 20, 32, 44], '9': [7, 13, 21, 31, 43, 55] } as const

/** Each count, hash and total of the controls, one higher. */
export function miscounted(text: string): Broken[] {
  return recordsOf(text).flatMap((line, at, lines): Broken[] => {
    const positions = line.startsWith('8') ? TOTALS['8'] : line.startsWith('9') ? TOTALS['9'] : []
    return positions.map((position): Broken => {
      const digit = (Number(line[position - 1]) + 1) % 10
      const changed = line.slice(0, position - 1) + digit + line.slice(position)
      return [`with position ${position} of record ${at + 1} changed`, joined(lines.toSpliced(at, 1, changed))]
    })
  })
}

/** The bytes of a file in the forms of other systems, and what is no ACH file at all. */
export function miswritten(text: string): Broken[] {
  const [first = '', second = '', ...others] = recordsOf(text)
  return [
    ['in EBCDIC', ebcdicOf(text)],
    ['in UTF-16', Buffer.from(text, 'utf16le')],
    ['with a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), latin1(text)])],
    ['compressed', Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3, 0x4b, 0x04])],
    ['with a NUL', latin1(text.replace(second, `${second.slice(0, 6)}\0${second.slice(7)}`))],
    [
      'with a letter of another alphabet',
      Buffer.from(text.replace(second, `${second.slice(0, 5)}Ж${second.slice(6)}`)),
    ],
    ['with a tab', latin1(text.replace(second, `${second.slice(0, 6)}\t${second.slice(7)}`))],
    ['with a record that is too long', joined([first, `${second}X`, ...others])],
    ['twice in one', latin1(text + text)],
    ['of a line alone', latin1('\n')],
  ]
}

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const joined = (lines: readonly string[]) => latin1(`${lines.join('\n')}\n`)

/** The records without the padding of the last block. */
const recordsOf = (text: string) => text.split(/\r?\n/).filter((line) => line !== '' && !/^9{94}$/.test(line))

/** As mainframes write it (IBM code page 037), for the characters that most records have. */
function ebcdicOf(text: string): Buffer {
  const bytes = Array.from(text, (letter) => {
    const place = 'ABCDEFGHI'.indexOf(letter)
    if (place >= 0) return 0xc1 + place
    if (/[0-9]/.test(letter)) return 0xf0 + Number(letter)
    return letter === '\n' ? 0x25 : 0x40
  })
  return Buffer.from(bytes)
}
