import type * as v from 'valibot'
import type { Books } from './books.ts'

type Method = 'GET' | 'POST' | 'DELETE'

/** What a handler gets: the books of the account, the parts of the path in braces, and the checked parameters. */
export type Call<Params> = { books: Books; id: string; subId: string; params: Params }

export type Endpoint = {
  method: Method
  /** A path such as `/v1/customers/:id`. */
  path: string
  params: v.GenericSchema<unknown, unknown>
  run: (call: Call<never>) => unknown
}

/** An endpoint whose handler gets the output of its schema. */
export const endpoint = <Schema extends v.GenericSchema<unknown, unknown>>(
  method: Method,
  path: string,
  params: Schema,
  run: (call: Call<v.InferOutput<Schema>>) => unknown,
): Endpoint => ({ method, path, params, run: run as Endpoint['run'] })
