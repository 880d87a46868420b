import { Column, type GetColumnData, is, type SQL, type SQLWrapper } from 'drizzle-orm'
import { selectAs } from './columns.ts'

/** How a value of the database becomes one of ours. */
type Decoder<Value> = { decode: (value: unknown) => Value }

/** A column of a table, or a decoder for what SQL works out. */
type Shape = Readonly<Record<string, Column | Decoder<unknown>>>

type ValueOf<Part> = Part extends Column ? GetColumnData<Part, 'query'> : Part extends Decoder<infer Value> ? Value : never

export type RowOfShape<All extends Shape> = { -readonly [Name in keyof All]: ValueOf<All[Name]> }

/** A query in SQL, and how its rows are read. */
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

/** A row of a query. */
export type RowOf<Query> = Query extends RowQuery<infer Row> ? Row : never

/**
 * A query in SQL for what Drizzle's builder cannot say. Each name of `shape` is a column of its answer (`AS name`), read as that
 * column of a table is, or as the decoder says.
 */
export function select<const All extends Shape>(shape: All, query: SQL): RowQuery<RowOfShape<All>> {
  const readers = Object.entries(shape).map(([name, part]) => [name, readerOf(part)] as const)
  return new RowQuery(query, (row) => {
    const read = readers.map(([name, decode]) => {
      const value = row[name]
      if (value === undefined) throw new Error(`The query does not answer with a column ${name}`)
      return [name, decode(value)]
    })
    return Object.fromEntries(read) as RowOfShape<All>
  })
}

/** What SQL works out, and how its value is read. */
type Computed<Value> = SQLWrapper & Decoder<Value>

export const computed = <Value>(value: SQL, { decode }: Decoder<Value>): Computed<Value> => ({ decode, getSQL: () => value })

type Fields = Readonly<Record<string, Column | Computed<unknown>>>

/** `SELECT` of columns and of what SQL works out, each read as it says, followed by `rest`: where the rows come from. */
export const selectFields = <const All extends Fields>(fields: All, rest: SQL): RowQuery<RowOfShape<All>> =>
  select<All>(fields, selectAs(fields, rest))

/**
 * The same with the fields of a LEFT JOIN, which arrive as `joined`: null where there is no such row. They must have an `id`, which is
 * never null in a row.
 */
export function selectLeftJoined<const All extends Fields, const Joined extends Fields & { id: Column }>(
  fields: All,
  joined: Joined,
  rest: SQL,
): RowQuery<RowOfShape<All> & { joined: RowOfShape<Joined> | null }> {
  const query = selectAs({ ...fields, ...joined }, rest)
  const [own, other] = [select<All>(fields, query), select<Joined>(joined, query)]
  return new RowQuery(query, (row) => ({ ...own.readRow(row), joined: row.id === null ? null : other.readRow(row) }))
}

function readerOf(part: Column | Decoder<unknown>): (value: unknown) => unknown {
  if (!is(part, Column)) return part.decode
  return (value) => (value === null ? null : part.mapFromDriverValue(value))
}

const decoder = <Value>(decode: (value: unknown) => Value): Decoder<Value> => ({ decode })

export const asNumber = decoder(Number)
export const asText = decoder(String)
/** SQLite has no booleans: 0 and null are false. */
export const asBoolean = decoder((value) => value === 1)
/** JSON that we wrote ourselves. */
export const asJson = <Value>(): Decoder<Value> => decoder((value) => JSON.parse(String(value)) as Value)
/** Words of which we wrote only these. */
export const asOneOf = <Word extends string>(words: readonly Word[]): Decoder<Word> =>
  decoder((value) => {
    const word = words.find((known) => known === value)
    if (word === undefined) throw new Error(`Not one of ${words.join(', ')}: ${String(value)}`)
    return word
  })

/** The same, where there may be nothing, as behind a LEFT JOIN. */
export const orNull = <Part extends Column | Decoder<unknown>>(part: Part): Decoder<Exclude<ValueOf<Part>, null> | null> => {
  const read = readerOf(part)
  return decoder((value) => (value === null ? null : (read(value) as Exclude<ValueOf<Part>, null>)))
}
