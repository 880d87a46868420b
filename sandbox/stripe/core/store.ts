import type { Row, TableName } from './types.ts'

/** One changed row, as it is written to the file: account, table, row. */
export type Change = [account: string, table: TableName, row: { id: string; _isGone?: true }]

/**
 * Keeps the rows of all accounts in memory. Rows are never changed in place, so a row in hand is a snapshot. A request is a transaction:
 * `rollback` restores what was there before it, and `commit` returns what it changed.
 */
export class Store {
  #tables = new Map<string, Map<string, { id: string }>>()
  #undo: { key: string; id: string; previous: { id: string } | undefined }[] = []
  #changes: Change[] = []

  get<Name extends TableName>(account: string, table: Name, id: string): Row<Name> | undefined {
    return this.#table(account, table).get(id) as Row<Name> | undefined
  }

  /** All rows, the oldest first. */
  all<Name extends TableName>(account: string, table: Name): Row<Name>[] {
    return [...this.#table(account, table).values()] as Row<Name>[]
  }

  put<Name extends TableName>(account: string, table: Name, row: Row<Name>): Row<Name> {
    const rows = this.#table(account, table)
    this.#undo.push({ key: `${account}/${table}`, id: row.id, previous: rows.get(row.id) })
    this.#changes.push([account, table, row])
    rows.set(row.id, row)
    return row
  }

  commit(): Change[] {
    const changes = this.#changes
    this.#undo = []
    this.#changes = []
    return changes
  }

  rollback(): void {
    for (const { key, id, previous } of this.#undo.toReversed()) {
      if (previous) this.#tables.get(key)?.set(id, previous)
      else this.#tables.get(key)?.delete(id)
    }
    this.commit()
  }

  /** Restores rows from the file, in the order in which they were written. */
  load(changes: Iterable<Change>): void {
    for (const [account, table, row] of changes) {
      if (row._isGone) this.#table(account, table).delete(row.id)
      else this.#table(account, table).set(row.id, row)
    }
  }

  /** Everything, as if it had just been written. */
  *dump(): Generator<Change> {
    for (const [key, rows] of this.#tables) {
      const [account = '', table = ''] = key.split('/')
      for (const row of rows.values()) yield [account, table as TableName, row]
    }
  }

  /** Removes a row that nobody will ask for again. Objects of Stripe's API are never removed. */
  drop(account: string, table: 'delivery' | 'idempotency' | 'task', id: string): void {
    const rows = this.#table(account, table)
    this.#undo.push({ key: `${account}/${table}`, id, previous: rows.get(id) })
    this.#changes.push([account, table, { id, _isGone: true }])
    rows.delete(id)
  }

  /** The oldest row. */
  first<Name extends TableName>(account: string, table: Name): Row<Name> | undefined {
    return this.#table(account, table).values().next().value as Row<Name> | undefined
  }

  accounts(): string[] {
    return [...new Set([...this.#tables.keys()].map((key) => key.slice(0, key.indexOf('/'))))]
  }

  #table(account: string, table: TableName): Map<string, { id: string }> {
    const key = `${account}/${table}`
    const found = this.#tables.get(key)
    if (found) return found
    const created = new Map<string, { id: string }>()
    this.#tables.set(key, created)
    return created
  }
}
