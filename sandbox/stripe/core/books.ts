import { missing } from './errors.ts'
import { Store } from './store.ts'
import type { Metadata, Row, TableName, Task, Webhook } from './types.ts'

export const apiVersion = '2026-10-28.endive'
/** The account of the product itself. Accounts of hosts are connected to it. */
export const platform = 'acct_sandboxPlatform'

export type Options = {
  /** The current time in milliseconds. It must never go back. */
  now: () => number
  /** Where the pages are, such as `http://localhost:5174/stripe`. */
  url: string
  random?: () => number
  secretKey?: string
  clientId?: string
}

export type Faults = {
  /** Seconds to wait before each webhook. */
  delay: number
  doubles: boolean
  shuffles: boolean
  drops: boolean
  /** Seconds until a charge has its balance transaction. The API answers before, with null. */
  lateEntries: number
  /** How many of the next writes never arrive, so that nothing is done. */
  lostRequests: number
  /** How many of the next writes lose their answer after the work was done. */
  lostAnswers: number
  /** How many of the next requests fail with the status, without being done. */
  failures: number
  failureStatus: number
  /** Nobody has saved the settings of the customer portal. */
  noPortal: boolean
}
export type Endpoint = { url: string; secret: string }
export type Settings = {
  faults: Faults
  webhooks: Partial<Record<Webhook, Endpoint>>
}

const defaultSettings: Settings = {
  faults: {
    delay: 0,
    doubles: false,
    shuffles: false,
    drops: false,
    lateEntries: 0,
    lostRequests: 0,
    lostAnswers: 0,
    failures: 0,
    failureStatus: 500,
    noPortal: false,
  },
  webhooks: {},
}

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** All accounts, their clock and what they have planned. */
export class World {
  readonly options: Required<Options>
  readonly store = new Store()
  /** The request that is being answered. Events name it. */
  request: { id: string | null; idempotency_key: string | null } = { id: null, idempotency_key: null }
  /** Sums that are expensive to compute. Whoever keeps one here must accept that it is dropped at any time. */
  readonly sums = new Map<string, unknown>()
  /** What else must happen when a payment has succeeded, is processing or has failed late: to its invoice or its checkout. */
  afterPayment: (books: Books, intent: Row<'payment_intent'>) => void = () => {}
  #tasks: Task[] = []
  #time: number | null = null

  constructor(options: Options) {
    this.options = { random: Math.random, secretKey: 'sk_test_sandbox', clientId: 'ca_sandbox', ...options }
  }

  /** Seconds since 1970. While a planned task runs, this is the time for which it was planned. */
  get now(): number {
    return this.#time ?? Math.floor(this.options.now() / 1000) + this.offset
  }

  newId(prefix: string, length = 24): string {
    const letter = () => letters[Math.floor(this.options.random() * letters.length)]
    return `${prefix}_${Array.from({ length }, letter).join('')}`
  }

  books(account: string): Books {
    return new Books(this, account)
  }

  get settings(): Settings {
    return (this.store.get(platform, 'setting', 'settings')?.value as Settings | undefined) ?? defaultSettings
  }

  changeSettings(changes: { faults?: Partial<Faults>; webhooks?: Settings['webhooks'] }): Settings {
    const { faults, webhooks } = this.settings
    const value = { faults: { ...faults, ...changes.faults }, webhooks: { ...webhooks, ...changes.webhooks } }
    this.store.put(platform, 'setting', { id: 'settings', value })
    return value
  }

  /** The seconds by which someone has moved the clock. */
  get offset(): number {
    return (this.store.get(platform, 'setting', 'clock')?.value as number | undefined) ?? 0
  }

  /** Nothing has happened yet, so the clock may start in the past. */
  get isEmpty(): boolean {
    return this.store.accounts().every((account) => !this.store.first(account, 'event'))
  }

  moveClock(seconds: number): void {
    this.store.put(platform, 'setting', { id: 'clock', value: this.offset + seconds })
  }

  plan(task: Task): void {
    this.store.put(platform, 'task', task)
    this.#insert(task)
  }

  /** What was planned first, if it is due. */
  get dueTask(): Task | undefined {
    const [task] = this.#tasks
    return task && task.at <= this.now ? task : undefined
  }

  /** Does the work of a task as if it were the time for which it was planned. */
  runTask(task: Task, run: (task: Task) => void): void {
    this.dropTask(task)
    this.#time = task.at
    try {
      run(task)
    } finally {
      this.#time = null
    }
  }

  dropTask({ id }: Task): void {
    this.#tasks = this.#tasks.filter((task) => task.id !== id)
    this.store.drop(platform, 'task', id)
  }

  /** After rows were loaded or rolled back, what is derived from them is read again. */
  refresh(): void {
    this.sums.clear()
    this.#tasks = this.store.all(platform, 'task').toSorted((a, b) => a.at - b.at)
  }

  #insert(task: Task): void {
    let low = 0
    let high = this.#tasks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#tasks[middle]?.at ?? 0) <= task.at) low = middle + 1
      else high = middle
    }
    this.#tasks.splice(low, 0, task)
  }
}

/** The books of one account. */
export class Books {
  readonly world: World
  readonly account: string

  constructor(world: World, account: string) {
    this.world = world
    this.account = account
  }

  get now(): number {
    return this.world.now
  }

  get isPlatform(): boolean {
    return this.account === platform
  }

  /** The books of the platform. */
  get main(): Books {
    return this.world.books(platform)
  }

  newId(prefix: string): string {
    return this.world.newId(prefix)
  }

  get<Name extends TableName>(table: Name, id: string | null | undefined): Row<Name> | undefined {
    return id ? this.world.store.get(this.account, table, id) : undefined
  }

  /** The row, or Stripe's error for an id that does not exist. `param` is the parameter that holds the id, if it is not in the path. */
  find<Name extends TableName>(table: Name, id: string, param?: string): Row<Name> {
    const row = this.get(table, id)
    if (!row) throw missing(nouns[table] ?? table, id, param)
    return row
  }

  all<Name extends TableName>(table: Name): Row<Name>[] {
    return this.world.store.all(this.account, table)
  }

  put<Name extends TableName>(table: Name, row: Row<Name>): Row<Name> {
    return this.world.store.put(this.account, table, row)
  }

  change<Name extends TableName>(table: Name, id: string, changes: Partial<Row<Name>>): Row<Name> {
    return this.put(table, { ...this.find(table, id), ...changes })
  }

  /** Plans a task. A task with the same kind, reference and time is planned once. */
  plan(kind: string, at: number, ref = ''): void {
    const id = `${this.account}:${kind}:${ref}:${at}`
    if (!this.world.store.get(platform, 'task', id)) this.world.plan({ id, at, kind, account: this.account, ref })
  }
}

const nouns: Partial<Record<TableName, string>> = {
  billing_portal_session: 'billing portal session',
  checkout_session: 'checkout.session',
  payment_method: 'PaymentMethod',
  invoice_item: 'invoiceitem',
}

/** Merges new metadata into old: an empty value removes its key, and an empty text removes all. */
export function mergeMetadata(current: Metadata | null | undefined, changes: Metadata | '' | undefined): Metadata {
  if (changes === '') return {}
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''))
}
