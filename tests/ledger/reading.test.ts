import { beforeEach, describe, expect, it } from 'vitest'
import type {
  EventLedger,
  LedgerMonthPage,
  LedgerOverview,
  LedgerPayoutPage,
  PayoutContents,
  SeasonLedger,
} from '../../domain/ledger/contract.ts'
import { monthOf } from '../../domain/ledger/kinds.ts'
import type { TeamRole } from '../../domain/teams/roles.ts'
import { refundCharge } from '../../sandbox/stripe/core/refunds.ts'
import { books, buySeat, codeOf, pass, publishPaid, startWithHost, stripe, the } from '../orders/paid-game.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { catchUp, lastCharge, payOut } from './books.ts'

startWithHost()

const read = async <Answer>(person: Person, path: string): Promise<Answer> => {
  const answer = await person.ask(`/api${path}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

let count = 0
let team = ''
let month = ''

/** The host owns a community in which these people have these roles. */
async function makeTeam(roles: Partial<Record<TeamRole, Person>> = {}): Promise<void> {
  count += 1
  team = `ledger-team-${count}`
  await rowsOf("INSERT INTO teams (id, name, description, plan, created_at, updated_at) VALUES (?, 'Court Crew', '', 'ROOKIE', 1, 1)", team)
  for (const [role, { id }] of Object.entries({ owner: the.host, ...roles }))
    await rowsOf('INSERT INTO team_members (team_id, user_id, role, joined_at) VALUES (?, ?, ?, 1)', team, id, role)
}

beforeEach(() => {
  month = monthOf(Date.now())
})

describe('The books of a host', () => {
  it('show months, games and a payout with what it brought', async () => {
    const [first, second] = [await publishPaid({ title: 'Singles' }), await publishPaid({ title: 'Doubles' })]
    await buySeat(the.ana, first)
    await buySeat(the.bo, second)
    stripe.act(() => refundCharge(books(), lastCharge(), { amount: 500, withFee: true }))
    await payOut()
    const { months, checks } = await read<LedgerOverview>(the.host, '/ledger')
    expect(checks).toMatchObject([{ accountId: the.account, currency: 'usd', difference: 0 }])
    expect(months.find((row) => row.month === month)).toMatchObject({ gross: 3000, stripeFee: 148, ourFee: 125, refunds: -500, net: 2227 })
    const { games } = await read<LedgerMonthPage>(the.host, `/ledger/months/${month}`)
    expect(games.map(({ event, net }) => `${event.title} ${net}`).toSorted()).toEqual(['Doubles 876', 'Singles 1351'])
    expect((await read<EventLedger>(the.host, `/ledger/events/${second}`)).sums).toEqual([
      { currency: 'usd', gross: 1500, payments: 1, stripeFee: 74, ourFee: 50, refunds: -500, disputes: 0, other: 0, net: 876 },
    ])
    const { payouts } = await read<LedgerPayoutPage>(the.host, '/ledger/payouts')
    expect(payouts).toMatchObject([{ amount: 2227, state: 'paid' }])
    const contents = await read<PayoutContents>(the.host, `/ledger/payouts/${payouts[0]?.id}`)
    expect(contents.sums).toMatchObject({ gross: 3000, refunds: -500, net: 2227 })
    expect(contents.lines.map(({ name, net }) => `${name} ${net}`).toSorted()).toEqual(['Doubles 876', 'Singles 1351'])
  })

  it('are for nobody else', async () => {
    const id = await publishPaid()
    await buySeat(the.ana, id)
    await payOut()
    const [payout] = (await read<LedgerPayoutPage>(the.host, '/ledger/payouts')).payouts
    expect(await codeOf(the.ana.ask(`/api/ledger/payouts/${payout?.id}`))).toBe('404 PayoutNotFound')
    expect(await codeOf(the.ana.ask(`/api/ledger/events/${id}`))).toBe('404 EventNotFound')
    expect((await read<LedgerOverview>(the.ana, '/ledger')).months).toEqual([])
  })

  it('are a file in which no title is a formula', async () => {
    await buySeat(the.ana, await publishPaid({ title: '=1+1' }))
    await catchUp()
    const answer = await the.host.ask(`/api/ledger/months/${month}/export`)
    expect(answer.headers.get('content-type')).toContain('text/csv')
    const [head, ...rows] = (await answer.text()).trim().split('\r\n')
    expect(head).toBe("Time (UTC),What,For,Name,Paid,Stripe's fee,Our fee,You get,Currency,Payout,Transaction,Payment")
    expect(rows.map((row) => row.split(',').slice(1, 9).join())).toEqual(["Paid by players,Game,'=1+1,15,0.74,0.75,13.51,USD"])
  })
})

describe('The file of a payout', () => {
  it('has its entries, which add up to what went to the bank, and only for whoever got it', async () => {
    const [first, second] = [await publishPaid({ title: 'First game' }), await publishPaid({ title: 'Second game' })]
    await buySeat(the.ana, first)
    // Stripe's times are in seconds.
    await pass(1000)
    await buySeat(the.bo, second)
    await payOut()
    const [payout] = (await read<LedgerPayoutPage>(the.host, '/ledger/payouts')).payouts
    const path = `/api/ledger/payouts/${payout?.id}/export`
    const answer = await the.host.ask(path)
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="payout-${payout?.id}.csv"`)
    const rows = (await answer.text()).trim().split('\r\n').slice(1)
    const cells = rows.map((row) => row.split(','))
    expect(cells.map((row) => row[3]).filter(Boolean)).toEqual(['First game', 'Second game'])
    expect(cells.map((row) => row[9])).toEqual(rows.map(() => payout?.id))
    const net = cells.reduce((sum, row) => sum + Math.round(Number(row[7]) * 100), 0)
    expect(net).toBe(payout?.amount)
    expect(await codeOf(the.ana.ask(path))).toBe('404 PayoutNotFound')
  })
})

