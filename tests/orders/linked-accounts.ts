import { sql } from 'drizzle-orm'
import { expect } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { createAccount } from '../../sandbox/stripe/core/accounts.ts'
import { type Books, platform } from '../../sandbox/stripe/core/books.ts'
import { grantCode, revoke } from '../../sandbox/stripe/core/oauth.ts'
import { linkAccount, linkByCode } from '../../worker/payments/link-account.ts'
import type { MoneyContext } from '../../worker/payments/money-context.ts'
import { findAccount, findAccountOf } from '../../worker/payments/payout-accounts.ts'
import { unlinkAccount } from '../../worker/payments/unlink-account.ts'
import { pickFrom } from './pick-from.ts'

/** What hosts do with accounts that they have at Stripe themselves. */
export const linkKinds = ['link-own', 'deauthorize'] as const
export type LinkKind = (typeof linkKinds)[number]

/** The history around it: its Stripe, and who owns the community. */
type Around = {
  owner: () => Promise<string>
  rows: <Row>(query: ReturnType<typeof sql>) => Promise<Row[]>
  books: (account: string) => Books
  act: (change: () => void) => void
}

type Step = { money: MoneyContext; pick: number }

/** Accounts of hosts that we did not open, and to which we have access only as long as their hosts want. */
export class LinkedAccounts {
  readonly #around: Around
  #ids: string[] = []
  /** Their hosts have ended our access at Stripe. What happened there and was not told before, nobody here can know. */
  readonly #revoked = new Set<string>()
  /** Stripe gave us access, and neither its answer nor its event has arrived. */
  readonly #unheard = new Set<string>()

  constructor(around: Around) {
    this.#around = around
  }

  get #main(): Books {
    return this.#around.books(platform)
  }

  /** The product was told that Stripe gave us access. */
  hear(account: string): void {
    this.#unheard.delete(account)
  }

  hasAccess = (account: string): boolean => this.#main.get('authorization', account)?.isActive === true
  isRevoked = (account: string): boolean => this.#revoked.has(account)

  act(kind: LinkKind, step: Step): Promise<void> {
    return kind === 'link-own' ? this.#link(step) : this.#revoke(step)
  }

  /** A host agrees at Stripe and comes back, with a double click. Most of them have unlinked what they had. */
  async #link({ money, pick }: Step): Promise<void> {
    const owner = await this.#around.owner()
    if (pick % 4 > 0 && (await findAccountOf(money.db, owner)))
      await unlinkAccount(money.db, { userId: owner, now: money.now, isForced: true })
    const asked = { type: 'LINK', country: 'US', platform: undefined, environment: undefined } as const
    const state = new URL(await linkAccount(money, owner, asked)).searchParams.get('state') ?? undefined
    // Some link the one that they, or the other owner, had linked before.
    const account = (pick % 2 === 0 ? this.#ids[pick % Math.max(1, this.#ids.length)] : undefined) ?? this.#open(pick % 5 > 0)
    let code = ''
    this.#around.act(() => {
      code = grantCode(this.#main, account, 'read_write')
    })
    // The other owner may have it linked, and then we know of it.
    if (!(await findAccount(money.db, account))) this.#unheard.add(account)
    const linked = await linkByCode(money, owner, { code, state }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'PaymentsUnavailable') return linkByCode(money, owner, { code, state })
      throw error
    })
    this.#unheard.delete(account)
    expect(linked.stripeId, 'the account that was linked').toBe(account)
    expect((await linkByCode(money, owner, { code, state })).stripeId, 'the account after a second click').toBe(account)
  }

  #open(isComplete: boolean): string {
    let id = ''
    this.#around.act(() => {
      id = createAccount(this.#main, { type: 'standard', country: 'US', name: 'Own' }, isComplete).id
    })
    this.#ids.push(id)
    return id
  }

  /** A host ends our access in their dashboard, also to an account that they have unlinked here. */
  async #revoke({ pick }: Step): Promise<void> {
    const open = this.#ids.filter(this.hasAccess)
    const account = pickFrom(open, pick)
    this.#revoked.add(account)
    this.#around.act(() => revoke(this.#main, account))
  }

  /** We have access to what hosts have linked here, and to nothing else once nothing on it can be owed. */
  async judge(): Promise<void> {
    const linked = await this.#around.rows<{ id: string }>(sql`SELECT stripe_id AS id FROM payout_accounts WHERE kind = 'LINK' ORDER BY id`)
    expect(
      this.#ids.filter((id) => this.hasAccess(id) && !this.#unheard.has(id)).toSorted(),
      'accounts of hosts to which we have access',
    ).toEqual(linked.map(({ id }) => id))
    expect(await this.#around.rows(sql`SELECT stripe_id FROM accounts_to_release`), 'accounts to release').toEqual([])
  }
}
