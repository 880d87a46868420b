import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { listGuests } from '../../worker/roster/list-guests.ts'
import { asPerson } from '../../worker/teams/actor.ts'
import { addGuest, removeGuest } from '../../worker/teams/change-guests.ts'
import { createTeam } from '../../worker/teams/commands.ts'
import { deleteTeam } from '../../worker/teams/delete-team.ts'
import { actors, crew, db, nextClock, organizersAndAbove, outcomeOf, resetTeam, tryAsEach, zoe } from './people.ts'

beforeEach(resetTeam)

const kid = { name: 'Kim', email: null }
const aunt = { name: 'Ann', email: 'Ann@Example.com' }
const list = () => listGuests(db(), actors.owner, crew)
const guestNames = async () => (await list()).guests.map((guest) => guest.name)

describe('Guests', () => {
  it('are added by organizers, the owner and admins', async () => {
    expect(await tryAsEach((actor) => addGuest(db(), nextClock(), actor, crew, kid))).toEqual(organizersAndAbove)
    expect(await guestNames()).toEqual(['Kim'])
  })

  it('are removed by organizers, the owner and admins', async () => {
    const outcomes = await tryAsEach(async (actor) => {
      const id = await addGuest(db(), nextClock(), actors.owner, crew, kid)
      await removeGuest(db(), nextClock(), actor, crew, id)
    })
    expect(outcomes).toEqual(organizersAndAbove)
    expect(await guestNames()).toEqual([])
  })

  it('can be removed in their own team only', async () => {
    await createTeam(db(), { now: 1, newId: () => 'dawn' }, zoe, { name: 'Dawn', description: '' })
    const id = await addGuest(db(), nextClock(), actors.owner, crew, kid)
    expect(await outcomeOf(removeGuest(db(), nextClock(), asPerson(zoe), 'dawn', id))).toBe('TeamGuestNotFound')
    expect(await outcomeOf(removeGuest(db(), nextClock(), asPerson(zoe), crew, id))).toBe('TeamNotFound')
    expect(await outcomeOf(removeGuest(db(), nextClock(), actors.owner, crew, 'nobody'))).toBe('TeamGuestNotFound')
    expect(await outcomeOf(removeGuest(db(), nextClock(), actors.owner, 'no-team', id))).toBe('TeamNotFound')
    expect(await outcomeOf(addGuest(db(), nextClock(), actors.owner, 'no-team', kid))).toBe('TeamNotFound')
    expect(await guestNames()).toEqual(['Kim'])
  })

  it('cannot be added to a deleted team', async () => {
    await deleteTeam(db(), nextClock(), actors.owner, crew)
    for (const actor of Object.values(actors)) expect(await outcomeOf(addGuest(db(), nextClock(), actor, crew, kid))).toBe('TeamNotFound')
    const { results } = await env.DB.prepare('SELECT id FROM guests').all()
    expect(results).toEqual([])
  })

  it('have different emails in one team, in any spelling, and several can have none', async () => {
    await addGuest(db(), nextClock(), actors.owner, crew, aunt)
    await expect(addGuest(db(), nextClock(), actors.owner, crew, { name: 'Anna', email: 'ann@example.COM' })).rejects.toThrow(
      'There is already a guest with this email.',
    )
    expect(await outcomeOf(addGuest(db(), nextClock(), actors.outsider, crew, aunt))).toBe('TeamNotFound')
    await addGuest(db(), nextClock(), actors.owner, crew, kid)
    await addGuest(db(), nextClock(), actors.owner, crew, kid)
    expect(await guestNames()).toEqual(['Ann', 'Kim', 'Kim'])
    expect((await list()).guests[0]).toMatchObject({
      id: expect.any(String),
      name: 'Ann',
      email: 'Ann@Example.com',
      createdAt: expect.any(Number),
    })
    await createTeam(db(), { now: 1, newId: () => 'dawn' }, zoe, { name: 'Dawn', description: '' })
    expect(await outcomeOf(addGuest(db(), nextClock(), asPerson(zoe), 'dawn', aunt))).toBe('ok')
  })

  it('are added once per key, even with an email and at the same time', async () => {
    const request = { ...aunt, idempotencyKey: 'form-17-a' }
    const ids = await Promise.all([1, 2, 3].map(() => addGuest(db(), nextClock(), actors.owner, crew, request)))
    expect(new Set(ids).size).toBe(1)
    expect(await guestNames()).toEqual(['Ann'])
  })

  it('record who added them, if it was a person', async () => {
    await addGuest(db(), nextClock(), actors.organizer, crew, kid)
    await addGuest(db(), nextClock(), actors.admin, crew, kid)
    const { results } = await env.DB.prepare('SELECT created_by FROM guests ORDER BY created_at').all()
    expect(results).toEqual([{ created_by: 'omar' }, { created_by: null }])
  })

  it('are limited to five hundred per team', async () => {
    await env.DB.prepare("INSERT INTO guests (id, team_id, name, created_at) SELECT 'g' || value, ?, 'Guest', value FROM json_each(?)")
      .bind(crew, JSON.stringify(Array.from({ length: 500 }, (_, i) => i)))
      .run()
    await expect(addGuest(db(), nextClock(), actors.owner, crew, kid)).rejects.toThrow('A community can have up to 500 guests.')
  })
})
