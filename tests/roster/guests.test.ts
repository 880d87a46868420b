import { describe, expect, it } from 'vitest'
import type { GuestOfferList, RosterGuest, RosterGuestPage, RosterPage } from '../../domain/roster/contract.ts'
import { deliverNotices, holdQueues } from '../notifications/hold-queues.ts'
import { block, enter, type Person, rowsOf } from '../profiles/people.ts'
import { collectLog } from '../setup/log.ts'
import { codeOf, makeTeam } from './people.ts'

collectLog()
holdQueues()

const idOf = async (answer: Response) => (await answer.json<{ id: string }>()).id
const namesIn = ({ guests }: RosterGuestPage) => guests.map(({ name }) => name)
const offersTo = async (person: Person) => (await (await person.ask('/api/teams/guest-offers')).json<GuestOfferList>()).offers
const answerOffer = async (person: Person, teamId: string, answer: string) =>
  codeOf(await person.ask(`/api/teams/${teamId}/guest-offer/${answer}`, { method: 'POST' }))

describe('Guests', () => {
  it('are found by their address in any spelling, but only by people who manage guests', async () => {
    const team = await makeTeam('captain', 'organizer')
    const id = await idOf(await team.send(team.owner, 'POST', '/guests', { name: 'Robin', email: 'Robin@Example.com' }))
    await team.send(team.owner, 'POST', '/guests', { name: 'Sam' })
    const find = async (person: Person) => namesIn(await team.read(person, '/guests?email=robin%40example.com'))
    expect(await find(team.organizer)).toEqual(['Robin'])
    expect(await find(team.captain)).toEqual([])
    expect(await team.read<RosterGuest>(team.captain, `/guests/${id}`)).toMatchObject({ name: 'Robin', email: null, notes: null })
    expect(await team.read<RosterGuest>(team.owner, `/guests/${id}`)).toMatchObject({ email: 'Robin@Example.com', notes: '' })
    expect((await team.send(team.organizer, 'DELETE', `/guests/${id}`)).status).toBe(204)
    expect(await codeOf(await team.send(team.organizer, 'GET', `/guests/${id}`))).toBe('TeamGuestNotFound')
  })
})

describe('A place as a guest', () => {
  async function offer(more: object = {}) {
    const team = await makeTeam('organizer')
    const robin = await enter(`robin-${team.id}`, more)
    const guestId = await idOf(await team.send(team.owner, 'POST', '/guests', { name: 'Robin', email: `ROBIN-${team.id}@local.test` }))
    return { team, robin, guestId }
  }

  it('is offered to the account with that verified address, which takes it with its details', async () => {
    const { team, robin, guestId } = await offer()
    const details = { jersey: '9', position: 'Goal', notes: '', values: [], version: 0 }
    await team.send(team.owner, 'PUT', `/guests/${guestId}/details`, details)
    expect(await offersTo(robin)).toMatchObject([{ team: { id: team.id, name: 'Court Crew' }, guestName: 'Robin' }])
    expect(await offersTo(team.stranger)).toEqual([])
    const answers = await Promise.all([1, 2, 3].map(() => answerOffer(robin, team.id, 'accept')))
    expect(answers.toSorted()).toEqual([204, 'GuestOfferOver', 'GuestOfferOver'])
    const { people } = await team.read<RosterPage>(team.owner, '/people')
    expect(people.at(-1)).toMatchObject({ person: { id: robin.id }, role: 'member', jersey: '9', position: 'Goal' })
    expect(namesIn(await team.read(team.owner, '/guests'))).toEqual([])
    expect(await rowsOf('SELECT members FROM teams WHERE id = ?', team.id)).toEqual([{ members: 3 }])
    // The organizers hear of it once, as of everyone who joins.
    await deliverNotices()
    expect(await rowsOf("SELECT user_id, title FROM notices WHERE topic = 'teamJoin' AND team_id = ? ORDER BY user_id", team.id)).toEqual([
      { user_id: team.organizer.id, title: expect.stringContaining('joined Court Crew') },
      { user_id: team.owner.id, title: expect.stringContaining('joined Court Crew') },
    ])
  })

  it('says nothing to an address that is not verified', async () => {
    const { team, robin } = await offer({ emailVerified: false })
    expect(await offersTo(robin)).toEqual([])
    expect(await answerOffer(robin, team.id, 'accept')).toBe('GuestOfferOver')
    expect(await answerOffer(robin, team.id, 'decline')).toBe('GuestOfferOver')
    expect(namesIn(await team.read(team.owner, '/guests'))).toEqual(['Robin'])
  })

  it('stays with the guest if the person declines, who is not asked again', async () => {
    const { team, robin } = await offer()
    expect(await answerOffer(robin, team.id, 'decline')).toBe(204)
    expect(await offersTo(robin)).toEqual([])
    expect(await answerOffer(robin, team.id, 'accept')).toBe('GuestOfferOver')
    expect((await team.read<RosterGuestPage>(team.owner, '/guests')).guests).toMatchObject([{ name: 'Robin', hasDeclined: true }])
  })

  it.each(['theirs', 'mine'])('is hidden by a block that is %s', async (side) => {
    const { team, robin } = await offer()
    await (side === 'mine' ? block(robin.id, team.owner.id) : block(team.owner.id, robin.id))
    expect(await offersTo(robin)).toEqual([])
    expect(await answerOffer(robin, team.id, 'accept')).toBe('GuestOfferOver')
  })
})

