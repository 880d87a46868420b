import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PaymentsOverview, PayoutAccount } from '../../domain/payments/contract.ts'
import { payoutWords } from '../../domain/payments/payout-news.ts'
import { day, hour, minute } from '../../domain/time/spans.ts'
import {
  askForDocument,
  authorize,
  changeAccount,
  completeAccount,
  createAccount,
  restrictAccount,
  submitIncomplete,
} from '../../sandbox/stripe/core/accounts.ts'
import { addEntry } from '../../sandbox/stripe/core/balance.ts'
import { platform } from '../../sandbox/stripe/core/books.ts'
import { grantCode, revoke } from '../../sandbox/stripe/core/oauth.ts'
import { runChores } from '../../worker/cron.ts'
import type { Job } from '../../worker/env.ts'
import * as ledger from '../../worker/ledger/sync-ledger.ts'
import { getSettings } from '../../worker/platform/settings.ts'
import { consume, deliverNotices, holdQueues, waitForEmptyOutbox } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { makeEvent, send } from './events.ts'
import { startStripe } from './stand-in.ts'

collectLog()

const stripe = startStripe(() => Date.now())
const queues = holdQueues()
const money: Job<unknown>[] = []
let host: Person
let entered = 0
let time = 0

beforeEach(async () => {
  // Stripe's clock never goes back, so the clock of a test begins where the last one ended.
  time = Math.max(time, Date.now() + 2000)
  vi.useFakeTimers({ toFake: ['Date'], now: time })
  stripe.connect()
  money.length = 0
  vi.spyOn(env.MONEY_QUEUE, 'sendBatch').mockImplementation(async (messages) => {
    money.push(...[...messages].map(({ body }) => body as Job<unknown>))
    return {} as never
  })
  entered += 1
  host = await enter(`host-${entered}`)
})

afterEach(() => {
  time = Date.now()
  vi.useRealTimers()
})

const post = (person: Person, path: string, json?: unknown) =>
  person.ask(`/api/payments/account${path}`, { method: 'POST', ...(json === undefined ? {} : { json }) })
const urlOf = async (answer: Response) => new URL(((await answer.json()) as { url: string }).url)
const codeOf = async (answer: Response) => [answer.status, (await readProblem(answer)).code]
const unlink = (person: Person, query = '') => person.ask(`/api/payments/account${query}`, { method: 'DELETE' })
const accountOf = async (person: Person) => ((await (await person.ask('/api/payments')).json()) as PaymentsOverview).account
const open = (person: Person, more: object = {}) => post(person, '', { type: 'NEW', country: 'US', ...more })
const pass = (ms: number) => {
  vi.setSystemTime(Date.now() + ms)
  stripe.runDue()
}

/** Opens an account for the host, and returns its id. */
async function openAccount(country = 'US'): Promise<string> {
  expect((await open(host, { country })).status).toBe(200)
  return (await accountOf(host))?.stripeId ?? ''
}

/** A host who has an account of their own agrees at Stripe. Returns the account, and what comes back in the address. */
async function agree(person: Person, account = newStandard()) {
  const url = await urlOf(await post(person, '', { type: 'LINK' }))
  const code = stripe.act((world) => grantCode(world.books(platform), account, 'read_write'))
  return { account, code, state: url.searchParams.get('state') ?? '' }
}
const newStandard = (isComplete = true) =>
  stripe.act((world) => createAccount(world.books(platform), { type: 'standard', country: 'DE', name: 'Own' }, isComplete).id)

async function link(person: Person, account?: string) {
  const { account: linked, ...back } = await agree(person, account)
  expect((await post(person, '/code', back)).status).toBe(200)
  return linked
}

/** Stripe changes the account, tells us, and the queue does the work. */
async function happen(account: string, type: 'account.updated' | 'account.application.deauthorized', change: () => void) {
  change()
  await arrive(account, type)
}
async function arrive(account: string, type: string) {
  const event = {
    ...makeEvent({ type, account }),
    data: { object: { id: type === 'account.updated' ? account : 'ca_sandbox', object: 'account' } },
  }
  expect((await send(JSON.stringify(event), { to: 'connect' })).status).toBe(200)
  await work()
}
async function work() {
  await waitForEmptyOutbox()
  await consume('money', money.splice(0))
  await waitForEmptyOutbox()
}
const main = () => stripe.world.books(platform)
const change = (act: (id: string) => unknown, id: string) => () => void stripe.act(() => act(id))

