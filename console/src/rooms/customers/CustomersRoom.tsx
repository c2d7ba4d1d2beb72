import type { Schema } from '@giro/sdk'
import { columnsOf } from '../../kit/columns.tsx'
import { ListRoom } from '../../kit/ListRoom.tsx'

type Customer = Schema<'Customer'>
const column = columnsOf<Customer>()
const customerPath = ({ customerUID }: Customer) => `customers/${customerUID}`

export default function CustomersRoom() {
  return (
    <ListRoom<Customer>
      name="customers"
      title="Customers"
      path="/v2/customers"
      filters={[
        { name: 'legalName', label: 'Name' },
        { name: 'shortName', label: 'Short name' },
        { name: 'customerId', label: 'Customer id' },
        { name: 'status', label: 'State', options: ['New', 'Active', 'Suspended', 'Pending'] },
        {
          name: 'customerType',
          label: 'Type',
          options: ['Consumer', 'Corporate', 'Downstream Partner', 'Processing Org', 'Financial Institution'],
        },
      ]}
      columns={[
        column.link('legalName', customerPath, { title: 'Name' }),
        column.text('shortName', { title: 'Short name' }),
        column.text('customerType', { title: 'Type' }),
        column.status('status', { title: 'State' }),
        column.text('customerId', { title: 'Customer id' }),
        column.text('emailAddress', { title: 'Email', isExtra: true }),
        column.text('relationshipManager', { title: 'Relationship manager', isExtra: true }),
        column.uid('customerUID', { title: 'UID' }),
      ]}
      rowKey={({ customerUID }) => String(customerUID)}
      recordOf={customerPath}
      empty="No customer matches these filters."
    />
  )
}
