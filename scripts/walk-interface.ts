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

/**
 * Walks the endpoint tables of an interface document in Markdown, and says for each section what the service does not have.
 * --document, or GIRO_INTERFACE, is the document; without one the forms of test/support/interface-forms.ts are walked.
 * --sections Customers,Accounts,Contacts chooses sections by how their headings begin.
 * --base-url with GIRO_TOKEN walks a running service; without it one is started, on a database that is thrown away.
 */
const { values } = parseArgs({
  options: { document: { type: 'string' }, sections: { type: 'string' }, 'base-url': { type: 'string' } },
})

const document = values.document ?? process.env['GIRO_INTERFACE']
const wanted = values.sections?.split(',').map((name) => name.trim().toLowerCase())
const forms = (document ? readForms(readFileSync(document, 'utf8')) : committedForms).filter(
  ({ section }) => !wanted || wanted.some((name) => section.toLowerCase().startsWith(name)),
)
if (forms.length === 0) throw new Error('there is no endpoint to walk: look at --document and --sections')

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
