/** Messages that would use up memory or time, or read what is not in them. */
import { type BadMessage, named, spoiled, withProlog } from './spoil.ts'

const BILLION = ['lol', ...'abcdefghi'].map((name, at, names) =>
  at === 0 ? '<!ENTITY lol "lol">' : `<!ENTITY ${name} "${`&${names[at - 1]};`.repeat(10)}">`,
)
const within = (declarations: string, text: string) => (xml: string) =>
  named(text)(withProlog(`<!DOCTYPE a [${declarations}]>`)(xml))
const atCreditor = (put: string) => (xml: string) => xml.replace('<Cdtr>', () => put)
const many = (count: number, one: (n: number) => string) => Array.from({ length: count }, (_, n) => one(n)).join('')

export const BOMBS: readonly BadMessage[] = [
  spoiled('entities that grow to gigabytes', 'unreadable', /document type/, within(BILLION.join(''), '&i;')),
  spoiled(
    'a long entity that is used often',
    'unreadable',
    /document type/,
    within(`<!ENTITY x "${'x'.repeat(20_000)}">`, '&x;'.repeat(5000)),
  ),
  spoiled('an entity that contains itself', 'unreadable', /document type/, within('<!ENTITY x "&x;">', '&x;')),
  spoiled(
    'a file of this machine as an entity',
    'unreadable',
    /document type/,
    within('<!ENTITY x SYSTEM "file:///etc/passwd">', '&x;'),
  ),
  spoiled(
    'a parameter entity from another machine',
    'unreadable',
    /document type/,
    withProlog('<!DOCTYPE a [<!ENTITY % x SYSTEM "http://127.0.0.1:9/x.dtd"> %x;]>'),
  ),
  spoiled(
    'a document type from another machine',
    'unreadable',
    /document type/,
    withProlog('<!DOCTYPE a SYSTEM "http://127.0.0.1:9/x.dtd">'),
  ),
  spoiled('an entity that nobody defines', 'unreadable', /not defined/, named('&x;')),
  spoiled(
    'an inclusion of a file',
    'invalid',
    /holds an element/,
    named('<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="/etc/passwd" parse="text"/>'),
  ),
  spoiled('20,000 elements deep', 'unreadable', /depth/, named(`${'<a>'.repeat(20_000)}${'</a>'.repeat(20_000)}`)),
  spoiled('20,000 elements wide', 'invalid', /not allowed here/, (xml) =>
    xml.replace('<CdtrAgt>', () => `${'<a/>'.repeat(20_000)}<CdtrAgt>`),
  ),
  spoiled('a text of 100,000 characters', 'invalid', /100000 characters; at most 140/, named('x'.repeat(100_000))),
  spoiled(
    'an attribute of 100,000 characters',
    'invalid',
    /attribute "a" is not allowed/,
    atCreditor(`<Cdtr a="${'x'.repeat(100_000)}">`),
  ),
  spoiled(
    '10,000 attributes',
    'invalid',
    /attribute "a0" is not allowed/,
    atCreditor(`<Cdtr${many(10_000, (n) => ` a${n}=""`)}>`),
  ),
  spoiled(
    '5,000 namespaces',
    'invalid',
    /attribute "x" is not allowed/,
    atCreditor(`<Cdtr${many(5000, (n) => ` xmlns:a${n}="urn:${n}"`)} x="">`),
  ),
  spoiled('a long comment in a name', 'invalid', /more than text/, named(`A<!--${'x'.repeat(100_000)}-->B`)),
  spoiled('more than 1 MiB', 'tooLarge', /at most 1048576 are read/, named('x'.repeat(1024 * 1024))),
]