describe('A child', () => {
  async function addKim() {
    const team = await makeTeam('member', 'captain', 'treasurer', 'organizer')
    const id = await idOf(await team.send(team.member, 'POST', '/children', { name: 'Kim' }))
    return { team, id }
  }

  it('is seen by the parent and by who runs people and games, and by nobody else', async () => {
    const { team } = await addKim()
    const seenBy = async (person: Person) => namesIn(await team.read(person, '/guests'))
    for (const person of [team.member, team.captain, team.organizer, team.owner]) expect(await seenBy(person)).toEqual(['Kim'])
    expect(await seenBy(team.treasurer)).toEqual([])
    for (const person of [team.owner, team.treasurer, team.stranger]) {
      for (const path of [`/api/teams/${team.id}/people`, '/api/people?q=kim', '/api/search?q=kim', `/api/teams/${team.id}`]) {
        expect(await (await person.ask(path)).text()).not.toContain('Kim')
      }
    }
    expect((await team.read<RosterGuestPage>(team.captain, '/guests')).guests).toMatchObject([
      { isChild: true, email: null, guardian: { id: team.member.id }, isMyChild: false },
    ])
  })

  it('can be taken out by the parent at any time, but not by another member', async () => {
    const { team, id } = await addKim()
    expect(await codeOf(await team.send(team.captain, 'DELETE', `/guests/${id}`))).toBe('NotAllowed')
    expect(await codeOf(await team.send(team.member, 'DELETE', `/guests/${id}`))).toBe(204)
  })

  it.each(['leaves', 'is removed'])('leaves with a parent who %s', async (how) => {
    const { team, id } = await addKim()
    await team.send(team.owner, 'PUT', `/guests/${id}/details`, { jersey: '3', position: '', notes: '', values: [], version: 0 })
    const member = how === 'leaves' ? 'me' : team.member.id
    const asker = how === 'leaves' ? team.member : team.owner
    expect((await team.send(asker, 'DELETE', `/members/${member}`)).status).toBe(204)
    expect(await rowsOf('SELECT id FROM guests WHERE team_id = ?', team.id)).toEqual([])
    expect(await rowsOf('SELECT id FROM member_details WHERE team_id = ?', team.id)).toEqual([])
  })

  it('is one of at most six', async () => {
    const { team } = await addKim()
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => codeOf(await team.send(team.member, 'POST', '/children', { name: 'Lee' }))),
    )
    expect(answers.filter((answer) => answer === 201)).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'ChildrenFull')).toHaveLength(3)
  })
})
