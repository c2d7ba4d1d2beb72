import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import {
  committedForms,
  readDocument,
  readForms,
  type WalkedService,
  walkForm,
} from '../test/support/interface-walk.ts'
import { startTestService } from '../test/support/test-service.ts'

// Checks a service against the endpoint tables of an interface document in Markdown, and prints for
// each section the endpoints that the service does not have.
//
//   --document  the document; by default GIRO_INTERFACE, or test/support/interface-forms.ts
//   --sections  the sections to check, by the beginning of their headings: Customers,Accounts
//   --base-url  a running service, with GIRO_TOKEN; by default, a new one on a temporary database

const { values } = parseArgs({
  options: { document: { type: 'string' }, sections: { type: 'string' }, 'base-url': { type: 'string' } },
})

const document = values.document ?? process.env['GIRO_INTERFACE']
const wanted = values.sections?.split(',').map((name) => name.trim().toLowerCase())
const forms = (document ? readForms(readFileSync(document, 'utf8')) : committedForms).filter(
  ({ section }) => !wanted || wanted.some((name) => section.toLowerCase().startsWith(name)),
)
if (forms.length === 0) throw new Error('no endpoint to check: correct --document or --sections')

const baseUrl = values['base-url']
if (baseUrl) {
  const token = process.env['GIRO_TOKEN']
  if (!token) throw new Error('set GIRO_TOKEN to an access token of the service at --base-url')
  await walk({ baseUrl, token })
} else {
  const service = await startTestService()
  await walk({ baseUrl: service.baseUrl, token: service.tenant.client.token })
  await service.stop()
}

async function walk(service: WalkedService): Promise<void> {
  const described = await readDocument(service.baseUrl)
  for (const [section, ofSection] of Map.groupBy(forms, (form) => form.section)) {
    const answers = await Promise.all(ofSection.map((form) => walkForm(form, described, service)))
    const problems = answers.filter((answer) => answer !== undefined)
    console.log(`${section}: ${ofSection.length - problems.length} of ${ofSection.length}`)
    for (const problem of problems) console.log(`  ${problem}`)
    if (problems.length > 0) process.exitCode = 1
  }
}
