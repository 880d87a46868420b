import { env } from 'cloudflare:workers'
import type { PlaceDetail, PlaceProposal, RemovedPlace } from '../../domain/places/contract.ts'
import { confirmPause } from '../../domain/places/kinds.ts'
import { enter, type Person } from '../profiles/people.ts'
import { readPlace } from './places.ts'

/** Signs in people whose accounts are old enough to decide on proposals. */
export async function enterLongAgo<const Ids extends readonly string[]>(...ids: Ids): Promise<{ [Index in keyof Ids]: Person }> {
  const people = await Promise.all(ids.map((id) => enter(id)))
  await env.DB.prepare('UPDATE users SET created_at = 0 WHERE id IN (SELECT value FROM json_each(?))').bind(JSON.stringify(ids)).run()
  return people as { [Index in keyof Ids]: Person }
}

/** Lets time pass until a second person may confirm the proposals. */
export const passPause = () =>
  env.DB.prepare('UPDATE place_proposals SET created_at = created_at - ?')
    .bind(confirmPause + 1)
    .run()

export async function readProposal(person: Pick<Person, 'ask'>, id: string): Promise<PlaceProposal> {
  const { proposals } = await readPlace(person, id)
  const [proposal] = proposals
  if (!proposal || proposals.length > 1) throw new Error(`${proposals.length} proposals`)
  return proposal
}

export const confirm = (person: Person, id: string, proposalId: string) =>
  person.ask(`/api/places/${id}/proposals/${proposalId}/confirm`, { method: 'POST' })
export const decline = (person: Person, id: string, proposalId: string) =>
  person.ask(`/api/places/${id}/proposals/${proposalId}`, { method: 'DELETE' })
export const remove = (person: Person, id: string) => person.ask(`/api/places/${id}`, { method: 'DELETE' })
export const bringBack = (person: Person, id: string) => person.ask(`/api/places/${id}/restore`, { method: 'POST' })
export const restore = (person: Person, id: string, version: number) =>
  person.ask(`/api/places/${id}/edits/${version}/restore`, { method: 'POST' })
export const readRemoved = async (person: Person, id: string) =>
  (await (await person.ask(`/api/places/${id}/removed`)).json<RemovedPlace>()).place

export async function expectSaved(answer: Response): Promise<PlaceDetail> {
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.json()
}
