import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { peoplePageSize, type SeasonGuestPage } from '../../domain/seasons/contract.ts'
import type { TeamChangePage } from '../../domain/teams/changes-contract.ts'
import { ask } from '../setup/client.ts'
import { watchTrail } from '../teams/new-changes.ts'
import { crew, max, mia, olga, omar } from '../teams/people.ts'
import { addGroup, as, outcome, place, read, resetSeason, send } from './season-requests.ts'

beforeEach(resetSeason)

/** Noor is a guest, and Ava is a child of Mia. */
const addGuest = (id: string, parent: string | null = null) =>
  env.DB.prepare('INSERT INTO guests (id, team_id, name, created_by, created_at, guardian_id) VALUES (?1, ?2, ?1, ?3, 1, ?4)')
    .bind(id, crew, olga, parent)
    .run()
const put = (guestId: string, groupId: string | null = null, by: string = omar) =>
  outcome(send(by, 'PUT', `/guests/${guestId}`, { groupId }))
const takeOut = (guestId: string, by: string = omar) => outcome(send(by, 'DELETE', `/guests/${guestId}`))

describe('Guests in a season', () => {
  beforeEach(async () => {
    await addGuest('noor')
    await addGuest('ava', mia)
  })

  it('take the places of a group together with members', async () => {
    const red = await addGroup('Red', { size: 2 })
    expect(await put('noor', red.id)).toBe(204)
    expect(await put('ava', red.id)).toBe(204)
    // Whoever has a place keeps it.
    expect(await put('ava', red.id)).toBe(204)
    expect(await outcome(place(max, 'player', red.id))).toBe('409 GroupFull')
    expect(await takeOut('noor')).toBe(204)
    expect(await outcome(place(max, 'player', red.id))).toBe(204)
    expect(await put('noor', red.id)).toBe('409 GroupFull')
    expect(await put('noor')).toBe(204)
  })

  it('are put into it by their parent without a group', async () => {
    const red = await addGroup('Red')
    expect(await put('ava', red.id, mia)).toBe('403 NotAllowed')
    expect(await put('ava', null, mia)).toBe(204)
    expect(await put('noor', null, mia)).toMatch(/^40[34] /)
    expect(await put('ava', null, max)).toMatch(/^40[34] /)
    expect(await takeOut('ava', max)).toMatch(/^40[34] /)
    expect(await takeOut('ava', mia)).toBe(204)
  })

  it('are in the trail of the community, children without their name', async () => {
    const added = watchTrail(async () => (await ask(`/api/teams/${crew}/changes`, as(olga))).json<TeamChangePage>())
    const red = await addGroup('Red')
    expect(await added(() => put('noor', red.id))).toEqual(['omar put the guest noor in Spring as a player of Red.'])
    expect(await added(() => put('noor', red.id))).toEqual([])
    expect(await added(() => put('ava', null, mia))).toEqual(['mia put a child or a guest in Spring.'])
    expect(await added(() => put('ava', null, max))).toEqual([])
    expect(await added(() => takeOut('noor'))).toEqual(['omar took the guest noor out of Spring.'])
    expect(await added(() => takeOut('ava'))).toEqual(['omar took a child or a guest out of Spring.'])
    expect(await added(() => takeOut('ava'))).toEqual([])
  })

  it('are listed page by page, each once', async () => {
    const ids = Array.from({ length: peoplePageSize + 1 }, (_, number) => `guest-${String(number).padStart(3, '0')}`)
    for (const id of ids) await addGuest(id)
    await env.DB.prepare(
      "INSERT INTO season_guests (season_id, guest_id, ends_on, registered_at) SELECT 'spring', id, '2099-01-01', 1 FROM guests WHERE id LIKE 'guest-%'",
    ).run()
    const first = await read<SeasonGuestPage>(omar, '/guests')
    expect([first.guests.length, first.next === null]).toEqual([peoplePageSize, false])
    const second = await read<SeasonGuestPage>(omar, `/guests?cursor=${first.next}`)
    expect([...first.guests, ...second.guests].map(({ id }) => id)).toEqual(ids)
    expect(second.next).toBeNull()
    // A member sees none of them.
    expect((await read<SeasonGuestPage>(max, '/guests')).guests).toEqual([])
  })
})
