import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Attendance, OnlinePeople, RosterPage, SaveDetails } from '../../domain/roster/contract.ts'
import { openPrimary } from '../../worker/platform/database.ts'
import { leaveTeam } from '../../worker/teams/change-members.ts'
import { beginGame, publishGame } from '../events/games.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { addCrowd, block, crowd, rowsOf, rowsRead } from '../profiles/people.ts'
import { readProblem } from '../setup/client.ts'
import { collectLog } from '../setup/log.ts'
import { codeOf, makeTeam } from './people.ts'

collectLog()
holdQueues()

const details: SaveDetails = { jersey: '7', position: 'Setter', notes: 'Left-handed', values: [], version: 0 }
const field = { name: 'Shirt', kind: 'choice', choices: ['S', 'M', 'M'], seenBy: 'organizers' }
const idOf = async (answer: Response) => (await answer.json<{ id: string }>()).id
const rolesOf = ({ people }: RosterPage) => people.map(({ role }) => role)

describe('The people of a community', () => {
  it('are listed by the rank of their role, and can be found by role and by a part of their name', async () => {
    const team = await makeTeam('member', 'coach', 'organizer')
    expect(rolesOf(await team.read(team.member, '/people'))).toEqual(['owner', 'organizer', 'coach', 'member'])
    expect(rolesOf(await team.read(team.member, '/people?role=coach'))).toEqual(['coach'])
    expect(rolesOf(await team.read(team.member, '/people?q=OF%20coach'))).toEqual(['coach'])
    expect(rolesOf(await team.read(team.member, '/people?q=%25'))).toEqual([])
  })

  it('come in pages, which read a bounded number of rows', async () => {
    const team = await makeTeam('member')
    const ids = crowd(team.id, 400)
    await addCrowd(ids)
    await env.DB.prepare("INSERT INTO team_members (team_id, user_id, role, joined_at) SELECT ?, value, 'member', key FROM json_each(?)")
      .bind(team.id, JSON.stringify(ids))
      .run()
    const seen = new Set<string>()
    let path = '/people'
    for (let page = 0; page < 9; page++) {
      const answer = await team.send(team.member, 'GET', path)
      expect(rowsRead(answer)).toBeLessThan(420)
      const { people, next } = await answer.json<RosterPage>()
      for (const { person } of people) seen.add(person.id)
      path = `/people?cursor=${next}`
    }
    expect(seen.size).toBe(402)
  })

  it('are hidden behind a block from members, but not from organizers', async () => {
    const team = await makeTeam('member', 'coach')
    await block(team.member.id, team.coach.id)
    await block(team.member.id, team.owner.id)
    expect(rolesOf(await team.read(team.coach, '/people'))).toEqual(['owner', 'coach'])
    expect(rolesOf(await team.read(team.owner, '/people'))).toEqual(['owner', 'coach', 'member'])
  })

  it('are online only as far as they show it', async () => {
    const team = await makeTeam('member', 'coach')
    const answer = await team.read<OnlinePeople>(team.member, '/people/online')
    expect(answer).toEqual({ online: [] })
  })

  it('disappear for somebody who was removed', async () => {
    const team = await makeTeam('member')
    await leaveTeam(openPrimary(env.DB), { now: 1, newId: () => crypto.randomUUID() }, team.member.id, team.id)
    expect(await codeOf(await team.send(team.member, 'GET', '/people'))).toBe('TeamNotFound')
  })
})