describe('The file of a payout with more entries than are read at once', () => {
  it('has each of them once, in the order of their time, and those of a community alone', async () => {
    await makeTeam()
    await rowsOf("UPDATE teams SET plan = 'PRO' WHERE id = ?", team)
    await rowsOf(
      `INSERT INTO payouts (id, account_id, user_id, amount, currency, state, arrives_at, created_at, is_listed, explained_at)
        VALUES ('po_long', ?, ?, 252500, 'usd', 'paid', 1, 1, 1, 1)`,
      the.account,
      the.host.id,
    )
    await rowsOf(
      `INSERT INTO team_payouts (team_id, payout_id, created_at, gross, payments, stripe_fee, our_fee, refunds, disputes, other, net)
        VALUES (?, 'po_long', 1, 0, 0, 0, 0, 0, 0, 0, 0)`,
      team,
    )
    // Many have the same time, and their ids are in another order than their times. Every second one is of the community.
    await rowsOf(
      `INSERT INTO ledger_entries (id, account_id, user_id, team_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at, payout_id)
        WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 2524)
        SELECT 'txn_long_' || printf('%05d', (i * 997) % 2525), ?1, ?2, iif(i % 2, ?3, NULL), 'payment', 100, 0, 0, 100, 'usd', '1970-01', i / 600, 1, 'po_long' FROM n`,
      the.account,
      the.host.id,
      team,
    )
    const linesOf = async (path: string) =>
      (await (await the.host.ask(`${path}/payouts/po_long/export`)).text())
        .trim()
        .split('\r\n')
        .slice(1)
        .map((row) => row.split(','))
        .map((cells) => `${cells[0]} ${cells[10]}`)
    const all = await linesOf('/api/ledger')
    expect([all.length, new Set(all).size, all]).toEqual([2525, 2525, all.toSorted()])
    const ofTeam = await linesOf(`/api/teams/${team}/ledger`)
    expect([ofTeam.length, ofTeam]).toEqual([1262, all.filter((line) => ofTeam.includes(line))])
  })
})

