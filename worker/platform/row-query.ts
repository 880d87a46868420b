import { Column, type GetColumnData, is, type SQL, type SQLWrapper } from 'drizzle-orm'
import { selectAs } from './columns.ts'

/** Turns a value from the database into a value of our types. */
type Decoder<Value> = { decode: (value: unknown) => Value }

/** A column of a table, or a decoder for a value that SQL computes. */
type Shape = Readonly<Record<string, Column | Decoder<unknown>>>

type ValueOf<Part> = Part extends Column ? GetColumnData<Part, 'query'> : Part extends Decoder<infer Value> ? Value : never

export type RowOfShape<All extends Shape> = { -readonly [Name in keyof All]: ValueOf<All[Name]> }

/** A query in SQL that knows how to read its rows. */
export class RowQuery<Row> implements SQLWrapper {
  readonly query: SQL
  readonly readRow: (row: Record<string, unknown>) => Row
  constructor(query: SQL, readRow: (row: Record<string, unknown>) => Row) {
    this.query = query
    this.readRow = readRow
  }
  getSQL(): SQL {
    return this.query
  }
}

/** The type of the rows of a query. */
export type RowOf<Query> = Query extends RowQuery<infer Row> ? Row : never

/**
 * Makes a query in SQL, for queries that Drizzle's builder cannot write. Each name in `shape` is a column of the result (`AS name`),
 * with the table column or decoder that reads its value.
 */
export function select<const All extends Shape>(shape: All, query: SQL): RowQuery<RowOfShape<All>> {
  const readers = Object.entries(shape).map(([name, part]) => [name, getReader(part)] as const)
  return new RowQuery(query, (row) => {
    const read = readers.map(([name, decode]) => {
      const value = row[name]
      if (value === undefined) throw new Error(`The query returns no column ${name}`)
      return [name, decode(value)]
    })
    return Object.fromEntries(read) as RowOfShape<All>
  })
}

/** An SQL expression with the decoder of its value. */
type Computed<Value> = SQLWrapper & Decoder<Value>

export const computed = <Value>(value: SQL, { decode }: Decoder<Value>): Computed<Value> => ({ decode, getSQL: () => value })

type Fields = Readonly<Record<string, Column | Computed<unknown>>>

/** Builds `SELECT` of columns and SQL expressions, and reads each with its decoder. `rest` follows with FROM and WHERE. */
export const selectFields = <const All extends Fields>(fields: All, rest: SQL): RowQuery<RowOfShape<All>> =>
  select<All>(fields, selectAs(fields, rest))

/**
 * The same with the fields of a LEFT JOIN in `joined`, which is null if there is no such row. The fields must include an `id`, because
 * we recognize a missing row by a null id.
 */
export function selectLeftJoined<const All extends Fields, const Joined extends Fields & { id: Column }>(
  fields: All,
  joined: Joined,
  rest: SQL,
): RowQuery<RowOfShape<All> & { joined: RowOfShape<Joined> | null }> {
  const query = selectAs({ ...fields, ...joined }, rest)
  const [ownQuery, joinedQuery] = [select<All>(fields, query), select<Joined>(joined, query)]
  return new RowQuery(query, (row) => ({ ...ownQuery.readRow(row), joined: row.id === null ? null : joinedQuery.readRow(row) }))
}

function getReader(part: Column | Decoder<unknown>): (value: unknown) => unknown {
  if (!is(part, Column)) return part.decode
  return (value) => (value === null ? null : part.mapFromDriverValue(value))
}

const decoder = <Value>(decode: (value: unknown) => Value): Decoder<Value> => ({ decode })

export const asNumber = decoder(Number)
export const asText = decoder(String)
/** SQLite has no booleans. 0 and null are false. */
export const asBoolean = decoder((value) => value === 1)
/** For JSON that we wrote ourselves. */
export const asJson = <Value>(): Decoder<Value> => decoder((value) => JSON.parse(String(value)) as Value)
/** For a column that only contains these values, because only we write it. */
export const asOneOf = <Value extends string>(values: readonly Value[]): Decoder<Value> =>
  decoder((value) => {
    const word = values.find((known) => known === value)
    if (word === undefined) throw new Error(`Not one of ${values.join(', ')}: ${String(value)}`)
    return word
  })

/** For a value that may be null, for example after a LEFT JOIN. */
export const orNull = <Part extends Column | Decoder<unknown>>(part: Part): Decoder<Exclude<ValueOf<Part>, null> | null> => {
  const read = getReader(part)
  return decoder((value) => (value === null ? null : (read(value) as Exclude<ValueOf<Part>, null>)))
}