/** The titles that the host sees in the app, the newest first, after everything was delivered. */
async function titlesOf(person: Person): Promise<string[]> {
  await deliverNotices()
  const { notices } = (await (await person.ask('/api/notifications')).json()) as { notices: { title: string }[] }
  return notices.map(({ title }) => title)
}
const mailsTo = (person: Person) =>
  queues.mail.flatMap(({ body }) =>
    body.to.startsWith(person.id) && body.template.name === 'payout-account' ? [body.template.data.title] : [],
  )
const title = (news: 'active' | 'restricted' | 'unlinked') => payoutWords(news, 0).title

describe('A host without an account', () => {
  it('opens one in their country, fills it in, and is told when people can pay', async () => {
    const url = await urlOf(await open(host, { country: 'DE', platform: 'gth', environment: 'sandbox' }))
    expect(url.pathname).toMatch(/\/onboarding\/alnk_/)
    const before = await accountOf(host)
    expect(before).toMatchObject({ stripeChargesEnabled: false, stripeDetailsSubmitted: false, country: 'DE', currency: 'eur' })
    expect(before?.requirements.currently_due).toContain('external_account')
    const id = before?.stripeId ?? ''
    await happen(
      id,
      'account.updated',
      change((account) => completeAccount(main(), account), id),
    )
    expect(await accountOf(host)).toMatchObject({
      stripeId: id,
      stripeChargesEnabled: true,
      stripeDetailsSubmitted: true,
      requirements: { currently_due: [] },
    })
    await arrive(id, 'account.updated')
    expect(await titlesOf(host)).toEqual([title('active')])
    expect(mailsTo(host)).toEqual([title('active')])
  })

  it('gets one account from two clicks, and from a click after the answer was lost', async () => {
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    expect(await codeOf(await open(host))).toEqual([503, 'PaymentsUnavailable'])
    const answers = await Promise.all([open(host), open(host)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(
      main()
        .all('account')
        .filter(({ metadata }) => metadata?.userId === host.id),
    ).toHaveLength(1)
  })

  it('gets the account that was opened, also from a click days after its answer was lost', async () => {
    const opened = () =>
      main()
        .all('account')
        .filter(({ metadata }) => metadata?.userId === host.id)
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    expect(await codeOf(await open(host))).toEqual([503, 'PaymentsUnavailable'])
    // Others have opened more than one page of accounts meanwhile.
    stripe.act(() => {
      for (let each = 0; each < 101; each += 1) {
        const { id } = createAccount(main(), { type: 'express', country: 'US' }, false)
        authorize(main(), id)
        main().change('account', id, { metadata: { userId: 'somebody-else' } })
      }
    })
    pass(25 * hour)
    host = await enter(host.id)
    expect(await openAccount()).toBe(opened()[0]?.id)
    expect(opened()).toHaveLength(1)
  })

  it('can go on later with a fresh page, until the account is active', async () => {
    const id = await openAccount()
    expect((await urlOf(await open(host))).pathname).toMatch(/alnk_/)
    expect((await urlOf(await post(host, '/verification'))).pathname).toMatch(/alnk_/)
    expect(await codeOf(await open(host, { country: 'CA' }))).toEqual([409, 'AccountLinked'])
    expect(await codeOf(await post(host, '', { type: 'LINK' }))).toEqual([409, 'AccountLinked'])
    await happen(
      id,
      'account.updated',
      change((account) => completeAccount(main(), account), id),
    )
    expect(await codeOf(await open(host))).toEqual([409, 'AccountLinked'])
  })

  it('sees its payouts and disputes at Stripe by a link for one use, once the account is active', async () => {
    const id = await openAccount()
    expect((await urlOf(await post(host, '/dashboard'))).pathname).toMatch(/alnk_/)
    await happen(
      id,
      'account.updated',
      change((account) => completeAccount(main(), account), id),
    )
    stripe.calls.splice(0)
    expect((await urlOf(await post(host, '/dashboard'))).pathname).toBe(`/stripe/accounts/${id}`)
    expect(stripe.calls).toEqual([`POST /v1/accounts/${id}/login_links`])
  })

  it('has nothing to verify, see or unlink', async () => {
    expect(await codeOf(await post(host, '/verification'))).toEqual([404, 'NoPayoutAccount'])
    expect(await codeOf(await post(host, '/dashboard'))).toEqual([404, 'NoPayoutAccount'])
    expect(await codeOf(await unlink(host))).toEqual([404, 'NoPayoutAccount'])
  })

  it.each([
    ['another platform', { platform: 'meh' }, 409, 'OfferChanged'],
    ['another environment', { environment: 'production' }, 409, 'OfferChanged'],
    ['a country in which nobody is paid', { country: 'RU' }, 400, 'InvalidInput'],
    ['another type', { type: 'OTHER' }, 400, 'InvalidInput'],
  ])('is refused with %s, and Stripe is not asked', async (_, more, status, code) => {
    expect(await codeOf(await open(host, more))).toEqual([status, code])
    expect(stripe.calls).toEqual([])
  })
})

describe('A host who has an account at Stripe', () => {
  it('is sent to the address of this Stripe, and comes back to the Payments page', async () => {
    const url = await urlOf(await post(host, '', { type: 'LINK' }))
    const sandbox = new URL(getSettings(env).sandboxUrl ?? '')
    expect([url.origin, url.pathname]).toEqual([sandbox.origin, '/stripe/oauth/authorize'])
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ response_type: 'code', client_id: 'ca_sandbox', scope: 'read_write' })
    expect(url.searchParams.get('redirect_uri')).toMatch(/\/settings\?tab=payments$/)
  })

  it('links it by the code, and the same code again has the same answer', async () => {
    const { account, ...back } = await agree(host)
    const answers = await Promise.all([post(host, '/code', back), post(host, '/code', back)])
    const again = await post(host, '/code', back)
    const linked = { stripeId: account, stripeChargesEnabled: true, stripeDetailsSubmitted: true }
    expect(await again.json()).toEqual(linked)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await accountOf(host)).toMatchObject({ ...linked, country: 'DE', currency: 'eur' })
    for (const page of ['/verification', '/dashboard'])
      expect((await urlOf(await post(host, page))).pathname).toBe(`/stripe/accounts/${account}`)
  })

  it('is refused with the state of another person, an old or a changed one, and none', async () => {
    const { code, state } = await agree(host)
    const stranger = await enter(`stranger-${entered}`)
    expect(await codeOf(await post(stranger, '/code', { code, state }))).toEqual([400, 'LinkCodeRefused'])
    expect(await codeOf(await post(host, '/code', { code, state: `${state}x` }))).toEqual([400, 'LinkCodeRefused'])
    expect(await codeOf(await post(host, '/code', { code }))).toEqual([400, 'LinkCodeRefused'])
    expect(await codeOf(await post(host, '/code', { code: 'ac_unknown', state }))).toEqual([400, 'LinkCodeRefused'])
    pass(hour + minute)
    expect(await codeOf(await post(host, '/code', { code, state }))).toEqual([400, 'LinkCodeRefused'])
    expect(await accountOf(host)).toBeNull()
  })

  it('gives us no access that lasts if the answer of Stripe was lost and nobody has the account here', async () => {
    const isOurs = (id: string) => main().get('authorization', id)?.isActive
    const sweepLater = async () => {
      pass(2 * hour)
      await runChores(env, Date.now())
      // The sweep queues what is to be released.
      for (const _ of ['sweep', 'release']) await work()
    }
    const { account, ...back } = await agree(host)
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    expect(await codeOf(await post(host, '/code', back))).toEqual([503, 'PaymentsUnavailable'])
    expect(await codeOf(await post(host, '/code', back))).toEqual([400, 'LinkCodeRefused'])
    await arrive(account, 'account.application.authorized')
    expect(isOurs(account)).toBe(true)
    await sweepLater()
    expect(isOurs(account)).toBe(false)
    await link(host, account)
    await arrive(account, 'account.application.authorized')
    await sweepLater()
    expect([isOurs(account), (await accountOf(host))?.stripeId]).toEqual([true, account])
  })

  it('cannot link the account of another person here, who keeps it', async () => {
    const account = await link(host)
    const other = await enter(`other-${entered}`)
    const { account: _, ...back } = await agree(other, account)
    expect(await codeOf(await post(other, '/code', back))).toEqual([409, 'AccountLinkedElsewhere'])
    expect([await accountOf(other), (await accountOf(host))?.stripeId]).toEqual([null, account])
    expect(main().get('authorization', account)?.isActive).toBe(true)
  })
})

