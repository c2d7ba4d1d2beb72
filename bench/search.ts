import { openDemo } from './timed-requests.ts'

/**
 * Measures the payment search on a running service with a filled demo institution, each filter
 * separately.
 *   npm run giro -- serve --demo --no-worker
 *   npm run giro -- demo load --customers 20000 --payments 1000000
 *   node bench/search.ts [data directory]
 */
const { ask, time } = await openDemo(process.argv[2])
const search = (filter: object) => ask('POST', '/payments/search', filter)

/** A payment from the middle of the year. The filters use its values. */
const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
const some = await search({ fromDate: day(200), toDate: day(190), status: 'PROCESSED' })
const sample = some.data.find(
  ({ externalReferenceId }: { externalReferenceId: string }) => !externalReferenceId.endsWith('0'),
)
/** A payment of the payer that has a tenth of all payments. */
const busiest = (await search({ status: 'PROCESSED', externalReferenceId: 'load-10' })).data[0]!

const filters: Record<string, object> = {
  'no filter': {},
  'no filter, 100 rows': { limit: 100 },
  'page 1,000': { page: 1_000 },
  paymentUUID: { paymentUUID: sample['paymentUID'] },
  externalReferenceId: { externalReferenceId: sample['externalReferenceId'] },
  'one day of last year': { fromDate: day(200), toDate: day(200) },
  'a month of last year': { fromDate: day(230), toDate: day(200) },
  'from half a year ago on': { fromDate: day(180) },
  'to half a year ago': { toDate: day(180) },
  'currency, nearly all': { currency: 'USD' },
  'currency, few': { currency: 'EUR' },
  'currency, none': { currency: 'CHF' },
  'paymentAmount, rare': { paymentAmount: Number(sample['senderAmount']) },
  'paymentAmount, one in forty': { paymentAmount: 100 },
  'paymentAmount and currency': { paymentAmount: Number(sample['senderAmount']), currency: 'USD' },
  'minAmount, one in fifty': { minAmount: 4_900 },
  'minAmount and maxAmount, few': { minAmount: 4_999.9, maxAmount: 5_000 },
  'maxAmount, nearly all': { maxAmount: 5_000 },
  'forexContractNo, none': { forexContractNo: 'FX-1' },
  receiverAccountNo: { receiverAccountNo: sample['receiverAccountNumber'] },
  receiverName: { receiverName: sample['beneficiaryName'] },
  'receiverName, a tenth of all': { receiverName: busiest['beneficiaryName'] },
  senderName: { senderName: sample['senderName'] },
  senderAccountNo: { senderAccountNo: sample['senderAccountNumber'] },
  'senderAccountNo, a tenth of all': { senderAccountNo: busiest['senderAccountNumber'] },
  'status PROCESSED, nearly all': { status: 'PROCESSED' },
  'status FUTURE_DATED, one in thirty': { status: 'FUTURE_DATED' },
  'status VALIDATION_FAILURE, one in fifty': { status: 'VALIDATION_FAILURE' },
  'status RETURNED, none': { status: 'RETURNED' },
  'wireType Domestic, one in twenty': { wireType: 'Domestic' },
  'wireType International, none': { wireType: 'International' },
  'status and dates': { status: 'VALIDATION_FAILURE', fromDate: day(230), toDate: day(200) },
  'account and dates': { senderAccountNo: busiest['senderAccountNumber'], fromDate: day(230), toDate: day(200) },
}

for (const [name, filter] of Object.entries(filters)) await time(name, () => search(filter))
