import type { components, paths } from './api.ts'
import type { GiroError } from './errors.ts'
import type { Decimal } from './money.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A type of the document by its name: `Schema<'Payment'>`. */
export type Schema<Name extends keyof components['schemas']> = components['schemas'][Name]

/** The paths that have the method. */
export type PathOf<M extends Method> = {
  [Path in keyof paths]: paths[Path] extends Record<Lowercase<M>, object> ? Path : never
}[keyof paths]

export type OperationAt<M extends Method, Path extends PathOf<M>> = paths[Path][Lowercase<M> & keyof paths[Path]]

/** A number of a request may also be sent as decimal text, which no computation rounds. */
export type Sent<T> = T extends number
  ? T | Decimal
  : T extends readonly (infer Item)[]
    ? Sent<Item>[]
    : T extends object
      ? { [Field in keyof T]: Sent<T[Field]> }
      : T

type ParametersOf<Op> = Op extends { parameters: infer Parameters } ? Parameters : object
type PathPart<Op> = ParametersOf<Op> extends { path: infer Path } ? { path: Path } : object
type QueryPart<Op> =
  ParametersOf<Op> extends { query: infer Query }
    ? { query: Query }
    : ParametersOf<Op> extends { query?: infer Query }
      ? unknown extends Query
        ? object
        : { query?: Query | undefined }
      : object
type BodyPart<Op> = Op extends { requestBody: { content: { 'application/json': infer Body } } }
  ? { body: Sent<Body> }
  : Op extends { requestBody?: { content: { 'application/json': infer Body } } }
    ? unknown extends Body
      ? object
      : { body?: Sent<Body> | undefined }
    : object
type HeaderPart<Op> =
  ParametersOf<Op> extends { header?: infer Header }
    ? ('If-Match' extends keyof Header
        ? {
            /** The ETag of the version to change. */
            ifMatch?: string | undefined
          }
        : object) &
        ('Idempotent-Key' extends keyof Header
          ? {
              /**
               * Take it from what the request is about, such as the number of a bill: then a crash
               * of your program cannot do it twice, either. By default, a random one for the call.
               */
              idempotencyKey?: string | undefined
            }
          : object)
    : object

/** What every call takes. */
export interface CallOptions {
  signal?: AbortSignal | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** For each attempt; by default that of the client. */
  timeoutMs?: number | undefined
}

/** The parts of a request: `path`, `query`, `body` and headers, as the operation has them. */
export type Init<Op> = CallOptions & PathPart<Op> & QueryPart<Op> & BodyPart<Op> & HeaderPart<Op>

/** An init that may be left out if nothing in it is required. */
export type InitArguments<Op> = object extends Init<Op> ? [init?: Init<Op>] : [init: Init<Op>]

/** The body of a successful answer; undefined if it has none. */
export type ReplyOf<Op> = Op extends { responses: infer Responses } ? BodyOf<Responses[SuccessOf<Responses>]> : never
type SuccessOf<Responses> = keyof Responses & (200 | 201 | 202 | 204)
type BodyOf<Response> = Response extends { content: { 'application/json': infer Body } } ? Body : undefined

/** What is in the envelope of a reply, or the reply itself if it has none. */
export type DataOf<Reply> = Reply extends { status: Schema<'ReplyStatus'>; data: infer Data } ? Data : Reply

/** What a call resolves to; it never rejects. */
export type Result<Reply> =
  | { data: DataOf<Reply>; reply: Reply; response: Response; error?: undefined }
  | { data?: undefined; reply?: undefined; response?: undefined; error: GiroError }

/** The paths whose answers come in pages. */
export type PagedPathOf<M extends 'GET' | 'POST'> = {
  [Path in PathOf<M>]: IsPaged<OperationAt<M, Path>> extends true ? Path : never
}[PathOf<M>]
type IsPaged<Op> = keyof QueryFieldsOf<Op> & ('page' | 'cursor' | 'after') extends never ? false : true
type QueryFieldsOf<Op> = QueryPart<Op> extends { query?: infer Query } ? NonNullable<Query> : object

/** One record of a list: the list is the data, or the one list in it. */
export type ItemOf<Reply> = DataOf<Reply> extends readonly (infer Item)[] ? Item : ListsIn<DataOf<Reply>>
type ListsIn<Data> = { [Field in keyof Data]-?: Data[Field] extends readonly (infer Item)[] ? Item : never }[keyof Data]

/** A page, or why there is none. */
export type Page<Reply> =
  | { data: ItemOf<Reply>[]; reply: Reply; error?: undefined }
  | { data?: undefined; reply?: undefined; error: GiroError }