describe('The books of a community', () => {
  it('have only its games, for its owner and its treasurer', async () => {
    const [treasurer, organizer] = [await enter(`treasurer-${count}`), await enter(`organizer-${count}`)]
    await makeTeam({ treasurer, organizer })
    const [ofTeam, ownGame] = [await publishPaid({ title: 'Crew game', teamId: team }), await publishPaid({ title: 'My game' })]
    await rowsOf(
      "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_at) VALUES (?1, ?1, 'Fall', '2026-01-01', '2099-01-01', 1)",
      team,
    )
    await rowsOf('INSERT INTO team_sessions (event_id, season_id) VALUES (?, ?)', ofTeam, team)
    await buySeat(the.ana, ofTeam)
    await buySeat(the.bo, ownGame)
    await payOut()
    for (const person of [the.host, treasurer]) {
      expect((await read<LedgerOverview>(person, `/teams/${team}/ledger`)).months).toMatchObject([{ month, gross: 1500, payouts: 0 }])
      expect((await read<LedgerMonthPage>(person, `/teams/${team}/ledger/months/${month}`)).games).toMatchObject([
        { event: { title: 'Crew game' } },
      ])
      expect((await read<SeasonLedger>(person, `/ledger/seasons/${team}`)).sums).toMatchObject([{ gross: 1500, net: 1351 }])
      const { payouts } = await read<LedgerPayoutPage>(person, `/teams/${team}/ledger/payouts`)
      expect(payouts).toMatchObject([{ amount: 1351 }])
      const contents = await read<PayoutContents>(person, `/teams/${team}/ledger/payouts/${payouts[0]?.id}`)
      expect([contents.sums?.net, contents.lines.map(({ name }) => name)]).toEqual([1351, ['Crew game']])
    }
    expect(await codeOf(treasurer.ask(`/api/ledger/events/${ownGame}`))).toBe('404 EventNotFound')
    expect(await codeOf(organizer.ask(`/api/teams/${team}/ledger`))).toBe('403 NotAllowed')
    expect(await codeOf(organizer.ask(`/api/ledger/seasons/${team}`))).toBe('404 SeasonNotFound')
    expect(await codeOf(the.bo.ask(`/api/teams/${team}/ledger`))).toBe('404 TeamNotFound')
  })

  it('say by how much the accounts with its money differ from Stripe, and no others', async () => {
    const treasurer = await enter(`treasurer-${count}`)
    await makeTeam({ treasurer })
    const checksOf = async (person: Person) => {
      const { checks, isAccessEnded } = await read<LedgerOverview>(person, `/teams/${team}/ledger`)
      return [...checks.map(({ accountId, difference }) => `${accountId} ${difference}`), ...(isAccessEnded ? ['ended'] : [])]
    }
    await buySeat(the.bo, await publishPaid({ title: 'My game' }))
    await catchUp()
    expect(await checksOf(treasurer)).toEqual([])
    await buySeat(the.ana, await publishPaid({ title: 'Crew game', teamId: team }))
    await catchUp()
    for (const person of [the.host, treasurer]) expect(await checksOf(person)).toEqual([`${the.account} 0`])
    // Another owner was paid before.
    const before = `${the.account}_before`
    await rowsOf('INSERT INTO ledger_accounts (account_id, user_id, ended_at) VALUES (?, ?, 1)', before, treasurer.id)
    await rowsOf(
      `INSERT INTO ledger_entries (id, account_id, user_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at, team_id)
        VALUES (?1, ?1, ?2, 'payment', 1000, 0, 0, 1000, 'usd', '2026-01', 1, 1, ?3)`,
      before,
      treasurer.id,
      team,
    )
    await rowsOf('UPDATE ledger_checks SET difference = 700, checked_at = 1 WHERE account_id = ?', before)
    expect(await checksOf(treasurer)).toEqual([`${the.account} 0`, `${before} 700`, 'ended'])
  })

  it('are a file only with the plan Pro, also for whoever is paid', async () => {
    await makeTeam()
    await buySeat(the.ana, await publishPaid({ teamId: team }))
    await catchUp()
    const path = `/api/teams/${team}/ledger/months/${month}/export`
    expect(await codeOf(the.host.ask(path))).toBe('409 ExportNeedsPro')
    expect((await (await the.host.ask(`/api/ledger/months/${month}/export`)).text()).trim().split('\r\n')).toHaveLength(1)
    await rowsOf("UPDATE teams SET plan = 'PRO' WHERE id = ?", team)
    // What was paid for dues says so, too.
    await rowsOf(
      "INSERT INTO dues (id, team_id, title, note, amount, currency, due_on, created_at) VALUES (?1, ?1, 'Spring fee', '', 2000, 'usd', '2100-01-01', 1)",
      team,
    )
    await rowsOf(
      `INSERT INTO due_payments (id, due_id, user_id, method, state, amount, currency, account_id, payment_id, created_at)
        VALUES (?1, ?1, ?2, 'card', 'paid', 2000, 'usd', ?3, ?1, 1)`,
      team,
      the.ana.id,
      the.account,
    )
    await rowsOf(
      `INSERT INTO ledger_entries (id, account_id, user_id, team_id, kind, gross, stripe_fee, our_fee, net, currency, month, created_at, available_at, payment_id)
        VALUES (?1, ?2, ?3, ?1, 'payment', 2000, 88, 100, 1812, 'usd', ?4, 1, 1, ?1)`,
      team,
      the.account,
      the.host.id,
      month,
    )
    const rows = (await (await the.host.ask(path)).text()).trim().split('\r\n').slice(1)
    expect(rows.map((row) => row.split(',').slice(1, 5).join())).toEqual([
      'Paid by players,Dues,Spring fee,20',
      'Paid by players,Game,Open play,15',
    ])
  })
})
