import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { type ImportAnswer, type ImportRow, maxImportRows, type RosterGuestPage } from '../../domain/roster/contract.ts'
import { splitRows } from '../../domain/roster/import-rules.ts'
import { maxGuests } from '../../domain/teams/contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { codeOf, makeTeam } from './people.ts'

collectLog()
holdQueues()

const importId = 'b'.repeat(64)
const makeRow = (row: number, more: Partial<ImportRow> = {}): ImportRow => ({
  row,
  name: `Player ${row}`,
  email: `player-${row}@example.com`,
  jersey: '',
  position: '',
  ...more,
})
const makeRows = (from: number, count: number) => Array.from({ length: count }, (_, index) => makeRow(from + index))

type Team = Awaited<ReturnType<typeof makeTeam<'member'>>>
const send = (team: Team, person: Person, rows: ImportRow[], id = importId) => team.send(person, 'POST', `/imports/${id}/rows`, { rows })
const importRows = async (team: Team, rows: ImportRow[], id?: string) =>
  (await (await send(team, team.owner, rows, id)).json<ImportAnswer>()).results.map(({ result }) => result)
const countGuests = async ({ id }: Team) => (await rowsOf('SELECT count(*) AS n FROM guests WHERE team_id = ?', id))[0]?.n

describe('An import of people', () => {
  it('goes on after it was killed at row 400, and adds nobody twice', async () => {
    const team = await makeTeam()
    await importRows(team, makeRows(1, 250))
    // The answer for these rows was lost on the way.
    await importRows(team, makeRows(251, 150))
    const again = [...(await importRows(team, makeRows(1, 250))), ...(await importRows(team, makeRows(251, 200)))]
    expect(new Set(again)).toEqual(new Set(['added']))
    expect(await countGuests(team)).toBe(450)
  })

  it('adds nobody twice when two tabs import the same file at once', async () => {
    const team = await makeTeam()
    const results = await Promise.all(
      [1, 2, 3].map(() =>
        importRows(
          team,
          makeRows(1, 50).map((row) => ({ ...row, email: null })),
        ),
      ),
    )
    expect(new Set(results.flat())).toEqual(new Set(['added']))
    expect(await countGuests(team)).toBe(50)
  })

  it('says which rows have an address twice, and goes on with the others', async () => {
    const team = await makeTeam()
    await team.send(team.owner, 'POST', '/guests', { name: 'Ann', email: 'ann@example.com' })
    const rows = [
      makeRow(1, { email: 'ANN@example.com' }),
      makeRow(2, { email: 'bo@example.com', jersey: '7', position: 'Setter' }),
      makeRow(3, { email: 'Bo@Example.com' }),
      makeRow(4),
    ]
    expect(await importRows(team, rows)).toEqual(['exists', 'added', 'exists', 'added'])
    expect(
      (await team.read<RosterGuestPage>(team.owner, '/guests')).guests.map(({ name, jersey, position }) => [name, jersey, position]),
    ).toEqual(
      expect.arrayContaining([
        ['Player 2', '7', 'Setter'],
        ['Player 4', '', ''],
      ]),
    )
  })

  it('stops when the community is full, in the order of the rows', async () => {
    const team = await makeTeam()
    await env.DB.prepare("INSERT INTO guests (id, team_id, name, created_at) SELECT ?1 || value, ?1, 'Guest', 1 FROM json_each(?2)")
      .bind(team.id, JSON.stringify(Array.from({ length: 498 }, (_, i) => i)))
      .run()
    expect(await importRows(team, makeRows(1, 4))).toEqual(['added', 'added', 'full', 'full'])
  })

  it('of 10,000 rows adds as many as the community has place for, and says why the others are left out', async () => {
    const team = await makeTeam()
    const parts = splitRows(makeRows(1, maxImportRows))
    const results: string[] = []
    for (const part of parts) results.push(...(await importRows(team, part)))
    const full = Array.from({ length: maxImportRows - maxGuests }, () => 'full')
    expect(results).toEqual([...Array.from({ length: maxGuests }, () => 'added'), ...full])
    // A person may send 60 requests per minute.
    expect(parts.length).toBeLessThanOrEqual(20)
    expect(await countGuests(team)).toBe(maxGuests)
  })

  it('takes the largest part that the page sends, with long names', async () => {
    const team = await makeTeam()
    const [part = []] = splitRows(makeRows(1, 500).map((row) => ({ ...row, name: '𝓐'.repeat(30), position: '𝓟'.repeat(15) })))
    expect((await send(team, team.owner, part)).status).toBe(200)
  })

  it('answers the same for addresses with and without an account, and puts nobody into the community', async () => {
    const team = await makeTeam()
    const known = await enter(`known-${team.id}`)
    const rows = [makeRow(1, { email: `${known.id}@local.test` }), makeRow(2, { email: `${team.owner.id}@local.test` }), makeRow(3)]
    expect(await importRows(team, rows)).toEqual(['added', 'added', 'added'])
    expect(await rowsOf('SELECT user_id FROM team_members WHERE team_id = ?', team.id)).toEqual([{ user_id: team.owner.id }])
  })

  it('is refused to members, and for rows that do not fit', async () => {
    const team = await makeTeam('member', 'captain')
    for (const person of [team.member, team.captain]) expect(await codeOf(await send(team, person, makeRows(1, 2)))).toBe('NotAllowed')
    expect(await codeOf(await send(team, team.stranger, makeRows(1, 2)))).toBe('TeamNotFound')
    for (const rows of [
      [],
      makeRows(1, 501),
      [makeRow(maxImportRows + 1)],
      [makeRow(1, { name: '' })],
      [makeRow(1, { email: 'no' })],
      [makeRow(1, { jersey: '12345' })],
    ])
      expect((await send(team, team.owner, rows)).status).toBe(400)
    expect((await send(team, team.owner, makeRows(1, 1), 'x')).status).toBe(400)
    expect(await countGuests(team)).toBe(0)
  })

  it('of one community cannot reach the rows of another with the same file', async () => {
    const [team, other] = [await makeTeam(), await makeTeam()]
    await importRows(team, makeRows(1, 3))
    await importRows(other, makeRows(1, 3))
    expect([await countGuests(team), await countGuests(other)]).toEqual([3, 3])
  })
})
