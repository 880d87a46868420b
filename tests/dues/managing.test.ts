import { describe, expect, it } from 'vitest'
import type { NeedsYou } from '../../domain/needs-you/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { codeOf, comeBack, pass, payOn, startWithHost, the, titlesOf } from '../orders/paid-game.ts'
import { addCrowd, crowd, enter, type Person, rowsOf } from '../profiles/people.ts'
import {
  askFor,
  askToPayDues,
  atDues,
  dayIn,
  form,
  its,
  list,
  note,
  pageOf,
  payDuesOf,
  read,
  standingOf,
  startWithDues,
  undo,
} from './community-dues.ts'

startWithHost()
startWithDues()

const change = (more: object) => the.host.ask(atDues(), { method: 'PATCH', json: form(more) })
const end = () => the.host.ask(atDues(), { method: 'DELETE' })
const remind = () => the.host.ask(atDues('/remind'), { method: 'POST' })
const titlesAbout = async (person: Person) => (await titlesOf(person)).filter((title) => /Season fee|Pay \$/.test(title))
const needs = async (person: Person) =>
  ((await (await person.ask('/api/needs-you')).json()) as NeedsYou).items.filter(({ kind }) => kind === 'dues')
const whoIn = async (show?: 'owing' | 'paid') =>
  (await read(show)).people.map(({ person, standing }) => `${person?.id.split('-')[0]} ${standing}`)

