import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createSchemaValidator, type SchemaValidator } from './schema-validator.ts'

const XS = 'xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified"'

async function withFolder(files: Record<string, string>, use: (validator: SchemaValidator) => void): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'giro-schemas-'))
  try {
    await mkdir(join(folder, 'parts'))
    for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content)
    use(createSchemaValidator(folder))
  } finally {
    await rm(folder, { recursive: true })
  }
}

function schemaOf(namespace: string, element: string, values: string): string {
  const restriction = `<xs:restriction base="xs:string"><xs:pattern value="${values}"/></xs:restriction>`
  return `<xs:schema ${XS} targetNamespace="${namespace}"><xs:element name="${element}"><xs:simpleType>${restriction}</xs:simpleType></xs:element></xs:schema>`
}

test('XML is checked by the schema of its root, which imports others from folders below', async () => {
  const envelope = `<xs:schema ${XS} targetNamespace="urn:e" xmlns:m="urn:m">
    <xs:import namespace="urn:m" schemaLocation="parts/m.xsd"/>
    <xs:element name="Envelope"><xs:complexType><xs:sequence><xs:element ref="m:Code"/></xs:sequence></xs:complexType></xs:element>
  </xs:schema>`
  await withFolder({ 'e.xsd': envelope, 'parts/m.xsd': schemaOf('urn:m', 'Code', '[A-Z]{4}') }, ({ whyInvalid }) => {
    const xml = (code: string) => `<Envelope xmlns="urn:e"><Code xmlns="urn:m">${code}</Code></Envelope>`
    assert.equal(whyInvalid(xml('ABCD')), undefined)
    assert.match(whyInvalid(xml('abc'))!, /Code.*abc/s)
    assert.match(whyInvalid('<Envelope xmlns="urn:e"/>')!, /Missing child/)
    assert.match(whyInvalid('<Other xmlns="urn:e"/>')!, /no schema describes the element Other/)
    assert.match(whyInvalid('<Envelope')!, /not well-formed/)
  })
})

test('in an envelope without a schema, each element that has one is checked by it', async () => {
  const files = { 'a.xsd': schemaOf('urn:a', 'A', 'a+'), 'b.xsd': schemaOf('urn:b', 'B', 'b+') }
  await withFolder(files, ({ whyInvalid }) => {
    const xml = (a: string, b: string) =>
      `<Envelope><A xmlns="urn:a">${a}</A><p:B xmlns:p="urn:b">${b}</p:B></Envelope>`
    assert.equal(whyInvalid(xml('a', 'bb')), undefined)
    assert.match(whyInvalid(xml('x', 'b'))!, /urn:a/)
    assert.match(whyInvalid(xml('a', 'x'))!, /urn:b/)
  })
})

test('of several schemas for one element, one must allow it', async () => {
  const files = { 'a1.xsd': schemaOf('urn:a', 'A', 'a+'), 'a2.xsd': schemaOf('urn:a', 'A', 'b+') }
  await withFolder(files, ({ whyInvalid }) => {
    assert.equal(whyInvalid('<A xmlns="urn:a">a</A>'), undefined)
    assert.equal(whyInvalid('<A xmlns="urn:a">b</A>'), undefined)
    assert.match(whyInvalid('<A xmlns="urn:a">c</A>')!, /A/)
  })
})