describe('The account of a host', () => {
  const read = async (person: Person, id: string) => person.ask(`/api/payments/account/${id}`)

  it('is read at Stripe again after a minute, and only for its host', async () => {
    const id = await openAccount()
    stripe.act(() => submitIncomplete(main(), id))
    expect(((await (await read(host, id)).json()) as PayoutAccount).stripeDetailsSubmitted).toBe(false)
    pass(2 * minute)
    expect(await (await read(host, id)).json()).toMatchObject({
      stripeDetailsSubmitted: true,
      stripeChargesEnabled: false,
      requirements: { currently_due: ['individual.verification.document'] },
    })
    const stranger = await enter(`stranger-${entered}`)
    for (const [person, account] of [
      [stranger, id],
      [host, 'acct_unknown'],
    ] as const)
      expect(await codeOf(await read(person, account))).toEqual([404, 'NoPayoutAccount'])
  })

  it('is gone after it was unlinked at Stripe, also if no event arrives', async () => {
    const id = await link(host)
    stripe.act(() => revoke(main(), id))
    pass(2 * minute)
    expect(await codeOf(await read(host, id))).toEqual([404, 'NoPayoutAccount'])
    expect(await titlesOf(host)).toEqual([title('unlinked')])
  })
})

describe('A host is told once', () => {
  let id: string
  beforeEach(async () => {
    id = await link(host)
  })

  it('that the account was unlinked at Stripe', async () => {
    await happen(
      id,
      'account.application.deauthorized',
      change((account) => revoke(main(), account), id),
    )
    await arrive(id, 'account.application.deauthorized')
    expect(await accountOf(host)).toBeNull()
    expect(await titlesOf(host)).toEqual([title('unlinked')])
    expect(mailsTo(host)).toEqual([title('unlinked')])
  })

  it('that the account is restricted, and that it is active again', async () => {
    await happen(
      id,
      'account.updated',
      change((account) => restrictAccount(main(), account), id),
    )
    await arrive(id, 'account.updated')
    expect(await accountOf(host)).toMatchObject({ stripeChargesEnabled: false })
    expect(await titlesOf(host)).toEqual([title('restricted')])
    pass(minute)
    await happen(
      id,
      'account.updated',
      change((account) => completeAccount(main(), account), id),
    )
    expect(await titlesOf(host)).toEqual([title('active'), title('restricted')])
    expect(mailsTo(host)).toEqual([title('restricted'), title('active')])
  })

  it('that Stripe holds the payouts, while people can still pay', async () => {
    const hold = (payouts_enabled: boolean) =>
      happen(
        id,
        'account.updated',
        change((account) => changeAccount(main(), account, { payouts_enabled }), id),
      )
    await hold(false)
    await arrive(id, 'account.updated')
    expect(await accountOf(host)).toMatchObject({ stripeChargesEnabled: true, stripePayoutsEnabled: false })
    expect(await titlesOf(host)).toEqual([payoutWords('payouts-stopped', 0).title])
    expect(mailsTo(host)).toEqual([payoutWords('payouts-stopped', 0).title])
    pass(minute)
    await hold(true)
    expect(await accountOf(host)).toMatchObject({ stripePayoutsEnabled: true })
  })

  it('what is due, fourteen days ahead', async () => {
    await happen(
      id,
      'account.updated',
      change((account) => askForDocument(main(), account, 20), id),
    )
    const deadline = (await accountOf(host))?.deadline ?? 0
    expect(deadline - Date.now()).toBeGreaterThan(19 * day)
    await runChores(env, Date.now())
    expect(await titlesOf(host)).toEqual([])
    pass(6.5 * day)
    for (const _ of [1, 2]) await runChores(env, Date.now())
    await arrive(id, 'account.updated')
    expect(await titlesOf(host)).toEqual([payoutWords('due', deadline).title])
    expect(mailsTo(host)).toEqual([payoutWords('due', deadline).title])
  })

  it('what is due at once, if less time is left, and again for another deadline', async () => {
    await happen(
      id,
      'account.updated',
      change((account) => askForDocument(main(), account, 10), id),
    )
    expect(await titlesOf(host)).toHaveLength(1)
    await happen(
      id,
      'account.updated',
      change((account) => askForDocument(main(), account, 12), id),
    )
    expect(await titlesOf(host)).toHaveLength(2)
  })

  it('nothing that is over by the time it is delivered', async () => {
    await happen(
      id,
      'account.updated',
      change((account) => restrictAccount(main(), account), id),
    )
    pass(minute)
    await happen(
      id,
      'account.updated',
      change((account) => completeAccount(main(), account), id),
    )
    expect(await titlesOf(host)).toEqual([title('active')])
  })

  it('nothing by an event of our own account', async () => {
    stripe.act(() => restrictAccount(main(), id))
    const event = { ...makeEvent({ type: 'account.updated' }), data: { object: { id, object: 'account' } } }
    await send(JSON.stringify(event))
    await work()
    expect(await accountOf(host)).toMatchObject({ stripeChargesEnabled: true })
  })
})

