import { runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { mentionOf } from '../../domain/messages/mentions.ts'
import { maxOfEachKind, type NeedsYou } from '../../domain/needs-you/contract.ts'
import { day, hour } from '../../domain/time/spans.ts'
import { addEntry, addGames } from '../calendar-addresses/calendars.ts'
import { block, enter, type Person, putInTeams, rowsRead } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'

collectLog()

const start = Date.now()
let made = 0
const newcomer = () => enter(`waits-${++made}`)

const look = async (person: Person) => {
  const answer = await person.ask('/api/needs-you/messages')
  if (answer.status !== 200) throw new Error(await answer.text())
  return { answer, items: ((await answer.clone().json()) as NeedsYou).items }
}
const itemsOf = async (person: Person) => (await look(person)).items
const say = async (person: Person, id: string, text: string) => {
  const json = { clientId: `waits-key-${++made}`, text }
  const answer = await person.ask(`/api/conversations/${id}/messages`, { method: 'POST', json })
  if (answer.status !== 201) throw new Error(await answer.text())
  await runDurableObjectAlarm(env.CONVERSATION.getByName(id))
}

describe('What needs me in my conversations', () => {
  it('has mentions that I have not read, one of each conversation, also of a muted one', async () => {
    const [owner, ana] = [await newcomer(), await newcomer()]
    await putInTeams(['waits-a', 'waits-b'], [owner.id, ana.id])
    expect(await itemsOf(ana)).toEqual([])
    for (const id of ['team_waits-a', 'team_waits-a', 'team_waits-b']) await say(owner, id, `Hello ${mentionOf(ana.id)}`)
    await ana.ask('/api/conversations/team_waits-b/mute', { method: 'PUT', json: { until: start + hour } })
    const mention = (team: string, seq: number) => ({
      kind: 'mention',
      conversation: { id: `team_${team}`, kind: 'team', name: 'A team', team: { id: team, name: 'A team' }, event: null },
      seq,
    })
    const items = await itemsOf(ana)
    expect(items).toHaveLength(2)
    expect(items).toEqual(expect.arrayContaining([mention('waits-a', 2), mention('waits-b', 1)]))
    expect(await itemsOf(owner)).toEqual([])
    // Who answers has read it.
    await say(ana, 'team_waits-a', 'I am here')
    expect(await itemsOf(ana)).toEqual([mention('waits-b', 1)])
    await block(ana.id, owner.id)
    expect(await itemsOf(ana)).toEqual([])
  })

  it('has open polls of others, until they are closed', async () => {
    const [owner, ana] = [await newcomer(), await newcomer()]
    await putInTeams(['waits-poll'], [owner.id, ana.id])
    const id = 'team_waits-poll'
    const poll = { options: ['Saturday', 'Sunday'], isMultiple: false, showsNames: true, closesAt: start + hour }
    await owner.ask(`/api/conversations/${id}/messages`, { method: 'POST', json: { clientId: 'waits-poll-key', text: 'When?', poll } })
    await runDurableObjectAlarm(env.CONVERSATION.getByName(id))
    const conversation = { id, kind: 'team', name: 'A team', team: { id: 'waits-poll', name: 'A team' }, event: null }
    expect(await itemsOf(ana)).toEqual([{ kind: 'poll', conversation, seq: 1, closesAt: start + hour }])
    expect(await itemsOf(owner)).toEqual([])
    await owner.ask(`/api/conversations/${id}/messages/1/poll`, { method: 'PUT', json: { isClosed: true } })
    await runDurableObjectAlarm(env.CONVERSATION.getByName(id))
    expect(await itemsOf(ana)).toEqual([])
  })

  it('has games without my answer: those I am invited to, and the next ones of my communities', async () => {
    const [owner, ana, ben] = [await newcomer(), await newcomer(), await newcomer()]
    await putInTeams(['waits-club'], [owner.id, ana.id])
    const games = ['invited', 'club', 'both', 'far', 'over'].map((id, index) => ({
      id: `waits-${id}`,
      creatorId: owner.id,
      startsAt: id === 'over' ? start - day : start + (id === 'far' ? 30 : index + 1) * day,
      ...(id === 'invited' ? {} : { teamId: 'waits-club', visibility: 'team' as const }),
    }))
    await addGames(games)
    for (const id of ['invited', 'both'])
      await env.DB.prepare('INSERT INTO event_invites VALUES (?, ?, NULL, 1)').bind(`waits-${id}`, ana.id).run()
    const gamesOf = async (person: Person) => (await itemsOf(person)).map((item) => item.kind === 'answer' && item.game.id)
    expect(await gamesOf(ana)).toEqual(['waits-invited', 'waits-club', 'waits-both'])
    expect(await gamesOf(owner)).toEqual([])
    expect(await gamesOf(ben)).toEqual([])
    await addEntry('waits-club', ana.id)
    await addEntry('waits-both', ana.id, 'left')
    expect(await gamesOf(ana)).toEqual(['waits-invited'])
    await block(owner.id, ana.id)
    expect(await gamesOf(ana)).toEqual([])
  })

  it('is bounded, in one round trip', async () => {
    const [owner, ana] = [await newcomer(), await newcomer()]
    const teams = Array.from({ length: 8 }, (_, index) => `waits-many-${index}`)
    await putInTeams(teams, [owner.id, ana.id])
    await addGames(teams.map((id, index) => ({ id: `${id}-game`, creatorId: owner.id, teamId: id, startsAt: start + (index + 1) * hour })))
    for (const id of teams) await say(owner, `team_${id}`, mentionOf(ana.id))
    const { answer, items } = await look(ana)
    expect(items.map(({ kind }) => kind)).toEqual([...Array(maxOfEachKind).fill('mention'), ...Array(maxOfEachKind).fill('answer')])
    expect(rowsRead(answer)).toBeLessThan(300)
    expect(answer.headers.get('server-timing')).toMatch(/round trips [12]\b/)
  })
})
