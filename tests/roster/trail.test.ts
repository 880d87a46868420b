import { describe, expect, it } from 'vitest'
import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import { holdQueues } from '../notifications/hold-queues.ts'
import { enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { watchTrail } from '../teams/new-changes.ts'
import { codeOf, makeTeam } from './people.ts'

collectLog()
holdQueues()

const details = { jersey: '9', position: 'Goal', notes: 'Allergic to nuts', values: [], version: 0 }
const idOf = async (answer: Response) => (await answer.json<{ id: string }>()).id

async function open() {
  const team = await makeTeam('organizer', 'member', 'captain')
  const added = watchTrail(() => team.read<TeamChangePage>(team.owner, '/changes'))
  const addGuest = async (person: Person, more: object = {}) => team.send(person, 'POST', '/guests', { name: 'Robin', ...more })
  return { team, added, addGuest, who: team.organizer.name }
}

describe('The trail of the people without an account', () => {
  it('says who added, edited and removed a guest, and forgets the name with the guest', async () => {
    const { team, added, addGuest, who } = await open()
    let id = ''
    expect(
      await added(async () => {
        id = await idOf(await addGuest(team.organizer, { email: 'robin@example.com', idempotencyKey: 'one-guest' }))
      }),
    ).toEqual([`${who} added the guest Robin.`])
    expect(await added(() => addGuest(team.organizer, { email: 'robin@example.com', idempotencyKey: 'one-guest' }))).toEqual([])
    expect(await added(() => team.send(team.organizer, 'PUT', `/guests/${id}/details`, details))).toEqual([
      `${who} changed the details of the guest Robin.`,
    ])
    expect(await added(() => team.send(team.organizer, 'DELETE', `/guests/${id}`))).toEqual([`${who} removed a guest.`])
    const { changes } = await team.read<TeamChangePage>(team.owner, '/changes')
    expect(changes).toHaveLength(3)
    expect(JSON.stringify([changes, await rowsOf('SELECT * FROM team_changes')])).not.toMatch(/Robin|nuts/)
  })

  it('has no line for what was refused', async () => {
    const { team, added, addGuest } = await open()
    const id = await idOf(await addGuest(team.owner, { email: 'robin@example.com' }))
    const refused = [
      () => addGuest(team.member),
      () => addGuest(team.stranger),
      () => addGuest(team.owner, { email: 'ROBIN@example.com' }),
      () => team.send(team.member, 'DELETE', `/guests/${id}`),
      () => team.send(team.captain, 'PUT', `/guests/${id}/details`, details),
      () => team.send(team.owner, 'PUT', `/guests/${id}/details`, { ...details, version: 7 }),
      () => team.send(team.stranger, 'POST', '/children', { name: 'Kim' }),
      () => team.send(team.member, 'POST', `/imports/${'a'.repeat(64)}/rows`, { rows: [row(1)] }),
    ]
    for (const act of refused) {
      let status = 0
      expect(
        await added(async () => {
          status = (await act()).status
        }),
      ).toEqual([])
      expect(status).toBeGreaterThanOrEqual(400)
    }
  })

  it('says that a child was added, edited and removed, and never which one', async () => {
    const { team, added, who } = await open()
    let id = ''
    const parent = team.member.name
    expect(
      await added(async () => {
        id = await idOf(await team.send(team.member, 'POST', '/children', { name: 'Kimberly' }))
      }),
    ).toEqual([`${parent} added a child.`])
    expect(await added(() => team.send(team.organizer, 'PUT', `/guests/${id}/details`, details))).toEqual([
      `${who} changed the details of a child.`,
    ])
    expect(await added(() => team.send(team.member, 'DELETE', `/guests/${id}`))).toEqual([`${parent} removed a child.`])
    const rows = JSON.stringify(await rowsOf('SELECT * FROM team_changes WHERE team_id = ?', team.id))
    expect(rows).not.toContain('Kimberly')
    expect(rows).not.toContain(id)
  })

  it('says that an account took the place of a guest', async () => {
    const { team, added, addGuest } = await open()
    const robin = await enter(`robin-${team.id}`)
    await addGuest(team.owner, { email: `robin-${team.id}@local.test` })
    expect(await added(() => robin.ask(`/api/teams/${team.id}/guest-offer/accept`, { method: 'POST' }))).toEqual([
      `${robin.name} joined in the place of a guest with the same email.`,
    ])
  })

  it('counts the guests of a file, once', async () => {
    const { team, added } = await open()
    const send = () => team.send(team.organizer, 'POST', `/imports/${'a'.repeat(64)}/rows`, { rows: [row(1), row(2), row(3)] })
    expect(await added(send)).toEqual([`${team.organizer.name} added 3 guests from a file.`])
    expect(await added(send)).toEqual([])
  })

  it('says who changed the details of a member', async () => {
    const { team, added, who } = await open()
    expect(await added(() => team.send(team.organizer, 'PUT', `/people/${team.member.id}/details`, details))).toEqual([
      `${who} changed the details of ${team.member.name}.`,
    ])
  })

  it('is not for people who left, outsiders, or an organizer', async () => {
    const { team, addGuest } = await open()
    await addGuest(team.owner)
    expect((await team.send(team.member, 'DELETE', '/members/me')).status).toBe(204)
    expect(await codeOf(await team.send(team.member, 'GET', '/changes'))).toBe('TeamNotFound')
    expect(await codeOf(await team.send(team.stranger, 'GET', '/changes'))).toBe('TeamNotFound')
    expect(await codeOf(await team.send(team.organizer, 'GET', '/changes'))).toBe('NotAllowed')
  })
})

const row = (number: number) => ({ row: number, name: `Player ${number}`, email: null, jersey: '', position: '' })
