import Type, { type TSchema } from 'typebox'
import type { Operation } from '../operation.ts'
import { PageSchema } from '../paging.ts'
import { exampleWaiting, WaitingReply } from '../second-person.ts'
import { capitalised } from './named-schemas.ts'

/**
 * Not a union: the serializer handles a list of types directly, but tries the members of a union in
 * turn.
 */
const nullableText = Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'Null.' })

const envelopeFields = {
  status: Type.Enum(['Success', 'Failure'], { title: 'ReplyStatus', description: 'Success; a refusal has Failure.' }),
  code: nullableText,
  message: nullableText,
}

const isEnvelope = ({ dialect }: Operation) => dialect === undefined || dialect === 'envelope'

/**
 * The schema of an operation's reply, in its dialect. An envelope is named after its data:
 * AccountReply, AccountList, or AccountPage if it is paged.
 */
export function replySchema(operation: Operation): TSchema {
  const { reply } = operation
  if (!isEnvelope(operation)) return reply.data
  return Type.Object(
    {
      ...reply.beside?.fields,
      ...envelopeFields,
      ...(reply.paged ? { pagination: PageSchema } : {}),
      data: reply.data,
    },
    { title: replyNameOf(operation) },
  )
}

/** The name of the schema of a reply. */
export function replyNameOf(operation: Operation): string {
  const { id, reply } = operation
  const { title, items, type } = reply.data as TSchema & { title?: string; items?: { title?: string }; type?: string }
  if (!isEnvelope(operation)) return title ?? `${capitalised(id)}Reply`
  if (type === 'null') return 'EmptyReply'
  const name = title ?? items?.title ?? capitalised(id)
  const kind = reply.paged ? 'Page' : items ? 'List' : 'Reply'
  return reply.beside ? `${name}WithIdReply` : `${name}${kind}`
}

/** The name of the schema that a reply's example shows, with the example of one. */
export function exampleOf({ id, reply }: Operation): { name: string; example: unknown } {
  const { title, items } = reply.data as TSchema & { title?: string; items?: { title?: string } }
  const [first] = items ? (reply.example as unknown[]) : [reply.example]
  return { name: title ?? items?.title ?? id, example: first }
}

/** The operation as it replies to a change that waits. */
export function waitingOperation(operation: Operation): Operation {
  const reply = { status: 200, description: 'The change waits for a second person.', data: WaitingReply } as const
  return { ...operation, reply: { ...reply, example: exampleWaiting } }
}
