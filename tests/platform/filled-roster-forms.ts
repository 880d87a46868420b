import { env } from 'cloudflare:workers'
import type { RosterGuest, RosterPage } from '../../domain/roster/contract.ts'
import { enter, putInTeams } from '../profiles/people.ts'
import type { FilledForm } from './filled-forms.ts'

let teams = 0

/** A community with a field of its own and a guest, and its owner. */
async function makeTeam() {
  teams += 1
  const owner = await enter(`roster-owner-${teams}`)
  const id = `roster-team-${teams}`
  await putInTeams([id], [owner.id])
  await env.DB.prepare("UPDATE team_members SET role = 'owner' WHERE team_id = ?").bind(id).run()
  const send = (method: string, path: string) => (json: unknown) => owner.ask(`/api/teams/${id}${path}`, { method, json })
  const add = async (path: string, json: object) => (await (await send('POST', path)(json)).json<{ id: string }>()).id
  const fieldId = await add('/fields', { name: 'Shirt', kind: 'text', choices: [], seenBy: 'members' })
  const guestId = await add('/guests', { name: 'Robin' })
  const read = async <Answer>(path: string): Promise<Answer> => (await owner.ask(`/api/teams/${id}${path}`)).json()
  return { owner, fieldId, guestId, send, read }
}

type Version = { version: number }

/** Each save starts from the version of the last one. */
function counting(send: (json: unknown) => Promise<Response>) {
  let version = 0
  return async (json: unknown) => {
    const answer = await send({ ...(json as object), version })
    if (answer.ok) version = (await answer.clone().json<Version>()).version
    return answer
  }
}

async function fillDetails(isGuest: boolean): Promise<FilledForm> {
  const { owner, fieldId, guestId, send, read } = await makeTeam()
  const request = { jersey: '7', position: 'Setter', notes: 'Left-handed', values: [{ fieldId, value: 'M' }] }
  const put = counting(send('PUT', isGuest ? `/guests/${guestId}/details` : `/people/${owner.id}/details`))
  await put(request)
  let sentValues: unknown[] = request.values
  return {
    request,
    send: (json) => {
      sentValues = (json as { values?: unknown[] }).values ?? []
      return put(json)
    },
    read: async () => {
      const row = isGuest ? await read<RosterGuest>(`/guests/${guestId}`) : (await read<RosterPage>('/people')).people[0]
      // An empty value is not stored.
      return { ...row, values: sentValues.length > 0 && row?.values.length === 0 ? [{ fieldId, value: '' }] : row?.values }
    },
  }
}

async function fillPosition(): Promise<FilledForm> {
  const { send, read } = await makeTeam()
  const request = { position: 'Setter' }
  const put = counting(send('PUT', '/people/me/position'))
  await put(request)
  return { request, send: put, read: async () => (await read<RosterPage>('/people')).people[0] }
}

export const filledRosterForms: Record<string, () => Promise<FilledForm>> = {
  'PUT /teams/{id}/people/{userId}/details': () => fillDetails(false),
  'PUT /teams/{id}/guests/{guestId}/details': () => fillDetails(true),
  'PUT /teams/{id}/people/me/position': fillPosition,
}
