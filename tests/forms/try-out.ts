import type { FormContent } from '../../domain/forms/content.ts'
import type { Field } from '../../domain/forms/fields.ts'
import { type FormSettings, firstSettings, type SavedSettings } from '../../domain/forms/settings.ts'
import { fromTemplate } from '../../domain/forms/templates.ts'
import type { Person } from '../profiles/people.ts'

/** A form that a test publishes, with the requests of its people. */
export const idOf = async (answer: Response) => (await answer.json<{ id: string }>()).id
export const codeOf = async (answer: Response) => `${answer.status} ${(await answer.json<{ code: string }>()).code}`

export async function makeTeam(person: Person, name: string): Promise<string> {
  return idOf(await person.ask('/api/_local/teams', { method: 'PUT', json: { name, people: [person.id] } }))
}

const option = (id: string, label: string, more: object = {}) => ({
  ...{ id, label, limit: null, hasWaitlist: false, pictureId: null, refId: null },
  ...more,
})

/** A name, and a shirt of which each size can be limited. */
export function shirtForm(sizes: { limit?: number; hasWaitlist?: boolean; refId?: string }[] = [{}, {}]): FormContent {
  const [name] = fromTemplate('waiver').pages[0]?.fields ?? []
  const common = { hint: '', isRequired: true, width: 'full', seenBy: 'organizers', addressName: null } as const
  const size: Field = {
    ...common,
    ...{ id: 'f2', kind: 'choice', label: 'Size', style: 'list' },
    options: sizes.map((more, index) => option(`o${index + 1}`, `Size ${index + 1}`, more)),
  }
  if (!name) throw new Error('The template has no first field')
  return { ...fromTemplate('blank'), title: 'Shirts', pages: [{ id: 'p1', title: '', fields: [name, size] }] }
}

export const answersOf = (name: string, size = 'o1') => ({ f1: name, f2: size })

/** Makes a published form of a community and returns its id. */
export async function publishForm(
  owner: Person,
  team: string,
  content: FormContent = shirtForm(),
  settings: Partial<FormSettings> = {},
): Promise<string> {
  const json = { from: { kind: 'template', template: 'blank' } }
  const id = await idOf(await owner.ask(`/api/teams/${team}/forms`, { method: 'POST', json }))
  await owner.ask(`/api/forms/${id}/draft`, { method: 'PUT', json: { content, version: 1 } })
  const published = await owner.ask(`/api/forms/${id}/versions`, { method: 'POST', json: { version: 2 } })
  if (!published.ok) throw new Error(await published.text())
  const saved = await saveSettings(owner, id, settings)
  if (!saved.ok) throw new Error(await saved.text())
  return id
}

/** Saves settings over those that are stored now. */
export async function saveSettings(owner: Person, id: string, settings: Partial<FormSettings>): Promise<Response> {
  const path = `/api/forms/${id}/settings`
  const { version } = await (await owner.ask(path)).json<SavedSettings>()
  return owner.ask(path, { method: 'PUT', json: { ...firstSettings('America/Chicago'), ...settings, version } })
}

let requests = 0
function makeRequestId(): string {
  requests += 1
  return `form-request-${requests}`
}

type Asking = Pick<Person, 'ask'>

export const send = (person: Asking, id: string, answers: object, more: object = {}) =>
  person.ask(`/api/forms/${id}/submissions`, {
    method: 'POST',
    json: { version: 1, answers, total: null, idempotencyKey: makeRequestId(), ...more },
  })
