/** What the Worker and its Durable Objects did since the last reset. */
export type Counts = {
  d1RowsRead: number
  d1RowsWritten: number
  objectRowsRead: number
  objectRowsWritten: number
  /** Frames, alarms, calls and fetches that reached an object. */
  objectRequests: number
}

const none: Counts = { d1RowsRead: 0, d1RowsWritten: 0, objectRowsRead: 0, objectRowsWritten: 0, objectRequests: 0 }
let counted = { ...none }
/** A cursor knows its rows only after it was read, so they are added up at the end. */
let cursors: SqlStorageCursor<Record<string, SqlStorageValue>>[] = []

export function resetCounts(): void {
  counted = { ...none }
  cursors = []
}

export function readCounts(): Counts {
  const sum = { ...counted }
  for (const { rowsRead, rowsWritten } of cursors) {
    sum.objectRowsRead += rowsRead
    sum.objectRowsWritten += rowsWritten
  }
  return sum
}

export const countRequest = () => {
  counted.objectRequests += 1
}

/** Counts the rows of every statement of an object, and the values it stores by key. Call it before the object uses its storage. */
export function countStorage(storage: DurableObjectStorage): void {
  const { sql } = storage
  const exec = sql.exec.bind(sql)
  Object.defineProperty(sql, 'exec', {
    value: (query: string, ...bindings: SqlStorageValue[]) => {
      const cursor = exec(query, ...bindings)
      // The local runtime keeps the name of the object in a table of its own.
      if (!query.includes('__miniflare')) cursors.push(cursor)
      return cursor
    },
  })
  const get = storage.get.bind(storage)
  Object.defineProperty(storage, 'get', {
    value: (key: string) => {
      counted.objectRowsRead += 1
      return get(key)
    },
  })
}

type Answer = { meta?: { rows_read?: number; rows_written?: number } }
type Sender = { _sendOrThrow: (...args: unknown[]) => Promise<Answer | Answer[]> }

function countSession(session: D1DatabaseSession): D1DatabaseSession {
  const sender = session as unknown as Sender
  const send = sender._sendOrThrow.bind(session)
  sender._sendOrThrow = async (...args) => {
    const answer = await send(...args)
    for (const { meta } of [answer].flat()) {
      counted.d1RowsRead += meta?.rows_read ?? 0
      counted.d1RowsWritten += meta?.rows_written ?? 0
    }
    return answer
  }
  return session
}

/** Counts the rows of every session, which is how the product asks its database. */
export const countDatabase = (database: D1Database): D1Database =>
  new Proxy(database, {
    get: (target, name) => {
      if (name === 'withSession') return (constraint?: string) => countSession(target.withSession(constraint))
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })

/** Counts each call and each fetch of an object. */
export const countCalls = <Objects extends object>(namespace: Objects): Objects =>
  new Proxy(namespace, {
    get: (objects, name) => {
      const value: unknown = Reflect.get(objects, name)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const found: unknown = value.apply(objects, args)
        return name === 'getByName' ? countMethods(found as object) : found
      }
    },
  })

const countMethods = (object: object): object =>
  new Proxy(object, {
    get:
      (target, method) =>
      (...args: unknown[]) => {
        countRequest()
        // A method of an object must be called on the object itself.
        return (target as Record<string | symbol, (...args: unknown[]) => unknown>)[method]?.(...args)
      },
  })
