import type { SaveTeamDraft, TeamDraft } from '../../domain/team-drafts/contract.ts'
import type { Person } from '../profiles/people.ts'

/** What the first page of a new draft sends. */
export const emptyForm: SaveTeamDraft = {
  id: null,
  version: 0,
  step: 0,
  activity: null,
  name: '',
  description: '',
  cityId: null,
  placeId: null,
  mainColor: 'blue',
  secondColor: 'white',
  joinMode: 'ask',
  topics: [],
}

/** A form in which nothing is missing. Austin is one of the cities that tests load. */
export const filledForm: SaveTeamDraft = {
  ...emptyForm,
  step: 6,
  activity: 'tennis',
  name: 'Zilker Rackets',
  description: 'Doubles on Tuesdays.',
  cityId: 4671654,
  mainColor: 'green',
  secondColor: 'yellow',
  joinMode: 'open',
  topics: [{ name: 'Games', description: 'New dates.' }],
}

export const save = (person: Person, form: Partial<Record<keyof SaveTeamDraft, unknown>>) =>
  person.ask('/api/team-drafts/mine', { method: 'PUT', json: form })

export async function saveOk(person: Person, form: SaveTeamDraft): Promise<TeamDraft> {
  const answer = await save(person, form)
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return answer.json()
}

export const createFrom = (person: Person, { id }: { id: string }) => person.ask(`/api/team-drafts/${id}/team`, { method: 'POST' })
