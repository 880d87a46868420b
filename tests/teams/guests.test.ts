import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { asPerson } from '../../worker/teams/acting.ts'
import { addGuest, removeGuest } from '../../worker/teams/change-guests.ts'
import { createTeam, deleteTeam } from '../../worker/teams/commands.ts'
import { listGuests } from '../../worker/teams/queries.ts'
import { climb, crew, db, helpersOnly, ladder, outcomeOf, startAnew, tick, zoe } from './people.ts'

beforeEach(startAnew)

const kid = { name: 'Kim', email: null }
const aunt = { name: 'Ann', email: 'Ann@Example.com' }
const guestNames = async () => (await listGuests(db(), crew)).guests.map((guest) => guest.name)

describe('Guests', () => {
  it('are added by organizers, the owner and admins', async () => {
    expect(await climb((actor) => addGuest(db(), tick(), actor, crew, kid))).toEqual(helpersOnly)
    expect(await guestNames()).toEqual(['Kim'])
  })

  it('are removed by organizers, the owner and admins', async () => {
    const outcomes = await climb(async (actor) => {
      const id = await addGuest(db(), tick(), ladder.owner, crew, kid)
      await removeGuest(db(), actor, crew, id)
    })
    expect(outcomes).toEqual(helpersOnly)
    expect(await guestNames()).toEqual([])
  })

  it('are found in their own team only', async () => {
    await createTeam(db(), { now: 1, newId: () => 'dawn' }, zoe, { name: 'Dawn', description: '' })
    const id = await addGuest(db(), tick(), ladder.owner, crew, kid)
    expect(await outcomeOf(removeGuest(db(), asPerson(zoe), 'dawn', id))).toBe('TeamGuestNotFound')
    expect(await outcomeOf(removeGuest(db(), asPerson(zoe), crew, id))).toBe('NotAllowed')
    expect(await outcomeOf(removeGuest(db(), ladder.owner, crew, 'nobody'))).toBe('TeamGuestNotFound')
    expect(await outcomeOf(removeGuest(db(), ladder.owner, 'no-team', id))).toBe('TeamNotFound')
    expect(await outcomeOf(addGuest(db(), tick(), ladder.owner, 'no-team', kid))).toBe('TeamNotFound')
    expect(await guestNames()).toEqual(['Kim'])
  })

  it('have no place in a team that was deleted', async () => {
    await deleteTeam(db(), tick(), ladder.owner, crew)
    for (const actor of Object.values(ladder)) expect(await outcomeOf(addGuest(db(), tick(), actor, crew, kid))).toBe('TeamNotFound')
    expect(await guestNames()).toEqual([])
  })

  it('share no email in one team, however it is typed; many have none', async () => {
    await addGuest(db(), tick(), ladder.owner, crew, aunt)
    await expect(addGuest(db(), tick(), ladder.owner, crew, { name: 'Anna', email: 'ann@example.COM' })).rejects.toThrow(
      'There is already a guest with this email.',
    )
    expect(await outcomeOf(addGuest(db(), tick(), ladder.outsider, crew, aunt))).toBe('NotAllowed')
    await addGuest(db(), tick(), ladder.owner, crew, kid)
    await addGuest(db(), tick(), ladder.owner, crew, kid)
    expect(await guestNames()).toEqual(['Ann', 'Kim', 'Kim'])
    expect((await listGuests(db(), crew)).guests[0]).toEqual({
      id: expect.any(String),
      name: 'Ann',
      email: 'Ann@Example.com',
      createdAt: expect.any(Number),
    })
    await createTeam(db(), { now: 1, newId: () => 'dawn' }, zoe, { name: 'Dawn', description: '' })
    expect(await outcomeOf(addGuest(db(), tick(), asPerson(zoe), 'dawn', aunt))).toBe('ok')
  })

  it('are added once for one key, even with an email and at the same time', async () => {
    const once = { ...aunt, idempotencyKey: 'form-17-a' }
    const ids = await Promise.all([1, 2, 3].map(() => addGuest(db(), tick(), ladder.owner, crew, once)))
    expect(new Set(ids).size).toBe(1)
    expect(await guestNames()).toEqual(['Ann'])
  })

  it('tell who noted them, if it was a person', async () => {
    await addGuest(db(), tick(), ladder.organizer, crew, kid)
    await addGuest(db(), tick(), ladder.admin, crew, kid)
    const { results } = await env.DB.prepare('SELECT created_by FROM guests ORDER BY created_at').all()
    expect(results).toEqual([{ created_by: 'omar' }, { created_by: null }])
  })

  it('are five hundred at most', async () => {
    await env.DB.prepare("INSERT INTO guests SELECT 'g' || value, ?, 'Guest', NULL, NULL, NULL, value FROM json_each(?)")
      .bind(crew, JSON.stringify(Array.from({ length: 500 }, (_, i) => i)))
      .run()
    await expect(addGuest(db(), tick(), ladder.owner, crew, kid)).rejects.toThrow('A community can have up to 500 guests.')
  })
})
