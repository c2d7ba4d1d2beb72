import Type, { type Static } from 'typebox'
import { named } from '../../http/fields.ts'
import { timestamp } from '../../kernel/timestamp.ts'
import type { SettlementWindow } from '../../rails/rails.ts'

export const WindowReply = named(
  'SettlementWindow',
  {
    closesAt: Type.String({ description: 'The last time at which the network takes it for this settlement.' }),
    settlesAt: Type.String({ description: 'When it settles.' }),
    says: Type.String({ description: 'The same in words, with Eastern time and that of the institution.' }),
  },
  { description: 'The window of ACH or Fedwire that it goes by, if nothing delays it. Other rails have none.' },
)

export function renderWindow(window: SettlementWindow | undefined): Static<typeof WindowReply> | undefined {
  return window && { ...window, closesAt: timestamp(window.closesAt), settlesAt: timestamp(window.settlesAt) }
}