describe('Details', () => {
  it('are saved by organizers. Notes and some fields are seen by them only', async () => {
    const team = await makeTeam('member', 'organizer')
    const shirt = await idOf(await team.send(team.owner, 'POST', '/fields', field))
    const born = await idOf(await team.send(team.owner, 'POST', '/fields', { name: 'Since', kind: 'date', choices: [], seenBy: 'members' }))
    const values = [
      { fieldId: shirt, value: 'M' },
      { fieldId: born, value: '2020-02-29' },
    ]
    const save = (json: object) => team.send(team.organizer, 'PUT', `/people/${team.member.id}/details`, json)
    expect(await (await save({ ...details, values })).json()).toEqual({ version: 1 })
    const readRow = async (person: typeof team.owner) => (await team.read<RosterPage>(person, '/people?role=member')).people[0]
    expect(await readRow(team.organizer)).toMatchObject({ jersey: '7', position: 'Setter', notes: 'Left-handed', values })
    expect(await readRow(team.member)).toMatchObject({ jersey: '7', notes: null, values: [{ fieldId: born, value: '2020-02-29' }] })
    expect((await team.read<RosterPage>(team.member, '/people')).fields.map(({ name }) => name)).toEqual(['Since'])
    for (const [fieldId, value, code] of [
      [shirt, 'XL', 'TeamFieldValueUnknown'],
      [born, '2021-02-29', 'NotADate'],
    ])
      expect(await codeOf(await save({ ...details, version: 1, values: [{ fieldId, value }] }))).toBe(code)
    await team.send(team.owner, 'DELETE', `/fields/${shirt}`)
    expect(await rowsOf('SELECT field_values FROM member_details WHERE team_id = ?', team.id)).toEqual([
      { field_values: JSON.stringify({ [born]: '2020-02-29' }) },
    ])
  })

  it('for a field that the community does not have are refused, and nothing of them is saved', async () => {
    const [team, other] = [await makeTeam('member'), await makeTeam()]
    const foreign = await idOf(await other.send(other.owner, 'POST', '/fields', field))
    const removed = await idOf(await team.send(team.owner, 'POST', '/fields', field))
    await team.send(team.owner, 'DELETE', `/fields/${removed}`)
    const save = (fieldId: string, value: string) =>
      team.send(team.owner, 'PUT', `/people/${team.member.id}/details`, { ...details, values: [{ fieldId, value }] })
    for (const fieldId of [foreign, removed, 'no-such-field']) {
      const problem = await readProblem(await save(fieldId, 'M'))
      expect(problem).toMatchObject({ status: 404, code: 'TeamFieldNotFound', issues: [{ path: 'values.0.value' }] })
    }
    expect(await rowsOf('SELECT 1 FROM member_details WHERE team_id = ?', team.id)).toEqual([])
    // Without a value there is nothing to lose.
    expect(await codeOf(await save(removed, ''))).toBe(200)
  })

  it('are never overwritten by an older tab', async () => {
    const team = await makeTeam('member')
    const put = (json: object) => team.send(team.owner, 'PUT', `/people/${team.member.id}/details`, json)
    const answers = await Promise.all(['1', '2', '3'].map(async (jersey) => codeOf(await put({ ...details, jersey }))))
    expect(answers.toSorted()).toEqual([200, 'DetailsVersionConflict', 'DetailsVersionConflict'])
    expect(await codeOf(await team.send(team.member, 'PUT', '/people/me/position', { position: 'Libero', version: 0 }))).toBe(
      'DetailsVersionConflict',
    )
    expect(await codeOf(await team.send(team.member, 'PUT', '/people/me/position', { position: 'Libero', version: 1 }))).toBe(200)
    expect((await team.read<RosterPage>(team.owner, '/people?role=member')).people[0]).toMatchObject({
      position: 'Libero',
      notes: 'Left-handed',
      version: 2,
    })
  })

  it('leave with the member', async () => {
    const team = await makeTeam('member')
    await team.send(team.owner, 'PUT', `/people/${team.member.id}/details`, details)
    await leaveTeam(openPrimary(env.DB), { now: 1, newId: () => crypto.randomUUID() }, team.member.id, team.id)
    expect(await rowsOf('SELECT * FROM member_details WHERE team_id = ?', team.id)).toEqual([])
  })

  it('refuse an eleventh field and a person of another community', async () => {
    const team = await makeTeam('member')
    const other = await makeTeam('member')
    for (let index = 0; index < 10; index++)
      expect((await team.send(team.owner, 'POST', '/fields', { ...field, idempotencyKey: `field-key-${index}` })).status).toBe(201)
    expect((await team.send(team.owner, 'POST', '/fields', { ...field, idempotencyKey: 'field-key-9' })).status).toBe(201)
    expect(await codeOf(await team.send(team.owner, 'POST', '/fields', field))).toBe('TeamFieldsFull')
    expect(await codeOf(await team.send(team.owner, 'PUT', `/people/${other.member.id}/details`, details))).toBe('NotInTeam')
    expect(await codeOf(await other.send(team.owner, 'PUT', `/people/${other.member.id}/details`, details))).toBe('TeamNotFound')
  })
})

it('Attendance counts the seats and check-ins of the last games', async () => {
  const team = await makeTeam('member', 'coach')
  for (const isThere of [true, false]) {
    const game = await publishGame(team.owner, { visibility: 'team', teamId: team.id })
    await team.member.ask(`/api/events/${game}/me`, { method: 'PUT', json: {} })
    await beginGame(game)
    await env.DB.prepare('UPDATE events SET ends_at = 5 WHERE id = ?').bind(game).run()
    if (isThere)
      await env.DB.prepare('UPDATE joiners SET arrived = 1, checked_in_at = 1 WHERE event_id = ? AND user_id = ?')
        .bind(game, team.member.id)
        .run()
  }
  await publishGame(team.owner, { visibility: 'team', teamId: team.id })
  const { games, people } = await team.read<Attendance>(team.owner, '/people/attendance')
  expect(games).toBe(2)
  expect(people.find(({ userId }) => userId === team.member.id)).toEqual({ userId: team.member.id, joined: 2, checkedIn: 1 })
  expect(await codeOf(await team.send(team.coach, 'GET', '/people/attendance'))).toBe('NotAllowed')
})

it('The export has everybody but children, and no formula runs in it', async () => {
  const team = await makeTeam('member')
  await team.send(team.owner, 'POST', '/guests', { name: '=HYPERLINK("x")', email: 'robin@example.com' })
  await team.send(team.member, 'POST', '/children', { name: 'Little Kim' })
  for (const [index, notes] of ['+1', '-1', '@SUM(A1)', '\t=1'].entries())
    await team.send(team.owner, 'PUT', `/people/${team.member.id}/details`, { ...details, notes: `${notes}`, version: index })
  const answer = await team.send(team.owner, 'GET', '/people/export')
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="court-crew-people.csv"')
  const csv = await answer.text()
  expect(csv).not.toContain('Little Kim')
  expect(csv.split('\r\n')[0]).toBe('Name,Email,Role,Title,Joined,Jersey,Position,Notes')
  expect(csv).toContain(`"'=HYPERLINK(""x"")",robin@example.com,Guest`)
  expect(csv).toContain("7,Setter,'=1")
  expect(await codeOf(await team.send(team.member, 'GET', '/people/export'))).toBe('NotAllowed')
})