describe('Those who manage the money', () => {
  it('ask once, also if the answer was lost, and every member is told and sees it among what needs them', async () => {
    const json = { title: 'Shirts', idempotencyKey: 'one-request' }
    const ids = await Promise.all([askFor(json), askFor(json)].map(async (answer) => ((await (await answer).json()) as { id: string }).id))
    expect(new Set(ids).size).toBe(1)
    expect(await titlesAbout(the.ana)).toEqual(['Club: Season fee, $40'])
    // Both are due on the same day.
    expect((await needs(the.ana)).map((item) => item.kind === 'dues' && item.due.title).toSorted()).toEqual(['Season fee', 'Shirts'])
    await note(the.ana, 'cash')
    expect(await needs(the.ana)).toHaveLength(1)
  })

  it('need a plan, an account, a day to come, and room', async () => {
    expect(await codeOf(askFor({ dueOn: dayIn(-1) }))).toBe('400 DuesDayRefused')
    expect(await codeOf(askFor({ currency: 'eur' }))).toBe('409 DuesNeedAccount')
    for (let index = 1; index < 20; index += 1) expect((await askFor({ title: `Fee ${index}` })).status).toBe(201)
    expect(await codeOf(askFor())).toBe('409 DuesFull')
    await rowsOf("UPDATE teams SET plan = 'ROOKIE' WHERE id = ?", its.team)
    expect(await codeOf(askFor())).toBe('409 DuesNeedPlan')
    expect((await list(the.host)).manage?.obstacle).toBe('plan')
  })

  it('change the amount until somebody has paid, and nobody goes on paying the earlier one', async () => {
    const earlier = await pageOf(the.ana)
    expect((await change({ amount: 5000, title: 'Court fee' })).status).toBe(204)
    await pass(1)
    expect(() => payOn(earlier)).toThrow()
    expect(await codeOf(askToPayDues(the.ana, 4000))).toBe('409 OfferChanged')
    await comeBack(the.ana, payOn(await pageOf(the.ana, 5000)))
    expect(await codeOf(change({ amount: 6000 }))).toBe('409 DuesAmountFixed')
    expect((await change({ amount: 5000, title: 'Winter fee', note: '', dueOn: dayIn(40) })).status).toBe(204)
    expect((await list(the.ana)).dues[0]).toMatchObject({ title: 'Winter fee', note: '', amount: 5000, dueOn: dayIn(40), standing: 'paid' })
    expect(await codeOf(change({ amount: 5000, currency: 'eur' }))).toBe('409 OfferChanged')
    expect(await codeOf(change({ amount: 5000, dueOn: dayIn(900) }))).toBe('400 DuesDayRefused')
    await end()
    expect(await codeOf(change({ amount: 5000 }))).toBe('409 DuesOver')
  })

  it('note cash and those who do not have to pay, and take it back', async () => {
    expect([(await note(the.ana, 'cash')).status, (await note(the.ana, 'cash')).status]).toEqual([204, 204])
    expect(await codeOf(note(the.ana, 'waived'))).toBe('409 DuesSettled')
    expect(await codeOf(askToPayDues(the.ana))).toBe('409 DuesSettled')
    await note(the.bo, 'waived')
    expect((await read()).due.sums).toEqual({ paid: 1, waived: 1, collected: 4000, owing: 1 })
    expect([await whoIn('paid'), await whoIn('owing'), await whoIn()]).toEqual([
      ['ana cash', 'bo waived'],
      ['host owes'],
      ['ana cash', 'bo waived', 'host owes'],
    ])
    expect([(await undo(the.ana)).status, (await undo(the.ana)).status]).toEqual([204, 204])
    expect(await standingOf(the.ana)).toBe('owes')
    const stranger = await enter(`stranger-${the.host.id}`)
    expect(await codeOf(note(stranger, 'cash'))).toBe('404 NotInTeam')
  })

  it('end dues: nobody owes them, and who has paid stays in the list', async () => {
    await payDuesOf(the.ana)
    await the.ana.ask(`/api/teams/${its.team}/members/me`, { method: 'DELETE' })
    expect([(await end()).status, (await end()).status]).toEqual([204, 204])
    expect([await standingOf(the.bo), await needs(the.bo)]).toEqual(['none', []])
    expect(await whoIn('owing')).toEqual([])
    expect((await read('paid')).people).toMatchObject([{ person: { id: the.ana.id }, isMember: false, standing: 'paid' }])
    expect(await codeOf(note(the.bo, 'cash'))).toBe('409 DuesOver')
  })

  it('read everybody page by page', async () => {
    const many = `many-${the.host.id}`
    await addCrowd(crowd(many, 40))
    await rowsOf(
      "INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?, id, 'member', 1 FROM users WHERE instr(id, ?) = 1",
      its.team,
      many,
    )
    const first = await read()
    const second = (await (await the.host.ask(atDues(`/payments?cursor=${first.next}`))).json()) as typeof first
    const ids = [...first.people, ...second.people].map(({ person }) => person?.id)
    expect([first.people.length, second.next, ids.length, new Set(ids).size]).toEqual([30, null, 43, 43])
  })

  it('do not see the names of people with a block, unless they run the people', async () => {
    await rowsOf('INSERT INTO blocks (id, blocker_id, blocked_id, created_at) VALUES (?1, ?1, ?2, 1)', the.ana.id, the.bo.id)
    await rowsOf("UPDATE team_members SET role = 'treasurer' WHERE team_id = ? AND user_id = ?", its.team, the.bo.id)
    const shown = async (person: Person) => (await read(undefined, person)).people.filter((each) => each.person === null).length
    expect([await shown(the.bo), await shown(the.host)]).toEqual([1, 0])
  })

  it('hand the community over: nothing is paid to the earlier owner any longer', async () => {
    await rowsOf("UPDATE team_members SET role = 'member' WHERE team_id = ? AND user_id = ?", its.team, the.host.id)
    await rowsOf("UPDATE team_members SET role = 'owner' WHERE team_id = ? AND user_id = ?", its.team, the.bo.id)
    expect(await codeOf(askToPayDues(the.ana))).toBe('409 DuesNotPayable')
  })
})

describe('Those who owe', () => {
  it('are reminded three days before the deadline and on the day after, once each', async () => {
    await note(the.bo, 'waived')
    await pass(17 * day + 20 * hour)
    await pass(hour)
    the.ana = await enter(the.ana.id)
    the.bo = await enter(the.bo.id)
    expect((await titlesAbout(the.ana)).filter((title) => title.startsWith('Pay $40 to Club by'))).toHaveLength(1)
    await pass(4 * day)
    await pass(hour)
    expect((await titlesAbout(the.ana))[0]).toMatch(/^Season fee was due on .*: \$40$/)
    expect(await titlesAbout(the.ana)).toHaveLength(3)
    expect((await titlesAbout(the.bo)).filter((title) => !title.startsWith('Club:'))).toEqual([])
    expect(await standingOf(the.ana)).toBe('overdue')
  })

  it('are reminded by hand at most once a day', async () => {
    expect([(await remind()).status, await codeOf(remind())]).toEqual([204, '409 DuesReminded'])
    expect(await titlesAbout(the.ana)).toHaveLength(2)
    await pass(25 * hour)
    expect((await remind()).status).toBe(204)
  })
})