describe('The sweep, if no event has arrived', () => {
  const sweep = async () => {
    pass(hour)
    await consume('money', [{ id: `sweep:${Date.now()}`, body: { kind: 'sweep' } }])
    await work()
  }

  it('finds that Stripe has restricted an account, tells its host once, and finds the end of it', async () => {
    const id = await openAccount()
    stripe.act(() => completeAccount(main(), id))
    await sweep()
    stripe.act(() => restrictAccount(main(), id))
    await sweep()
    await sweep()
    expect(await accountOf(host)).toMatchObject({ stripeChargesEnabled: false })
    expect((await titlesOf(host)).filter((one) => one === title('restricted'))).toHaveLength(1)
    stripe.act(() => completeAccount(main(), id))
    await sweep()
    expect(await accountOf(host)).toMatchObject({ stripeChargesEnabled: true })
  })

  it('finds that an account was unlinked at Stripe', async () => {
    const id = await link(host)
    stripe.act(() => revoke(main(), id))
    await sweep()
    expect(await accountOf(host)).toBeNull()
    expect(await titlesOf(host)).toEqual([title('unlinked')])
  })
})

describe('A host who unlinks', () => {
  it('a linked account ends our access to it, and is not told what they did', async () => {
    const id = await link(host)
    expect((await unlink(host)).status).toBe(204)
    expect(await accountOf(host)).toBeNull()
    await work()
    expect(main().get('authorization', id)?.isActive).toBe(false)
    await arrive(id, 'account.application.deauthorized')
    expect(await titlesOf(host)).toEqual([])
    expect(await link(host, id)).toBe(id)
  })

  it('an account that we opened leaves it at Stripe, marked, and gets it again', async () => {
    const id = await openAccount()
    await unlink(host)
    await work()
    expect(await accountOf(host)).toBeNull()
    expect(main().find('account', id).metadata).toMatchObject({ userId: host.id, unlinkedAt: expect.stringMatching(/^20/) })
    expect(await openAccount()).toBe(id)
    expect(main().find('account', id).metadata).toEqual({ userId: host.id })
    await unlink(host)
    expect(await openAccount('CA')).not.toBe(id)
    await unlink(host)
    expect(await openAccount('US')).toBe(id)
  })

  it('keeps an account that they have linked again before the work is done', async () => {
    const id = await link(host)
    await unlink(host)
    await link(host, id)
    await work()
    expect(main().get('authorization', id)?.isActive).toBe(true)
  })

  it('keeps an account that they link again while its last sales are read', async () => {
    const id = await link(host)
    await unlink(host)
    const read = ledger.syncLedger
    const slow = vi.spyOn(ledger, 'syncLedger').mockImplementationOnce(async (...args) => {
      await link(host, id)
      return read(...args)
    })
    await work()
    expect(slow).toHaveBeenCalled()
    expect(main().get('authorization', id)?.isActive).toBe(true)
  })

  it('an account with money from before leaves no difference in the books, also if nobody has read it yet', async () => {
    const id = newStandard()
    stripe.act((world) => {
      const entry = addEntry(world.books(id), { type: 'adjustment', amount: 4000, currency: 'eur', source: null })
      world.books(id).change('balance_transaction', entry.id, { created: entry.created - 10 * 86_400 })
    })
    await link(host, id)
    await unlink(host)
    await work()
    expect(await rowsOf('SELECT difference FROM ledger_checks WHERE account_id = ?', id)).toEqual([{ difference: 0 }])
  })

  it('does so once, also if the work runs twice and its answer is lost', async () => {
    const id = await link(host)
    await unlink(host)
    await waitForEmptyOutbox()
    const jobs = money.splice(0)
    stripe.act((world) => world.changeSettings({ faults: { lostAnswers: 1 } }))
    for (const _ of [1, 2, 3]) await consume('money', jobs)
    expect(main().get('authorization', id)?.isActive).toBe(false)
    expect(await rowsOf("SELECT state FROM jobs WHERE id LIKE 'unlink-account:%' AND id LIKE ?", `%${id}%`)).toEqual([{ state: 'done' }])
  })
})
