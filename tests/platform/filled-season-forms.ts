import { env } from 'cloudflare:workers'
import type { SeasonDetail, SeasonGroup, SeasonGuestPage, SeasonPeoplePage } from '../../domain/seasons/contract.ts'
import type { ResultChangePage, SessionPage } from '../../domain/seasons/results-contract.ts'
import { dateText } from '../../domain/time/clock.ts'
import { day } from '../../domain/time/spans.ts'
import { beginGame, publishGame } from '../events/games.ts'
import { enter, putInTeams } from '../profiles/people.ts'
import type { FilledForm } from './filled-forms.ts'

let seasons = 0

/** A season with two groups, and the owner of its community. */
async function makeSeason() {
  seasons += 1
  const owner = await enter(`season-owner-${seasons}`)
  const [teamId, id] = [`season-team-${seasons}`, `season-${seasons}`]
  await putInTeams([teamId], [owner.id])
  await env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE team_id = ?").bind(teamId).run()
  const today = Math.floor(Date.now() / day)
  await env.DB.prepare(
    "INSERT INTO seasons (id, team_id, label, starts_on, ends_on, created_by, created_at) VALUES (?, ?, 'Spring', ?, ?, NULL, 1)",
  )
    .bind(id, teamId, dateText(today - 30), dateText(today + 30))
    .run()
  const send = (method: string, path: string) => (json: unknown) => owner.ask(`/api/seasons/${id}${path}`, { method, json })
  const read = async <Answer>(path: string): Promise<Answer> => (await owner.ask(`/api/seasons/${id}${path}`)).json()
  const addGroup = async (form: object) => (await (await send('POST', '/groups')(form)).json<SeasonGroup>()).id
  const red = await addGroup({ name: 'Red', levelMin: 2, levelMax: 4, size: 6 })
  const blue = await addGroup({ name: 'Blue' })
  return { owner, teamId, send, read, red, blue }
}

async function fillSeason(): Promise<FilledForm> {
  const { send, read } = await makeSeason()
  const { label, startDate, endDate, version } = await read<SeasonDetail>('')
  return { request: { label, startDate, endDate, version }, send: send('PUT', ''), read: async () => read<SeasonDetail>('') }
}

async function fillGroup(): Promise<FilledForm> {
  const { send, read, red } = await makeSeason()
  return {
    request: { name: 'Red', levelMin: 2, levelMax: 4, size: 6 },
    send: send('PUT', `/groups/${red}`),
    read: async () => (await read<SeasonDetail>('')).groups.find(({ id }) => id === red),
  }
}

async function fillRegistration(): Promise<FilledForm> {
  const { owner, send, read, red } = await makeSeason()
  const request = { kind: 'player', groupId: red }
  const put = send('PUT', `/registrations/${owner.id}`)
  await put(request)
  return { request, send: put, read: async () => (await read<SeasonPeoplePage>('/registrations')).people[0] }
}

async function fillGuestPlace(): Promise<FilledForm> {
  const { owner, teamId, send, read, red } = await makeSeason()
  const added = await owner.ask(`/api/teams/${teamId}/guests`, { method: 'POST', json: { name: 'Noor' } })
  const { id } = await added.json<{ id: string }>()
  const request = { groupId: red }
  const put = send('PUT', `/guests/${id}`)
  await put(request)
  return { request, send: put, read: async () => (await read<SeasonGuestPage>('/guests')).guests[0] }
}

async function makeMatch() {
  const season = await makeSeason()
  const { owner, teamId, send, read, red, blue } = season
  const eventId = await publishGame(owner, { visibility: 'team', teamId })
  const request = { homeGroupId: red, awayGroupId: blue }
  const put = send('PUT', `/sessions/${eventId}`)
  await put(request)
  const readMatch = async () => (await read<SessionPage>('/sessions')).sessions.find((session) => session.eventId === eventId)
  return { ...season, eventId, request, put, readMatch }
}

async function fillMatch(): Promise<FilledForm> {
  const { request, put, readMatch } = await makeMatch()
  return { request, send: put, read: readMatch }
}

async function fillResult(): Promise<FilledForm> {
  const { eventId, send, read, readMatch } = await makeMatch()
  await beginGame(eventId)
  const request = { homeScore: 1, awayScore: 0, forfeitSide: 'away', note: 'They did not come.' }
  const put = send('PUT', `/sessions/${eventId}/result`)
  const answer = await put({ ...request, version: 0 })
  if (!answer.ok) throw new Error(await answer.text())
  const readNewest = async () => (await read<ResultChangePage>(`/sessions/${eventId}/result/changes`)).changes[0]
  return { request: { ...request, version: (await readMatch())?.version }, send: put, read: readNewest }
}

export const filledSeasonForms: Record<string, () => Promise<FilledForm>> = {
  'PUT /seasons/{id}': fillSeason,
  'PUT /seasons/{id}/groups/{groupId}': fillGroup,
  'PUT /seasons/{id}/registrations/{userId}': fillRegistration,
  'PUT /seasons/{id}/guests/{guestId}': fillGuestPlace,
  'PUT /seasons/{id}/sessions/{eventId}': fillMatch,
  'PUT /seasons/{id}/sessions/{eventId}/result': fillResult,
}
