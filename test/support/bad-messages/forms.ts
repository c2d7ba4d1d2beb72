/** Messages with the wrong encoding, the wrong shape, or only a part of it. */
import { type BadMessage, named, spoiled, withText } from './spoil.ts'

const declared = (encoding: string) => (xml: string) =>
  `<?xml version="1.0" encoding="${encoding}"?>${xml.replace(/^<\?xml[^>]*\?>/, '')}`

/** The name of the creditor has these bytes. */
const bytes =
  (...codes: number[]) =>
  (xml: string) => {
    const [before = '', after = ''] = named('\u0001')(xml).split('\u0001')
    return Buffer.concat([Buffer.from(before), Buffer.from(codes), Buffer.from(after)])
  }
const UTF8 = /UTF-8|U\+0000/

export const ENCODINGS: readonly BadMessage[] = [
  spoiled('UTF-16 with its mark', 'unreadable', UTF8, (xml) =>
    Buffer.from(`\ufeff${declared('UTF-16')(xml)}`, 'utf16le'),
  ),
  spoiled('UTF-16 without its mark', 'unreadable', UTF8, (xml) => Buffer.from(xml, 'utf16le')),
  spoiled('Latin-1 that says so', 'unreadable', UTF8, (xml) => bytes(0xe9)(declared('ISO-8859-1')(xml))),
  spoiled('Latin-1 that says it is UTF-8', 'unreadable', UTF8, bytes(0xe9)),
  spoiled('ASCII that says it is UTF-7', 'unreadable', /UTF-7/, declared('UTF-7')),
  spoiled('a slash in two bytes', 'unreadable', UTF8, bytes(0xc0, 0xaf)),
  spoiled('half a surrogate pair', 'unreadable', UTF8, bytes(0xed, 0xa0, 0x80)),
  spoiled('the character NUL', 'unreadable', /U\+0000/, named('A\0B')),
  spoiled('a reference to NUL', 'unreadable', /xmlChar value 0/, named('A&#0;B')),
  spoiled('a control character', 'unreadable', /Char value 7/, named('A\u0007B')),
  spoiled('XML 1.1', 'unreadable', /1\.1/, (xml) => xml.replace(/^(<\?xml[^>]*\?>)?/, '<?xml version="1.1"?>')),
  spoiled('no XML at all', 'unreadable', /not well-formed/, (xml) => JSON.stringify({ message: xml })),
]

/** Fedwire answers whatever has an id; FedNow and RTP only what they know the type of. */
const NAMED = { FEDWIRE: 'invalid', FEDNOW: 'unreadable', RTP: 'invalid', SWIFT: 'unreadable' } as const
const withoutDeclaration = (xml: string) => xml.replace(/^<\?xml[^>]*\?>\s*/, '')

export const SHAPES: readonly BadMessage[] = [
  spoiled('another version of the message', NAMED, /namespace/, (xml) =>
    xml.replaceAll(/(pacs\.008\.001\.)08(?=")/g, (_, name) => `${name}99`),
  ),
  spoiled('an element of another namespace', 'invalid', /urn:other/, (xml) =>
    xml.replace('<GrpHdr', '<GrpHdr xmlns="urn:other"'),
  ),
  spoiled('another envelope', 'unreadable', /is not read/, (xml) =>
    xml.replace(/"urn:(fed|tch|swift)[^"]*"/, '"urn:other"'),
  ),
  spoiled('no namespace at all', 'unreadable', /namespace ""/, (xml) =>
    xml.replaceAll(/ xmlns(:\w+)?="[^"]*"/g, '').replaceAll(/<(\/?)e:/g, '<$1'),
  ),
  spoiled('another version of the header', 'unreadable', /namespace/, (xml) =>
    xml.replaceAll(/head\.001\.001\.0\d/g, 'head.001.001.09'),
  ),
  spoiled('no header', 'unreadable', /AppHdr|not hold/, (xml) => xml.replace(/<(e:)?AppHdr.*<\/(e:)?AppHdr>/s, '')),
  spoiled('two messages, one after the other', 'unreadable', /not well-formed/, (xml) => xml + withoutDeclaration(xml)),
  spoiled('two documents in one envelope', 'unreadable', /AppHdr/, (xml) =>
    xml.replace(/<(Document|e:CreditTransfer)[ >].*<\/\1>/s, (document) => document + document),
  ),
  spoiled(
    'a header that names another type',
    { ...NAMED, FEDNOW: 'invalid' },
    /but the document is/,
    withText('MsgDefIdr', () => 'pacs.009.001.08'),
  ),
  ...[0.03, 0.2, 0.37, 0.51, 0.68, 0.84, 0.97, 0.999].map((part) =>
    spoiled(`cut off after ${Math.round(part * 1000) / 10} %`, 'unreadable', /not well-formed/, (xml) =>
      xml.slice(0, Math.floor(xml.length * part)),
    ),
  ),
  {
    name: 'a message of another network',
    make: ({ rail }, _, wires) => [wires[rail === 'SWIFT' ? 'FEDNOW' : 'SWIFT'].credit()],
    fate: 'unreadable',
    why: /envelope|named by its BIC/,
  },
]
